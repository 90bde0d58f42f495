"""`Py_TYPE(self) == &Box_Type` in functions of the teardown, which can't reach a type in the module state (G340).

A table of methods that one type alone has tells that type: subclasses don't inherit the pointer to it. Where there are
none, its tp_traverse or tp_dealloc tells a type that can't be subclassed (G460).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path

from unstatic.c.nodes import Binary, Call, Name, Node, Prefix
from unstatic.facts.places.file_order import is_declared_above
from unstatic.facts.state.teardown.finalisation import TORN_DOWN, holds_module
from unstatic.facts.types.bases import subclassed
from unstatic.model.extension import Extension, Function, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.uses import use_of
from unstatic.text.source import Span


@fact
def exact_type_tests(model: Extension) -> Mapping[tuple[Path, int], tuple[Span, bytes]]:
    """Return what to write for such tests: by the place of the type's name, the span of the test and the new one."""
    found: dict[tuple[Path, int], tuple[Span, bytes]] = {}
    for static in model.types:
        for use in model.uses.get(static.symbol, ()):
            test = _test(model, static, use) if use.function in _torn_down(model) else None
            if test is not None:
                found[use.path, use.offset] = test
    return found


@fact
def _torn_down(model: Extension) -> frozenset[str]:
    """Return the functions that the teardown alone calls: slots of types that may go before their objects, and what
    those alone call.
    """
    found = {symbol for symbol, function in model.functions.items() if function.roles and _is_slot(model, function)}
    while True:
        more = {symbol for symbol in model.functions if symbol not in found and _is_called_from(model, symbol, found)}
        if not more:
            return frozenset(found)
        found |= more


def _is_slot(model: Extension, function: Function) -> bool:
    """Tell whether a function has nothing but slots of the teardown, some of types that may go before their objects."""
    if any(role.slot not in TORN_DOWN for role in function.roles):
        return False
    owners = [model.type_by_symbol(role.owner or "") for role in function.roles]
    return not all(owner is not None and holds_module(model, owner) for owner in owners)


def _is_called_from(model: Extension, symbol: str, callers: Set[str]) -> bool:
    """Tell whether nothing but calls in some functions leads to a function."""
    function = model.functions[symbol]
    uses = model.uses.get(symbol, ())
    calls = [use for use in uses if use.is_call and use.function in callers and use.via_macro is None]
    return not function.roles and not function.escapes and bool(calls) and len(calls) == len(uses)


def _test(model: Extension, static: StaticType, use: Reference) -> tuple[Span, bytes] | None:
    around = use_of(model, use).around
    mark = _mark(model, static, use)
    if mark is None or len(around) < 3 or not (isinstance(around[1], Prefix) and around[1].operator == b"&"):
        return None
    field, value = mark
    text = model.files[use.path].at(use.offset).source.text
    test = around[2]
    if isinstance(test, Binary) and test.operator in (b"==", b"!="):
        other = test.right if test.left is around[1] else test.left
        if _is_call(other, b"Py_TYPE"):
            return test.span, text(other.span) + b"->" + field + b" " + test.operator + b" " + value
    if isinstance(test, Call) and _is_call(test, b"Py_IS_TYPE") and len(test.arguments) == 2:
        new = b"Py_TYPE(" + text(test.arguments[0].span) + b")->" + field + b" == " + value
        return test.span, b"(" + new + b")" if len(around) > 3 and _binds(around[3]) else new
    return None


def _is_call(node: Node, name: bytes) -> bool:
    return isinstance(node, Call) and isinstance(node.function, Name) and node.function.text == name


def _binds(node: Node) -> bool:
    """Tell whether an operator would take a part of a comparison without parentheses."""
    return isinstance(node, Prefix) or (isinstance(node, Binary) and node.operator not in (b"&&", b"||"))


def _mark(model: Extension, static: StaticType, use: Reference) -> tuple[bytes, bytes] | None:
    """Return a field and what it has in this type alone, if the place of *use* knows that."""
    final = () if static.symbol in subclassed(model) or static.runtime else ("tp_traverse", "tp_dealloc")
    for slot in ("tp_methods", *final):
        item = static.fields.get(slot)
        symbol = item.symbol if item is not None else None
        if (
            item is not None
            and symbol
            and _is_alone(model, static, slot, symbol)
            and is_declared_above(model, symbol, use.path, use.offset)
        ):
            return slot.encode(), item.value
    return None


def _is_alone(model: Extension, static: StaticType, slot: str, symbol: str) -> bool:
    """Tell whether no other type has the table, or the function, of a type."""
    function = model.functions.get(symbol)
    if function is not None:
        roles = {(role.owner, role.slot) for role in function.roles}
        return roles == {(static.symbol, slot)} and not function.escapes and not function.alternatives
    return slot == "tp_methods" and all(each.initialises == static.symbol for each in model.uses.get(symbol, ()))
