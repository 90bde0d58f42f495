"""Macros that hide the module definition, or the call that makes the module, are written out (G130, G211)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import StatementKind, closing, split
from unstatic.capi.modules import CREATE, DEFINITION_HEAD
from unstatic.facts.module.exec_conversion import shared_macros
from unstatic.model.extension import Extension, File, Macro, MacroExpansion
from unstatic.model.subjects import init_subject
from unstatic.rewriting.opening import opened, with_semicolon
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import Style, style_of
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_HIDDEN = (*CREATE, DEFINITION_HEAD)
# Written out, macros shouldn't bury what changes.
_MOST_LINES = 100
_Opened = tuple[MacroExpansion, bytes, str]


class InitMacros(Preparation):
    """Write out the macros that create the module, or return from other functions too."""

    name = "init-macros"
    title = "Write out the macros that create the module, or return from other functions too"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002
        """Yield one change for each macro that hides the module definition, or returns from other functions as well."""
        if model.init is None or model.init.multi_phase:
            return
        file = model.files[model.functions[model.init.builder].definition.path]
        subject = init_subject(model, model.init.entry)
        for use, text, reason in (*_hiding(model, file), *_given_creation(model, file), *_returning(model, file)):
            edit = Edit(file.source.path, with_semicolon(file, use, text), text)
            yield Change(subject, self.name, reason, Safety.SAFE, (edit,))


def _hiding(model: Extension, file: File) -> Iterator[_Opened]:
    """Yield the macros that call PyModule_Create or make a module definition."""
    for _, use in sorted(file.expansions.items()) if model.module_def() is None else ():
        macro = model.macros.get(use.name)
        if macro is None or not any(token.text in _HIDDEN for token in macro.body):
            continue
        text = opened(model, file, use)
        if text is not None:
            laid_out = _in_lines(text, style_of(model, file), file.source.indent_at(use.span.start))
            yield use, laid_out, f"{use.name} hides the module definition, which changes"


def _in_lines(text: bytes, style: Style, indent: bytes) -> bytes:
    """Return the text with a line for each value of a module definition, as nothing has to save lines any more."""
    tokens = lex_fragment(text, Span(0, len(text)))
    head = next((index for index, token in enumerate(tokens) if token.text == DEFINITION_HEAD), None)
    if head is None or [item.text for item in (*tokens[head - 1 : head], *tokens[head + 1 : head + 2])] != [b"{", b","]:
        return text
    end = closing(tokens, head - 1)
    values = [item for item in split(tokens[head:end]) if item]
    start, stop = tokens[head - 1].end, tokens[end].start
    if _has_comment(text, tokens[head - 1 : end + 1]):
        return text
    lines = (indent + style.indent + text[item[0].start : item[-1].end] + b"," for item in values)
    return text[:start] + b"".join(style.newline + line for line in lines) + style.newline + indent + text[stop:]


def _has_comment(text: bytes, tokens: Sequence[Token]) -> bool:
    return any(text[first.end : second.start].strip() for first, second in pairwise(tokens))


def _given_creation(model: Extension, file: File) -> Iterator[_Opened]:
    """Yield the macro that is given the call of PyModule_Create: `ASSIGN_PTR(m, PyModule_Create(...));`."""
    assert model.init is not None
    create = model.init.create
    path = model.body(model.init.builder).path_to(create.start) if create is not None else ()
    if create is None or not path or path[-1].kind is not StatementKind.SIMPLE:
        return
    first, last = path[-1].head[0], path[-1].head[-1]
    use = file.expansions.get(first.start)
    if use is not None and first.start < create.start and use.span.end == last.end:
        text = opened(model, file, use)
        if text is not None:
            yield use, text, f"{use.name} is given the call that makes the module, which goes"


def _returning(model: Extension, file: File) -> list[_Opened]:
    """Return the macros that return from the init function and from others, which give something else."""
    if model.module_def() is None:
        return []
    found: list[_Opened] = []
    for use in shared_macros(model):
        text = opened(model, file.at(use.span.start), use, _may_return)
        if text is not None:
            found.append((use, text, f"{use.name} returns from the init function, which becomes an exec function"))
    return found if sum(text.count(b"\n") + 1 for _, text, _ in found) <= _MOST_LINES else []


def _may_return(macro: Macro, index: int, given: bytes) -> bool:  # noqa: ARG001 - what is given doesn't matter
    return any(token.text == b"return" for token in macro.body)


REWRITE: Preparation = InitMacros()
