"""Globals that borrow what another global owns: `made = label;` without a reference of its own."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Extension, Global, Reference
from unstatic.text.source import Location


def borrows(model: Extension, keeper: Global, lender: Global) -> Location | None:
    """Return where *keeper* is given the value of *lender* as it is; None if that is nowhere.

    What a function makes of it (`made = PyTuple_Pack(1, label)`) is another object.
    """
    for use in model.uses.get(keeper.symbol, ()):
        if use.function is not None and use.via_macro is None and _shares(model, use, lender.name.encode()):
            return model.location(use.path, use.offset)
    return None


def _shares(model: Extension, use: Reference, lender: bytes) -> bool:
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    before = [token.text for token in file.tokens[max(index - 2, 0) : index]]
    if file.tokens[index + 1].text != b"=":
        return False
    return before == [lender, b"="] or lender in _values(file.tokens[index + 2 :])


def _values(tokens: Sequence[Token]) -> set[bytes]:
    """Return the names in the rest of a statement that aren't arguments of a call."""
    found: set[bytes] = set()
    calls: list[bool] = []
    for index, token in enumerate(tokens):
        if token.text == b";":
            break
        if token.text == b"(":
            calls.append(index > 0 and tokens[index - 1].kind is TokenKind.IDENT)
        elif token.text == b")" and calls:
            calls.pop()
        elif token.kind is TokenKind.IDENT and not any(calls):
            found.add(token.text)
    return found
