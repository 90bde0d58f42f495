"""Operators on values that may be unknown."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from unstatic.project.discovery.setup_py.methods import is_modest
from unstatic.project.discovery.setup_py.values import MAX_BITS, MAX_LENGTH, UNKNOWN, Ref, Value, bounded, items

_PLAIN: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
}

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def binary(kind: ast.operator, left: Value, right: Value) -> Value:
    """Return `left kind right`. Exceptions of the operands (TypeError and the like) are left to the caller."""
    if isinstance(kind, ast.Add):
        return _added(left, right)
    if isinstance(kind, ast.Mod) and isinstance(left, str):
        return _formatted(left, right)
    if UNKNOWN in (left, right):
        return UNKNOWN
    if isinstance(kind, ast.Mult):
        return _repeated(left, right)
    if isinstance(kind, ast.Div) and not isinstance(left, PurePath | int | float):
        return UNKNOWN
    if type(kind) in _PLAIN:
        return bounded(_PLAIN[type(kind)](left, right))
    return left % right if isinstance(left, int) and isinstance(right, int) else UNKNOWN


def _added(left: Value, right: Value) -> Value:
    for kind in (list, tuple):
        # The known part of a list is worth keeping: the unknown one becomes a note.
        if isinstance(left, kind) and right is UNKNOWN:
            return kind([*left, UNKNOWN])
        if isinstance(right, kind) and left is UNKNOWN:
            return kind([UNKNOWN, *right])
    if UNKNOWN in (left, right) or not isinstance(left, str | bytes | list | tuple | int | float):
        return UNKNOWN
    return bounded(left + right)  # type: ignore[operator]


def _formatted(template: str, value: Value) -> Value:
    values = value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, dict) else (value,)
    if not is_modest(template, list(values)):
        return UNKNOWN
    return bounded(template % value)


def _repeated(left: Value, right: Value) -> Value:
    if isinstance(left, int) and isinstance(right, int):
        return left * right if left.bit_length() + right.bit_length() <= MAX_BITS else UNKNOWN
    sequence, times = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(sequence, str | list | tuple) or not isinstance(times, int):
        return UNKNOWN
    return sequence * times if len(sequence) * times <= MAX_LENGTH else UNKNOWN


def compare(kind: ast.cmpop, left: Value, right: Value) -> Value:
    """Return `left kind right`, UNKNOWN if either side is."""
    if isinstance(kind, ast.In | ast.NotIn):
        found = _contains(right, left)
        return found if found is UNKNOWN or isinstance(kind, ast.In) else not found
    if UNKNOWN in (left, right):
        return UNKNOWN
    if isinstance(left, Ref) or isinstance(right, Ref):
        # `module is None` is certain, `module.name == "x"` isn't.
        ref, other = (left, right) if isinstance(left, Ref) else (right, left)
        certain = other is None and isinstance(ref, Ref) and ref.imported
        return isinstance(kind, ast.IsNot | ast.NotEq) if certain else UNKNOWN
    if isinstance(kind, ast.Is | ast.IsNot):
        same = left is right or (type(left) is type(right) and isinstance(left, str | int) and left == right)
        return same is isinstance(kind, ast.Is)
    return bool(_COMPARISONS[type(kind)](left, right))


def _contains(container: Value, item: Value) -> Value:
    if UNKNOWN in (container, item):
        return UNKNOWN
    if isinstance(container, str):
        return item in container if isinstance(item, str) else UNKNOWN
    listed = items(container)
    if listed is None:
        return UNKNOWN
    if item in listed:
        return True
    return UNKNOWN if UNKNOWN in listed else False


def unary(kind: ast.unaryop, value: Value, known: bool | None) -> Value:
    """Return the result of a unary operator; *known* is the operand's truth."""
    if isinstance(kind, ast.Not):
        return UNKNOWN if known is None else not known
    if not isinstance(value, int | float):
        return UNKNOWN
    if isinstance(kind, ast.USub):
        return -value
    return ~value if isinstance(kind, ast.Invert) and isinstance(value, int) else value
