"""Macros written out where they are used: their text with the arguments in it, in the lines of the macro's author."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.c.own_pointers import without_own_pointers
from unstatic.c.syntax import Call, StatementKind, calls, closing, split, statements
from unstatic.capi.modules import DEFINITION_HEAD
from unstatic.capi.types import TYPE_NAME
from unstatic.model.extension import Extension, File, Macro, MacroExpansion
from unstatic.text.source import Span

_OPEN_ESCAPE = re.compile(rb'\\(x[0-9a-fA-F]*|[0-7]{1,2})"$')
_MARK = re.compile(rb"\0(\d+)\0")
_BEFORE_STATEMENT = (b"{", b"}", b";")
_BLOCKS = (StatementKind.BLOCK, StatementKind.IF, StatementKind.LOOP, StatementKind.SWITCH)
_NOT_TYPES = (b"return", b"else", b"do", b"goto", b"case")
_LIMIT = 8

Wanted = Callable[[Macro, int, bytes], bool]
"""Tells whether a macro is written out as well that is given some text as its argument of that number."""


def opened(model: Extension, file: File, use: MacroExpansion, wanted: Wanted | None = None) -> bytes | None:
    """Return what stands for *use*, and for the macros in its text that are *wanted* as well; None if that's unsafe."""
    macro = _meant(model, use)
    if macro is None or macro.definition.path not in model.files:
        return None
    opening = _Opening(model, wanted)
    call = next(iter(calls(file.tokens_in(use.span))), None)
    text = opening.text(macro, file.source.data, call)
    text = None if text is None else opening.inside(text)
    if text is None:
        return None
    if _is_statement(file, use):
        text = without_own_pointers(text, TYPE_NAME)
    lines = _dedented(text.split(b"\n"), _base(model.files[macro.definition.path], macro))
    if _is_statement(file, use):
        lines = _statements(_without_block(lines))
    # Arguments keep their own lines.
    return opening.resolved((file.source.newline + file.source.indent_at(use.span.start)).join(lines))


def _meant(model: Extension, use: MacroExpansion) -> Macro | None:
    """Return the definition that *use* means: another unit can have one of the same name."""
    named = model.macros.get(use.name)
    places = ((item.definition.path, item.definition.span.start, item) for item in (named.all if named else ()))
    return next((item for path, start, item in places if (path, start) == use.definition), None)


def with_semicolon(file: File, use: MacroExpansion, text: bytes) -> Span:
    """Return the span of *use*, with the semicolon after it where the text brings its own."""
    following = file.tokens[file.index_at(use.span.end) :][:1]
    last = list(statements(lex_fragment(text, Span(0, len(text)))))[-1:]
    ends = text.endswith(b";") or (text.endswith(b"}") and bool(last) and last[0].kind in _BLOCKS)
    if ends and following and following[0].text == b";":
        return Span(use.span.start, following[0].end)
    return use.span


def _end_of(text: bytes, call: Call, inner: bytes) -> int:
    """Return where a statement ends that calls a macro, with the semicolon that the macro's text doesn't need."""
    last = list(statements(lex_fragment(inner, Span(0, len(inner)))))[-1:]
    tokens = lex_fragment(text, Span(0, len(text)))
    index = next(at for at, token in enumerate(tokens) if token.start == call.close.start)
    following = tokens[index + 1 : index + 3]
    is_block = bool(last) and last[0].kind in _BLOCKS and inner.rstrip().endswith(b"}")
    is_spare = [token.text for token in following[:1]] == [b";"] and following[-1].text != b"else"
    return following[0].end if is_block and is_spare else call.span.end


class _Opening:
    """The texts of one use: the arguments stand in for marks until the lines are laid out."""

    def __init__(self, model: Extension, wanted: Wanted | None) -> None:
        self._model = model
        self._wanted = wanted
        self._values: list[bytes] = []

    def resolved(self, text: bytes) -> bytes:
        """Return *text* with the arguments in it."""
        while _MARK.search(text):
            text = _MARK.sub(lambda match: self._values[int(match[1])], text)
        return text

    def text(self, macro: Macro, data: bytes, call: Call | None) -> bytes | None:
        """Return the macro's body for a call in *data*, in the lines of the body; None if that can't be told."""
        arguments = self._arguments(macro, data, call)
        if arguments is None:
            return None
        written = self._model.files[macro.definition.path].source.data
        body, end = macro.body, macro.definition.body.end
        pieces: list[bytes] = []
        at = macro.definition.body.start
        for index, token in enumerate(body):
            if token.start < at:
                continue
            following = body[index + 1] if index + 1 < len(body) else None
            pieces.append(written[at : token.start])
            at = token.end
            if following is not None and following.text == b"##":
                at = body[index + 2].start
                pieces.append(arguments.get(token.text, token.text))
            elif token.text == b"#" and following is not None and following.text in arguments:
                made = _string(self.resolved(arguments[following.text]))
                if index and body[index - 1].kind is TokenKind.STRING and _is_joinable(*pieces[-2:]):
                    pieces[-2:] = [pieces[-2][:-1] + made[1:]]
                else:
                    pieces.append(made)
                at = following.end
            elif following is not None and self._is_wrapped(body, index, arguments):
                pieces[-2:] = [arguments[token.text]]
                at = following.end
            else:
                pieces.append(arguments.get(token.text, token.text))
        lines = b"".join((*pieces, written[at:end])).split(b"\n")
        lines = [line.rstrip(b"\r").rstrip(b"\\").rstrip() for line in lines]
        return b"\n".join(line for line in lines if line.strip()) or None

    def _arguments(self, macro: Macro, data: bytes, call: Call | None) -> dict[bytes, bytes] | None:
        """Return the marks of the parameters, or None if a parameter's argument can't be told."""
        parameters = macro.definition.parameters
        if parameters is None:
            return {}
        if call is None or len(call.arguments) != len(parameters):
            return None
        if any(name.endswith("...") or name == "__VA_ARGS__" for name in parameters):
            return None
        found = {}
        for name, argument in zip(parameters, call.arguments, strict=True):
            value = data[argument[0].start : argument[-1].end] if argument else b""
            # What is called can be a macro: `STRINGS(DECLARE)`. A name may stand for a variable of the macro's own.
            is_plain = value.decode("latin-1") in self._model.macros or _is_name(argument)
            found[name.encode()] = value if is_plain else b"\0%d\0" % len(self._values)
            self._values.append(value)
        return found

    def _is_wrapped(self, body: Sequence[Token], index: int, arguments: dict[bytes, bytes]) -> bool:
        """Tell whether the token is a parameter in parentheses that its argument doesn't need."""
        value = self.resolved(arguments.get(body[index].text, b""))
        around = [token.text for token in (*body[max(index - 2, 0) : index], *body[index + 1 : index + 3])]
        if around[1:3] != [b"(", b")"] or not value:
            return False
        tokens = lex_fragment(value, Span(0, len(value)))
        if around[0] == b"=" and around[3:] == [b";"]:
            return len(split(tokens)) == 1
        is_cast = around[0] == b")" and index > 2 and body[index - 3].text == b"*"
        if len(tokens) == 1 and (around[0] in (b",", b"=", b"{", b"(") or is_cast):
            return True
        call = next(iter(calls(tokens)), None)
        return around[0] == b"(" and call is not None and (call.name, call.close) == (tokens[0], tokens[-1])

    def inside(self, text: bytes, depth: int = _LIMIT) -> bytes | None:
        """Return *text* with the uses of macros in it written out that are wanted; None if one of them can't be."""
        for call in calls(lex_fragment(text, Span(0, len(text)))) if self._wanted is not None else ():
            macro = self._model.macros.get(call.name.text.decode("latin-1"))
            if macro is None or not self._is_wanted(macro, text, call):
                continue
            inner = self.text(macro, text, call) if depth else None
            if inner is None:
                return None
            end = _end_of(text, call, inner)
            inner = _laid_out(text, call, _dedented(inner.split(b"\n"), self._base(macro)))
            return self.inside(text[: call.span.start] + inner + text[end:], depth - 1)
        return text

    def _base(self, macro: Macro) -> int | None:
        return _base(self._model.files[macro.definition.path], macro)

    def _is_wanted(self, macro: Macro, text: bytes, call: Call) -> bool:
        given = [text[item[0].start : item[-1].end] if item else b"" for item in call.arguments]
        return self._wanted is not None and any(
            self._wanted(macro, index, self.resolved(item)) for index, item in enumerate(given)
        )


def _string(argument: bytes) -> bytes:
    """Return what `#` makes of an argument."""
    tokens = lex_fragment(argument, Span(0, len(argument)))
    if any(token.kind in (TokenKind.STRING, TokenKind.CHAR) for token in tokens):
        argument = argument.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return b'"' + b" ".join(argument.split()) + b'"'


def _is_joinable(text: bytes, between: bytes) -> bool:
    """Tell whether a string on the same line can go on in what follows it: no escape in it would become longer."""
    return between.strip(b" \t") == b"" and _OPEN_ESCAPE.search(text) is None


def _base(file: File, macro: Macro) -> int | None:
    """Return how far the body's first line is indented; None if it stands beside the macro's name."""
    start = file.source.line_start(macro.definition.body.start)
    return len(file.source.indent_at(start)) if start > macro.definition.span.start else None


def _dedented(lines: Sequence[bytes], base: int | None) -> list[bytes]:
    """Return the lines without the indentation that they have in the macro; the first has none."""
    margins = [len(line) - len(line.lstrip()) for line in lines[1:]]
    shift = min(margins, default=0) if base is None else base
    return [lines[0].lstrip(), *(line[min(shift, m) :] for line, m in zip(lines[1:], margins, strict=True))]


def _is_statement(file: File, use: MacroExpansion) -> bool:
    """Tell whether *use* stands where several statements can stand."""
    index = file.index_at(use.span.start)
    before = [token.text for token in file.tokens[max(index - 2, 0) : index]]
    # Where a brace opens a list, the macro's own braces are those of an element.
    is_element = len(before) > 1 and before[1] == b"{" and before[0] in (b"=", b",", b"{", b"(")
    return index == 0 or (before[-1] in _BEFORE_STATEMENT and not is_element)


def _laid_out(text: bytes, call: Call, lines: Sequence[bytes]) -> bytes:
    """Return lines that take the place of a call, as far in as its own."""
    before = text[: call.span.start].split(b"\n")[-1]
    indent = before if text[: call.span.start] and not before.strip() else b""
    return (b"\n" + indent).join(lines)


def _is_name(tokens: Sequence[Token]) -> bool:
    """Tell whether an argument is a variable, or the address of one."""
    return tokens[-1:] != () and tokens[-1].kind is TokenKind.IDENT and [t.text for t in tokens[:-1]] in ([], [b"&"])


def _without_block(lines: list[bytes]) -> list[bytes]:
    """Return what `do { ... } while (0)` or a block holds, as only a macro needs that; else the lines."""
    text = b"\n".join(lines)
    tokens = lex_fragment(text, Span(0, len(text)))
    words = [token.text for token in tokens]
    is_loop = words[:2] == [b"do", b"{"] and b"break" not in words and b"continue" not in words
    if not is_loop and words[:1] != [b"{"]:
        return lines
    end = closing(tokens, int(is_loop))
    inner = tokens[1 + is_loop : end]
    rest = [word for word in words[end + 1 :] if word != b";"]
    if rest != [b"while", b"(", b"0", b")"] * is_loop or not inner or _may_declare(_without_definition(inner)):
        return lines
    return _dedented(text[inner[0].start : inner[-1].end].split(b"\n"), None)


def _without_definition(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave out the module definition that opens a block: it gets a place outside of the function."""
    first, *_ = split(tokens, b";")
    return tokens[len(first) :] if any(token.text == DEFINITION_HEAD for token in first) else tokens


def _may_declare(tokens: Sequence[Token]) -> bool:
    """Tell whether a variable may be declared, which needs a block of its own."""
    return any(
        (before is None or before.text in _BEFORE_STATEMENT)
        and (a.kind is TokenKind.IDENT and a.text not in _NOT_TYPES)
        and (b.text == b"*" or b.kind is TokenKind.IDENT)
        for before, a, b in zip((None, *tokens), tokens, tokens[1:], strict=False)
    )


def _statements(lines: list[bytes]) -> list[bytes]:
    """Return statements that share a line as lines of their own."""
    found: list[bytes] = []
    for line in lines:
        tokens = lex_fragment(line, Span(0, len(line)))
        indent = line[: len(line) - len(line.lstrip())]
        starts = [0]
        depth = 0
        for token, following in zip(tokens, tokens[1:], strict=False):
            depth += (token.text in (b"(", b"{", b"[")) - (token.text in (b")", b"}", b"]"))
            if token.text == b";" and depth == 0 and following.text != b";":
                starts.append(following.start)
        parts = [line[a:b] for a, b in zip(starts, [*starts[1:], len(line)], strict=True)]
        found += [(indent if number else b"") + part.rstrip() for number, part in enumerate(parts)]
    return found
