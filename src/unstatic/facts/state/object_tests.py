"""Conditions that ask first of all whether an object is there."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import split, strip_parentheses


def absent(name: bytes) -> tuple[bytes, ...]:
    """Return the ways to ask whether a variable is NULL."""
    return (name + b"==NULL", b"NULL==" + name, b"!" + name)


def present(name: bytes) -> tuple[bytes, ...]:
    """Return the ways to ask whether a variable isn't NULL."""
    return (name + b"!=NULL", b"NULL!=" + name, name)


def asks_first(head: Sequence[Token], operator: bytes, wanted: Sequence[bytes]) -> bool:
    """Tell whether the first operand of a condition asks for the object: what follows may use it."""
    parts = split(head, operator)
    return bool(parts) and b"".join(token.text for token in strip_parentheses(parts[0])) in wanted
