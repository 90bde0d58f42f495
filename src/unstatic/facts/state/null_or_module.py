"""Functions that are module functions and methods at once, and do the same with NULL as with the module."""

from __future__ import annotations

from unstatic.c.nodes import Binary, Call, Node
from unstatic.model.extension import Extension, Function
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import Use, UsedAs, outer_of, uses_as


def does_for_null(model: Extension, function: Function) -> bool:
    """Tell whether the module makes no other difference to a function than NULL as its first parameter.

    It asks for both at once, `self == NULL || PyModule_Check(self)`, and else reads the members of what is an instance,
    or has a call put one there: neither NULL nor a module has any.
    """
    symbol = function.definition.parameters[0]
    declared = {item.name_span.start for item in model.by_symbol.get(symbol, ())}
    used = [use for use in uses_as(model, symbol) if use.reference.offset not in declared]
    return bool(used) and all(_is_same(use) for use in used)


def _is_same(use: Use) -> bool:
    if use.role is UsedAs.MEMBER or (use.role is UsedAs.ADDRESS and _is_argument(use)):
        return True
    test = next((item for item in use.around if isinstance(item, Binary) and item.operator == b"||"), None)
    names = {use.around[0].tokens[0].text} if use.around else set()
    return test is not None and len(names) == 1 and _asks_both(test, names.pop())


def _is_argument(use: Use) -> bool:
    return len(use.outer) > 1 and isinstance(outer_of(use.outer)[0], Call)


def _asks_both(test: Binary, name: bytes) -> bool:
    """Tell whether a condition is `name == NULL || PyModule_Check(name)`."""
    left, right = test.left.bare, test.right.bare
    is_absent = isinstance(left, Binary) and left.operator == b"==" and is_null(left.right.tokens)
    is_same = isinstance(left, Binary) and _is_name(left.left, name)
    is_call = isinstance(right, Call) and _is_name(right.function, b"PyModule_Check") and len(right.arguments) == 1
    return is_absent and is_same and is_call and isinstance(right, Call) and _is_name(right.arguments[0], name)


def _is_name(node: Node, name: bytes) -> bool:
    return [token.text for token in node.bare.tokens] == [name]
