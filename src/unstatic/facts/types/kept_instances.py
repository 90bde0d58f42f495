"""Instances that the module may hold: in its state, which a global moves into, or in its dict (G12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.capi.arguments import CALL_PREFIXES
from unstatic.capi.memory import MAKING
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.free_lists import free_list
from unstatic.facts.references.api_tables import is_capsule_table
from unstatic.facts.references.stores import stores_of
from unstatic.facts.types.allocation import allocations
from unstatic.model.extension import Extension, File, GlobalKind, Reference, StaticType
from unstatic.model.initialiser_values import symbol_at

_KEEPING = (GlobalKind.OBJECT, GlobalKind.OBJECT_ARRAY, GlobalKind.OBJECT_TABLE, GlobalKind.OBJECT_HOLDER)


def may_be_kept(model: Extension, static: StaticType) -> bool:
    """Tell whether a global is given the result of something that makes instances of *static*, or the initialisation
    makes one, as most do that give it to the module.

    The module holds the instance then, the instance its type, and the type the module: only the garbage collector
    can free them, and it has to see the instance.
    """
    makers = {
        item.function
        for item in allocations(model)
        if item.type_symbol == static.symbol or (item.type_symbol is None and _record(item.struct) == static.record)
    }
    makers |= {use.function for use in model.uses.get(static.symbol, ()) if use.function and _hands_on(model, use)}
    new = static.function("tp_new")
    for function, value in _stored_values(model):
        file = model.files[model.functions[function].definition.path]
        named = _named(file, value)
        if static.symbol in named or (_reached(model, named) & {*makers, new}):
            return True
    initialising = _reached(model, init_functions(model))
    return bool(initialising & {*makers, new}) or any(
        use.function in initialising and _is_instantiated(model, use) for use in model.uses.get(static.symbol, ())
    )


def _hands_on(model: Extension, use: Reference) -> bool:
    """Tell whether a type is given to a function of the project that makes an instance of what it is given."""
    file = model.files[use.path].at(use.offset)
    around = model.calls_around(use.function or "", use.offset)
    symbol = symbol_at(file, around[-1].name) if around else None
    if symbol is None or symbol not in model.functions:
        return False
    return any(token.text in MAKING for token in model.body(symbol).tokens)


def _is_instantiated(model: Extension, use: Reference) -> bool:
    """Tell whether a type is what is called, or allocated: `Box_Type.tp_alloc(&Box_Type, 0)`."""
    return any(
        any(token.start == use.offset for token in call.arguments[0])
        and (call.name.text in MAKING or call.name.text.lstrip(b"_").startswith(CALL_PREFIXES))
        for call in model.calls_around(use.function or "", use.offset)
        if call.arguments
    )


def _record(struct: bytes) -> str:
    return struct.decode("latin-1").removeprefix("struct ").strip()


def _stored_values(model: Extension) -> Iterator[tuple[str, Sequence[Token]]]:
    """Yield what globals are given, and what the local variables were given that they get it from."""
    for item in model.globals:
        if item.kind in _KEEPING and not is_capsule_table(model, item) and free_list(model, item.symbol) is None:
            for store in stores_of(model, item.symbol):
                yield store.function, store.value
                for symbol in _named(model.files[model.functions[store.function].definition.path], store.value):
                    if any(one.function == store.function for one in model.by_symbol.get(symbol, ())):
                        yield from ((store.function, other.value) for other in stores_of(model, symbol))


def _named(file: File, tokens: Sequence[Token]) -> set[str]:
    return {file.written[token.start].symbol for token in tokens if token.start in file.written}


def _reached(model: Extension, named: Iterable[str]) -> set[str]:
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
