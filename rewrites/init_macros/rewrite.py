"""`MOD_DEF(m, ...)` is written out, so that the module definition can be changed (G130)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import calls
from unstatic.capi.modules import CREATE, DEFINITION_HEAD
from unstatic.model.extension import Extension, File, Macro, MacroExpansion
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_HIDDEN = (*CREATE, DEFINITION_HEAD)

_MARK = b"\0%s\0"


class InitMacros(Preparation):
    """Write out the macros that create the module."""

    name = "init-macros"
    title = "Write out the macro that creates the module"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:
        """Yield one change for each macro that calls PyModule_Create or makes a module definition."""
        if model.init is None or model.init.multi_phase or model.module_def() is not None:
            return
        definition = model.functions[model.init.builder].definition
        file = model.files[definition.path]
        for _, expansion in sorted(file.expansions.items()):
            macro = model.macros.get(expansion.name)
            if macro is None or not any(token.text in _HIDDEN for token in macro.body):
                continue
            text = _written_out(model, file, macro, expansion)
            if text is None:
                continue
            reason = f"{expansion.name} hides the module definition, which changes"
            edit = Edit(definition.path, _with_semicolon(file, expansion, text), text)
            subject = f"init:{model.functions[model.init.entry].name}"
            yield Change(subject, self.name, reason, Safety.SAFE, (edit,))


def _with_semicolon(file: File, expansion: MacroExpansion, text: bytes) -> Span:
    """Return the call's span, with the semicolon after it where the text brings its own."""
    following = file.tokens[file.index_at(expansion.span.end) :][:1]
    if text.endswith(b";") and following and following[0].text == b";":
        return Span(expansion.span.start, following[0].end)
    return expansion.span


def _written_out(model: Extension, file: File, macro: Macro, expansion: MacroExpansion) -> bytes | None:
    """Return the macro's body for these arguments, in the lines of the body; None if that can't be done safely."""
    arguments = _arguments(file, macro, expansion)
    source = model.files.get(macro.definition.path)
    if arguments is None or source is None or any(token.text in (b"#", b"##") for token in macro.body):
        return None
    body = macro.definition.body
    # Arguments keep their own lines: they stand in for a marker until the body's lines are laid out.
    pieces: list[bytes] = []
    at = body.start
    for index, token in enumerate(macro.body):
        gap = source.source.data[at : token.start]
        marked = _MARK % token.text if token.text in arguments else token.text
        if _is_wrapped(macro.body, index, arguments):
            pieces[-1:] = [marked]
            at = macro.body[index + 1].end
            continue
        if token.start >= at:
            pieces += [gap, marked]
            at = token.end
    pieces.append(source.source.data[at : body.end])
    text = _indented(file, expansion.span.start, b"".join(pieces), _base(source, macro))
    for name, value in arguments.items():
        text = text.replace(_MARK % name, value)
    return text


def _is_wrapped(body: Sequence[Token], index: int, arguments: dict[bytes, bytes]) -> bool:
    """Tell whether the token is a parameter in parentheses that its argument, a single word, doesn't need."""
    value = arguments.get(body[index].text, b"")
    around = [token.text for token in (*body[max(index - 2, 0) : index], *body[index + 1 : index + 2])]
    return (
        around[1:] == [b"(", b")"]
        and around[0] in (b",", b"=", b"{")
        and len(lex_fragment(value, Span(0, len(value)))) == 1
    )


def _base(file: File, macro: Macro) -> int | None:
    """Return how far the body's first line is indented; None if it stands beside the macro's name."""
    start = file.source.line_start(macro.definition.body.start)
    return len(file.source.indent_at(start)) if start > macro.definition.span.start else None


def _arguments(file: File, macro: Macro, expansion: MacroExpansion) -> dict[bytes, bytes] | None:
    """Return the text of each parameter, or None if a parameter's argument can't be told."""
    parameters = macro.definition.parameters
    if parameters is None:
        return {}
    call = next(iter(calls(file.tokens_in(expansion.span))), None)
    if call is None or len(call.arguments) != len(parameters):
        return None
    if any(name.endswith("...") or name == "__VA_ARGS__" for name in parameters):
        return None
    return {
        name.encode(): file.source.text(Span(argument[0].start, argument[-1].end)) if argument else b""
        for name, argument in zip(parameters, call.arguments, strict=True)
    }


def _indented(file: File, offset: int, text: bytes, base: int | None) -> bytes:
    """Return *text*, lines spliced with backslashes, as lines at the indentation of *offset*; the first without it."""
    lines = [line.rstrip(b"\r").rstrip(b"\\").rstrip() for line in text.split(b"\n")]
    lines = [line for line in lines if line.strip()]
    margins = [len(line) - len(line.lstrip()) for line in lines[1:]]
    shift = min(margins, default=0) if base is None else base
    indent = file.source.indent_at(offset)
    moved = [lines[0], *(line[min(shift, margin) :] for line, margin in zip(lines[1:], margins, strict=True))]
    return (file.source.newline + indent).join(moved)


REWRITE: Preparation = InitMacros()
