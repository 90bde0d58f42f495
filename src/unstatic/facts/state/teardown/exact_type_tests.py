"""`Py_TYPE(self) == &Box_Type` in functions of the teardown, which can't reach a type in the module state (G340).

A table of methods that one type alone has tells that type: subclasses don't inherit the pointer to it. Where there are
none, its tp_traverse or tp_dealloc tells a type that can't be subclassed (G460).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path

from unstatic.c.expressions import expression
from unstatic.c.nodes import Binary, Call, Name, Node, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, strip_parentheses
from unstatic.facts.macros.mentions import is_ours, mentions, only_definition
from unstatic.facts.places.file_order import is_declared_above
from unstatic.facts.state.teardown.finalisation import TORN_DOWN, holds_module
from unstatic.facts.types.bases import subclassed
from unstatic.model.extension import Extension, Function, Macro, Reference, StaticType
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


def spare_macros(model: Extension, static: StaticType) -> tuple[Macro, ...]:
    """Return the macros that only stood in such tests for a type: they go."""
    tests = exact_type_tests(model)
    names = {use.via_macro for use in model.uses.get(static.symbol, ()) if (use.path, use.offset) in tests}
    found = (only_definition(model, name) for name in sorted(filter(None, names)))
    return tuple(item for item in found if item is not None and _is_spare(model, item, tests.keys()))


def _is_spare(model: Extension, macro: Macro, tests: Set[tuple[Path, int]]) -> bool:
    where = macro.definition
    named = {(path, span.start) for path, span in mentions(model, where.name.encode())}
    return named <= tests and is_ours(model, where.path, where.span.start)


@fact
def _torn_down(model: Extension) -> frozenset[str]:
    """Return the functions that the teardown calls, alone or not: slots of types that may go before their objects, and
    what those call.
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
    """Tell whether a function is called in some others; it is nothing but called, there or elsewhere (G643)."""
    function = model.functions[symbol]
    uses = model.uses.get(symbol, ())
    is_called = any(use.is_call and use.function in callers and use.via_macro is None for use in uses)
    return not function.roles and not function.escapes and is_called


def _test(model: Extension, static: StaticType, use: Reference) -> tuple[Span, bytes] | None:
    around = use_of(model, use).around
    mark = _mark(model, static, use)
    if use.via_macro is not None:
        return _test_by_macro(model, static, use, *mark) if mark is not None else None
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


def _test_by_macro(
    model: Extension, static: StaticType, use: Reference, field: bytes, value: bytes
) -> tuple[Span, bytes] | None:
    """Return the test for `Box_CheckExact(self)`, a macro that is nothing but a test for the type.

    Others go on using the macro.
    """
    macro = model.sole_macro(use.via_macro or "")
    call = model.call_at(use.function or "", use.offset)
    if macro is None or call is None or len(call.arguments) != 1 or not call.arguments[0]:
        return None
    if call.name.text.decode("latin-1") != use.via_macro or not _is_exact_test(macro, static.name.encode()):
        return None
    argument = Span(call.arguments[0][0].start, call.arguments[0][-1].end)
    object_ = model.files[use.path].source.text(argument)
    asked = b"Py_TYPE(" + object_ + b")->" + field
    statement = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)[-1]
    around = _around(statement, call.span.start)
    if around and isinstance(around[0], Prefix) and around[0].operator == b"!":
        node, new = around[0], asked + b" != " + value
        return node.span, b"(" + new + b")" if len(around) > 1 and _binds(around[1]) else new
    new = asked + b" == " + value
    return call.span, b"(" + new + b")" if around and _binds(around[0]) else new


def _around(statement: Statement, offset: int) -> tuple[Node, ...]:
    """Return what stands around the call at a place, innermost first."""
    trees = (tree for tree in expressions_of(statement) if tree.tokens and offset in tree.span)
    found = [node for tree in trees for node in tree.walk() if node.tokens and offset in node.span]
    at = next((index for index, node in enumerate(found) if isinstance(node, Call) and node.span.start == offset), 0)
    return tuple(reversed(found[:at]))


def _is_exact_test(macro: Macro, name: bytes) -> bool:
    """Tell whether a macro is `Py_IS_TYPE(o, &Box_Type)` or `(Py_TYPE(o) == &Box_Type)`, the parameter cast or not."""
    parameters = macro.definition.parameters or ()
    if len(parameters) != 1:
        return False
    left, right = _compared(expression(strip_parentheses(macro.body)))
    if left is None or not isinstance(right, Prefix) or right.operator != b"&":
        return False
    named = [[token.text for token in node.bare.tokens] for node in (left, right.operand)]
    return named == [[parameters[0].encode()], [name]]


def _compared(tree: Node) -> tuple[Node | None, Node | None]:
    """Return the object of a test for one exact type, and the type."""
    if isinstance(tree, Call) and _is_call(tree, b"Py_IS_TYPE") and len(tree.arguments) == 2:
        return tree.arguments[0], tree.arguments[1].bare
    if not isinstance(tree, Binary) or tree.operator != b"==":
        return None, None
    typed = next((one.bare for one in (tree.left, tree.right) if _is_call(one.bare, b"Py_TYPE")), None)
    other = tree.right if typed is tree.left.bare else tree.left
    return (typed.arguments[0], other.bare) if isinstance(typed, Call) and typed.arguments else (None, None)


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
