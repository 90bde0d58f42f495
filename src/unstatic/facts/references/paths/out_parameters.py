"""Functions that are given the address of a variable: whether it owns what they leave in it, as it did before.

Such a function is read as if its parameter were the variable: `*cache` becomes `cache`, and where it hands the address
on, `cache` becomes `&cache`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import calls, strip_casts

_COPIES = (b"=", b"return", b"?", b":")


def through_address(tokens: Sequence[Token], places: Collection[int]) -> tuple[Token, ...] | None:
    """Return *tokens* as if the pointer written at *places* were what it points to.

    None if the pointer, or what it points to, is kept somewhere else.
    """
    handed = {
        inner[0].start
        for call in calls(tokens)
        for argument in call.arguments
        if len(inner := strip_casts(argument)) == 1 and inner[0].start in places
    }
    found: list[Token] = []
    for token in tokens:
        if token.start not in places:
            found.append(token)
        elif found and found[-1].text == b"*" and _is_unary(found):
            found.pop()
            found.append(token)
        elif token.start in handed:
            found += [token._replace(text=b"&", kind=TokenKind.PUNCT, end=token.start), token]
        else:
            return None
    copied = any(_is_copied(found, index) for index, token in enumerate(found) if token.start in places)
    return None if copied else tuple(found)


def _is_unary(found: Sequence[Token]) -> bool:
    """Tell whether the `*` that ends *found* reads through a pointer, rather than multiplies."""
    before = found[-2] if len(found) > 1 else None
    return before is None or (before.kind is TokenKind.PUNCT and before.text not in (b")", b"]"))


def _is_copied(found: Sequence[Token], index: int) -> bool:
    return index > 0 and found[index - 1].text in _COPIES
