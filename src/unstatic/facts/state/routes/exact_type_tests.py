"""`Py_TYPE(self) == &Box_Type` in functions of the teardown, which can't reach a type in the module state (G340).

A table of methods that one type alone has tells that type: subclasses don't inherit the pointer to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from unstatic.c.nodes import Binary, Call, Name, Node, Prefix
from unstatic.facts.places.file_order import order_key
from unstatic.facts.state.finalisation import TORN_DOWN, holds_module
from unstatic.model.extension import Declaration, Extension, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.uses import use_of
from unstatic.text.source import Span


@fact
def exact_type_tests(model: Extension) -> Mapping[tuple[Path, int], tuple[Span, bytes]]:
    """Return what to write for such tests: by the place of the type's name, the span of the test and the new one."""
    found: dict[tuple[Path, int], tuple[Span, bytes]] = {}
    for static in model.types:
        for use in model.uses.get(static.symbol, ()):
            test = _test(model, static, use) if _is_torn_down(model, use.function or "") else None
            if test is not None:
                found[use.path, use.offset] = test
    return found


def _is_torn_down(model: Extension, symbol: str) -> bool:
    """Tell whether a function has nothing but slots of the teardown, some of types that may go before their objects."""
    function = model.functions.get(symbol)
    if function is None or not function.roles or any(role.slot not in TORN_DOWN for role in function.roles):
        return False
    owners = [model.type_by_symbol(role.owner or "") for role in function.roles]
    return not all(owner is not None and holds_module(model, owner) for owner in owners)


def _test(model: Extension, static: StaticType, use: Reference) -> tuple[Span, bytes] | None:
    around = use_of(model, use).around
    table = _table(model, static, use)
    if table is None or len(around) < 3 or not (isinstance(around[1], Prefix) and around[1].operator == b"&"):
        return None
    name = table.name.encode()
    text = model.files[use.path].at(use.offset).source.text
    test = around[2]
    if isinstance(test, Binary) and test.operator in (b"==", b"!="):
        other = test.right if test.left is around[1] else test.left
        if _is_call(other, b"Py_TYPE"):
            return test.span, text(other.span) + b"->tp_methods " + test.operator + b" " + name
    if isinstance(test, Call) and _is_call(test, b"Py_IS_TYPE") and len(test.arguments) == 2:
        new = b"Py_TYPE(" + text(test.arguments[0].span) + b")->tp_methods == " + name
        return test.span, b"(" + new + b")" if len(around) > 3 and isinstance(around[3], Prefix) else new
    return None


def _is_call(node: Node, name: bytes) -> bool:
    return isinstance(node, Call) and isinstance(node.function, Name) and node.function.text == name


def _table(model: Extension, static: StaticType, use: Reference) -> Declaration | None:
    """Return the table of methods, if the place of *use* knows it and no other type has it."""
    item = static.fields.get("tp_methods")
    symbol = item.symbol if item is not None else None
    if symbol is None or any(each.initialises != static.symbol for each in model.uses.get(symbol, ())):
        return None
    readers, place = set(model.readers[use.path]), order_key(model, use.path, use.offset)
    for declared in model.by_symbol.get(symbol, ()):
        is_seen = readers <= set(model.readers[declared.path]) and declared.function is None
        if is_seen and order_key(model, declared.path, declared.name_span.start) < place:
            return declared
    return None
