"""Conditions that ask first of all whether an object is there."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, split, strip_parentheses


def absent(name: bytes) -> tuple[bytes, ...]:
    """Return the ways to ask whether a variable is NULL."""
    return (name + b"==NULL", b"NULL==" + name, b"!" + name)


def present(name: bytes) -> tuple[bytes, ...]:
    """Return the ways to ask whether a variable isn't NULL."""
    return (name + b"!=NULL", b"NULL!=" + name, name)


def is_absence_test(statement: Statement, name: bytes) -> bool:
    """Tell whether a statement is an `if (name == NULL)` without an `else`, whatever it does then."""
    is_test = statement.kind is StatementKind.IF and len(statement.children) == 1
    return is_test and b"".join(token.text for token in strip_parentheses(statement.head)) in absent(name)


def asks_first(head: Sequence[Token], operator: bytes, wanted: Sequence[bytes]) -> bool:
    """Tell whether the first operand of a condition asks for the object: what follows may use it."""
    parts = split(head, operator)
    return bool(parts) and b"".join(token.text for token in strip_parentheses(parts[0])) in wanted


def is_asked_for(body: Statement, offset: int, name: bytes) -> bool:
    """Tell whether a place in a function asks for *name*, or is reached only where it was found not to be NULL."""
    path = body.path_to(offset)
    for above, outer, inner in zip((None, *path), path, (*path[1:], None), strict=False):
        is_test = outer.kind is StatementKind.IF and asks_first(outer.head, b"&&", present(name))
        if is_test and (inner is None or inner is outer.children[0]):
            return True
        # What stands in a switch may be reached by a label below.
        is_straight = outer.kind is StatementKind.BLOCK and (above is None or above.kind is not StatementKind.SWITCH)
        before = outer.children if is_straight else (outer,)
        if any(_leaves_without(item, name) for item in before if item.span.start <= offset):
            return True
    return False


def _leaves_without(statement: Statement, name: bytes) -> bool:
    is_test = statement.kind is StatementKind.IF and len(statement.children) == 1
    if not is_test or not asks_first(statement.head, b"||", absent(name)):
        return False
    last = statement.children[0].last
    return last.kind is StatementKind.RETURN or last.tokens[0].text.startswith(b"Py_RETURN_")
