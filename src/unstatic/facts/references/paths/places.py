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


def end_of_access(tokens: Sequence[Token], at: int) -> int:
    """Return the index behind what is written from *at* on, which may begin with a pointer's `->name`."""
    is_arrow = at + 1 < len(tokens) and tokens[at].text == b"->"
    return end_of_place(tokens, at + 2 if is_arrow else at)


def place_through(tokens: Sequence[Token], pointee: bytes | None) -> bytes | None:
    """Return what *tokens* behind a name lead to; *pointee* is the place that a pointer leads to, None for a table."""
    is_arrow = len(tokens) > 1 and tokens[0].text == b"->"
    behind = place_behind(tokens[2:] if is_arrow else tokens)
    if behind is None:
        return None
    if is_arrow:
        return (b"[]" if pointee is None else pointee) + b"." + tokens[1].text + behind
    if pointee is None:
        return behind
    return pointee + behind[2:] if pointee.endswith(b"[]") and behind.startswith(b"[]") else None
