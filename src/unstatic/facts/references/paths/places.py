"""What is written behind the name of an array or a struct, and which of its elements or members it leads to."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import closing


def place_behind(tokens: Sequence[Token]) -> bytes | None:
    """Return what all of *tokens* lead to, without the subscripts: `.names[]`; None if they do something else."""
    end = end_of_place(tokens, 0)
    if end < len(tokens):
        return None
    found, at = b"", 0
    while at < end:
        is_member = tokens[at].text == b"."
        found += b"." + tokens[at + 1].text if is_member else b"[]"
        at = at + 2 if is_member else closing(tokens, at) + 1
    return found


def end_of_place(tokens: Sequence[Token], at: int) -> int:
    """Return the index behind the members and subscripts that are written from *at* on."""
    while at < len(tokens):
        if tokens[at].text == b"[":
            at = closing(tokens, at) + 1
        elif tokens[at].text == b"." and at + 1 < len(tokens):
            at += 2
        else:
            break
    return at
