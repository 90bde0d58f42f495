"""What a callback that gives 0 where all went well gives where something failed, as it shows by its returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, split, strip_casts, strip_parentheses
from unstatic.model.initialiser_values import is_null


def failing_value(body: Statement) -> bytes:
    """Return the constant that a function gives where something failed, and 0 elsewhere; empty if that can't be told.

    `if (!(len = unquote(path, len))) return 1;` tells it, and `return parser->field == NULL;` of what was just made.
    """
    found = [item for item in body.walk() if item.kind is StatementKind.RETURN]
    last = body.children[-1] if body.children else None
    if last is None or last.kind is not StatementKind.RETURN:
        return b""
    others = {_text(item.head) for item in found if item is not last}
    if _text(last.head) == b"0":
        failing = {_text(item.head) for item in _behind_failures(body)}
        value = next(iter(failing)) if len(failing) == 1 else b""
        return value if value not in (b"", b"0") and others <= {b"0", value} and _is_number(value) else b""
    return b"1" if others <= {b"0"} and _asks_whether_made(body, last) else b""


def _behind_failures(body: Statement) -> Iterator[Statement]:
    """Yield the returns that are reached where what an `if` calls gave nothing: `if (!f(x)) return 1;`."""
    for item in body.walk():
        asked = _denied(item.head) if item.kind is StatementKind.IF else ()
        if asked and next(iter(calls(asked)), None) is not None:
            then = item.children[0]
            last = then.last
            if last.kind is StatementKind.RETURN:
                yield last


def _asks_whether_made(body: Statement, last: Statement) -> bool:
    """Tell whether a function returns `x == NULL` for an *x* that it gave the result of a call before."""
    asked = [token.text for token in _denied(last.head)]
    for item in body.walk():
        sides = split(item.tokens, b"=") if item.kind is StatementKind.SIMPLE and asked else ()
        if len(sides) == 2 and [token.text for token in sides[0]] == asked:
            value = strip_casts(sides[1])
            call = next(iter(calls(value)), None)
            if call is not None and call.name is value[0]:
                return True
    return False


def _denied(condition: Sequence[Token]) -> Sequence[Token]:
    """Return what a condition asks to be nothing: the `x` of `!x` and `x == NULL`."""
    inner = strip_parentheses(condition)
    if inner[:1] and inner[0].text == b"!":
        rest = strip_parentheses(inner[1:])
        is_whole = len(rest) < len(inner) - 1 or not {b"&&", b"||"} & {token.text for token in rest}
        return rest if is_whole else ()
    sides = split(inner, b"==")
    return strip_parentheses(sides[0]) if len(sides) == 2 and is_null(sides[1]) else ()


def _text(returned: Sequence[Token]) -> bytes:
    return b"".join(token.text for token in strip_casts(returned))


def _is_number(value: bytes) -> bool:
    return value.removeprefix(b"-").isdigit()
