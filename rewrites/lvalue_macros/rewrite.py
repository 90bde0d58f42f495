"""`Py_TYPE(&X_Type) = &PyType_Type;` becomes `Py_SET_TYPE(&X_Type, &PyType_Type);`, as Python 3.11 requires."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.capi.types import SETTER_OF
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import init_subject, type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_NOT_ASSIGNABLE = "expression is not assignable"
_BEFORE = frozenset((b";", b"{", b"}", b")", b"else", b":"))
_OPEN, _CLOSE = (b"(", b"[", b"{"), (b")", b"]", b"}")


class LvalueMacros(Preparation):
    """Set types, sizes and reference counts by functions where the parser can't assign to them."""

    name = "lvalue-macros"
    title = "Set types, sizes and reference counts by functions"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each assignment that doesn't parse."""
        if model.init is None:
            return
        for path, offset, message in model.errors:
            if message != _NOT_ASSIGNABLE or path not in model.files or protected(model, path, offset) is not None:
                continue
            found = _assignment(model.files[path], path, offset)
            if found is not None:
                edits, name = found
                static = next((item for item in model.types if item.name.encode() == name), None)
                subject = type_subject(static) if static is not None else init_subject(model, model.init.entry)
                reason = "Py_TYPE, Py_SIZE and Py_REFCNT are no l-values from Python 3.11 on"
                yield Change(subject, self.name, reason, Safety.SAFE, edits)


REWRITE = LvalueMacros()


def _assignment(file: File, path: Path, offset: int) -> tuple[tuple[Edit, ...], bytes] | None:
    """Return the edits for the statement whose `=` stands at *offset*, and the variable whose head it sets.

    None if it is more than `Py_TYPE(x) = y;`, or comes out of a macro.
    """
    tokens = file.at(offset).tokens
    index = file.at(offset).index_at(offset)
    if tokens[index].text != b"=" or index < 4 or tokens[index - 1].text != b")":
        return None
    opening = _opening(tokens, index - 1)
    if opening is None or opening < 2 or tokens[opening - 2].text not in _BEFORE:
        return None
    name, close = tokens[opening - 1], tokens[index - 1]
    end = _statement_end(tokens, index)
    if name.text not in SETTER_OF or end is None:
        return None
    gap = Span(close.start, tokens[index + 1].start)
    edits = (
        Edit(path, Span(name.start, name.end), SETTER_OF[name.text]),
        Edit(path, gap, b", "),
        Edit(path, Span(tokens[end].start, tokens[end].start), b")"),
    )
    given = [item.text for item in tokens[opening + 1 : index - 1] if item.kind is TokenKind.IDENT]
    return edits, given[-1] if given else b""


def _opening(tokens: tuple[Token, ...], closing: int) -> int | None:
    """Return the index of the parenthesis that the one at *closing* closes."""
    depth = 0
    for index in range(closing, -1, -1):
        depth += (tokens[index].text in _CLOSE) - (tokens[index].text in _OPEN)
        if depth == 0:
            return index
    return None


def _statement_end(tokens: tuple[Token, ...], index: int) -> int | None:
    """Return the index of the `;` behind a value that holds no comma or assignment of its own."""
    depth = 0
    for place in range(index + 1, len(tokens)):
        text = tokens[place].text
        depth += (text in _OPEN) - (text in _CLOSE)
        if depth == 0 and text == b";":
            return place
        if depth < 0 or (depth == 0 and text in (b"=", b",")):
            return None
    return None
