"""Deallocators that reset the global which holds the only instance of their type: `instance = NULL;` at their end.

A state that owns the instance is cleared before the instance goes, so that nothing is left to reset.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.helpers import initialising
from unstatic.facts.references.stores import stores_of
from unstatic.model.extension import Extension, GlobalKind, Role
from unstatic.model.initialiser_values import is_null


def resets(model: Extension, symbol: str) -> Iterator[tuple[Path, str, Statement]]:
    """Yield the statements by which deallocators only reset the global *symbol*, with their function."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind is not GlobalKind.OBJECT:
        return
    for use in item.written:
        function = model.functions.get(use.function or "")
        if function is None or use.via_macro is not None or not function.roles:
            continue
        path = model.body_at(function.symbol, use.path, use.offset).path_to(use.offset)
        if len(path) != 2 or path[-1].kind is not StatementKind.SIMPLE or function.alternatives:
            continue
        head = path[-1].head
        is_reset = len(head) > 2 and head[0].start == use.offset and head[1].text == b"=" and is_null(head[2:])
        if is_reset and all(_frees_only(model, symbol, function.symbol, role) for role in function.roles):
            yield use.path, function.symbol, path[-1]


def _frees_only(model: Extension, symbol: str, function: str, role: Role) -> bool:
    """Tell whether the role is to free the one instance that the initialisation makes and leaves in *symbol*."""
    if role.slot != "tp_dealloc":
        return False
    setting = initialising(model)
    stores = [store for store in stores_of(model, symbol) if store.function != function]
    if len(stores) != 1 or stores[0].function not in setting:
        return False
    static = model.type_by_symbol(role.owner or "")
    if static is None:
        # The type has become one already: that it is the only instance was seen before.
        return any(
            role.owner == spec.declaration.symbol and "tp_new" not in spec.slots and not spec.is_subclassable
            for spec in model.specs
        )
    names = {token.text.decode("latin-1") for token in stores[0].value if token.kind is TokenKind.IDENT}
    is_made = static.name in names and all(use.function in setting for use in model.uses.get(static.symbol, ()))
    return is_made and not static.value("tp_new") and not static.base and not static.is_subclassable
