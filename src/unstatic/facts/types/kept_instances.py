"""Instances that the module may hold: in its state, which a global moves into, or in its dict (G12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts
from unstatic.capi.arguments import CALL_PREFIXES
from unstatic.capi.memory import MAKING
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.free_lists import free_list
from unstatic.facts.references.aggregates.live_instances import points_to_live
from unstatic.facts.references.api_tables import is_capsule_table
from unstatic.facts.references.stores import stores_of
from unstatic.facts.types.allocation import allocations
from unstatic.facts.types.bases import with_bases
from unstatic.model.extension import Extension, File, GlobalKind, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.opened_code import as_tokens

_KEEPING = (GlobalKind.OBJECT, GlobalKind.OBJECT_ARRAY, GlobalKind.OBJECT_TABLE, GlobalKind.OBJECT_HOLDER)


def may_be_kept(model: Extension, static: StaticType) -> bool:
    """Tell whether the module may hold instances of *static*, or of a type that is derived from it.

    The collector sees the instances of a derived type only if it sees those of the base.
    """
    return static.symbol in _kept_types(model)


@fact
def _kept_types(model: Extension) -> frozenset[str]:
    """Return the types of such instances, and the bases of those."""
    return with_bases(model, (static.symbol for static in model.types if _is_kept(model, static)))


def _is_kept(model: Extension, static: StaticType) -> bool:
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
    if use.via_macro is None:
        around = model.calls_around(use.function or "", use.offset)
    else:
        expansion = model.files[use.path].at(use.offset).expansions.get(use.offset)
        opened = model.expanded(expansion) if expansion is not None else None
        around = list(calls(as_tokens(opened.tokens))) if opened is not None else []
    given = _parameters_given(model, around, use.name.encode())
    return any(_makes_given(model, function, index, frozenset()) for function, index in given)


def _parameters_given(model: Extension, found: Iterable[Call], name: bytes) -> Iterator[tuple[str, int]]:
    """Yield the functions of the project that are given a name, and as which of their arguments."""
    for call in found:
        for symbol in model.functions_named.get(call.name.text.decode("latin-1"), ()):
            for index, argument in enumerate(call.arguments):
                if [token.text for token in strip_casts(argument)] in ([name], [b"&", name]):
                    yield symbol, index


def _makes_given(model: Extension, function: str, index: int, seen: frozenset[str]) -> bool:
    """Tell whether a function makes an instance of what it is given, or calls one with it that does."""
    parameters = model.functions[function].definition.parameters
    if function in seen or index >= len(parameters):
        return False
    tokens = model.body(function).tokens
    name = model.by_symbol[parameters[index]][0].name.encode()
    is_called = any(
        call.name.text.lstrip(b"_").startswith(CALL_PREFIXES)
        and [token.text for token in strip_casts(call.arguments[0])] == [name]
        for call in calls(tokens)
        if call.arguments
    )
    given = _parameters_given(model, calls(tokens), name)
    return (
        is_called
        or any(token.text in MAKING for token in tokens)
        or any(_makes_given(model, other, at, seen | {function}) for other, at in given)
    )


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
        if points_to_live(model, item.symbol):
            continue
        if item.kind in _KEEPING and not is_capsule_table(model, item) and free_list(model, item.symbol) is None:
            for store in stores_of(model, item.symbol):
                yield store.function, store.value
                for symbol in _named(model.files[model.functions[store.function].definition.path], store.value):
                    if any(one.function == store.function for one in model.by_symbol.get(symbol, ())):
                        yield from ((store.function, other.value) for other in stores_of(model, symbol))


def _named(file: File, tokens: Sequence[Token]) -> set[str]:
    written = file.at(tokens[0].start).written if tokens else {}
    return {written[token.start].symbol for token in tokens if token.start in written}


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
