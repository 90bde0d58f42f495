"""Instances that a global may hold: once it moves into the module state, they are part of a reference cycle (G12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.facts.references.stores import stores_of
from unstatic.facts.types.allocation import allocations
from unstatic.model.extension import Extension, File, GlobalKind, StaticType


def may_be_kept(model: Extension, static: StaticType) -> bool:
    """Tell whether a global is given the result of something that makes instances of *static*.

    The module holds the instance then, the instance its type, and the type the module: only the garbage collector
    can free them, and it has to see the instance.
    """
    makers = {
        item.function
        for item in allocations(model)
        if item.type_symbol == static.symbol or (item.type_symbol is None and _record(item.struct) == static.record)
    }
    new = static.function("tp_new")
    for function, value in _stored_values(model):
        file = model.files[model.functions[function].definition.path]
        named = _named(file, value)
        if static.symbol in named or (_reached(model, named) & {*makers, new}):
            return True
    return False


def _record(struct: bytes) -> str:
    return struct.decode("latin-1").removeprefix("struct ").strip()


def _stored_values(model: Extension) -> Iterator[tuple[str, Sequence[Token]]]:
    for item in model.globals:
        if item.kind in (GlobalKind.OBJECT, GlobalKind.OBJECT_ARRAY):
            yield from ((store.function, store.value) for store in stores_of(model, item.symbol))


def _named(file: File, tokens: Sequence[Token]) -> set[str]:
    return {file.written[token.start].symbol for token in tokens if token.start in file.written}


def _reached(model: Extension, named: set[str]) -> set[str]:
    """Return the functions among *named*, and all that they call."""
    found: set[str] = set()
    work = [symbol for symbol in named if symbol in model.functions]
    while work:
        function = work.pop()
        if function not in found:
            found.add(function)
            uses = model.uses_in.get(function, ())
            work += [use.symbol for use in uses if use.is_call and use.symbol in model.functions]
    return found
