"""Who owns the reference that a global holds: counted from what the code does with it.

A field of the module state is cleared with the module, so it must own exactly one reference (R9, G102). A static
never had to: borrowed pointers, missing and superfluous increments did no harm there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.analyse.origins import INCREASE, Origin, assigned_value, origin_of
from unstatic.clex import Token
from unstatic.csyntax import Call, Statement, StatementKind, calls, closing, strip_casts
from unstatic.model import Extension, Reference
from unstatic.source import Location, Span

_DECREASE = {b"Py_DECREF", b"Py_XDECREF"}
# The argument whose reference the call takes over.
_STEALS = {
    b"PyModule_AddObject": 2,
    b"PyModule_Add": 2,
    b"PyTuple_SET_ITEM": 2,
    b"PyTuple_SetItem": 2,
    b"PyList_SET_ITEM": 2,
    b"PyList_SetItem": 2,
}


@dataclass(frozen=True, slots=True)
class Store:
    """One assignment to a global."""

    path: Path
    function: str
    offset: int
    statement: Span
    """The whole statement, an `if` around an assigning condition included."""
    in_block: bool
    origin: Origin
    value: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """What has to be done so that the global owns one reference once the module is made."""

    stores: tuple[Store, ...]
    add_after: tuple[Store, ...]
    """Stores after which an increment is missing."""
    add_before: tuple[Call, ...]
    """Calls that steal the only reference: an increment is missing before."""
    drop: tuple[Statement, ...]
    """Increments that nothing takes over: one more would stay with every module."""
    clear: tuple[Call, ...]
    """Decrements on error paths, which must clear the field as well."""
    problem: str
    location: Location | None


def stores_of(model: Extension, symbol: str) -> tuple[Store, ...]:
    """Return the assignments `symbol = value` in functions, in source order."""
    return tuple(
        store
        for use in model.uses.get(symbol, ())
        if use.function is not None and use.via_macro is None and (store := _store(model, use)) is not None
    )


def _store(model: Extension, use: Reference) -> Store | None:
    assert use.function is not None
    if use.function not in model.functions:
        return None
    path = model.body(use.function).path_to(use.offset)
    if not path:
        return None
    statement = path[-1]
    index = next((i for i, token in enumerate(statement.tokens) if token.start == use.offset), None)
    if index is None:
        return None
    after = index + 1
    while after < len(statement.tokens) and statement.tokens[after].text == b"[":
        after = closing(statement.tokens, after) + 1
    if after >= len(statement.tokens) or statement.tokens[after].text != b"=":
        return None
    value = assigned_value(statement.tokens[after + 1 :])
    parent = path[-2] if len(path) > 1 else statement
    return Store(
        use.path,
        use.function,
        use.offset,
        statement.span,
        parent.kind is StatementKind.BLOCK,
        origin_of(model, use.function, value),
        value,
    )


def balance(model: Extension, symbol: str, function: str | None = None, created: bool = False) -> Balance:
    """Count the references that *symbol* holds after initialisation, and say what is missing or too many.

    *created*: the symbol is a static type that a creation call will replace; it starts with one reference.
    """
    stores = stores_of(model, symbol)
    init = function or (model.init.builder if model.init else None)
    late = [store for store in stores if store.function != init]
    bad = next((s for s in stores if s.origin is Origin.UNKNOWN), None)
    bad = bad or next((s for s in late if s.origin is Origin.BORROWED and not _is_increased(model, symbol, s)), None)
    if bad is not None:
        problem = f"what is stored in it is {bad.origin.value}"
        return Balance(stores, (), (), (), (), problem, model.location(bad.path, bad.offset))
    subscripted = [store for store in stores if store.offset in _subscripted(model, symbol)]
    if subscripted:
        borrowed = next((s for s in subscripted if s.origin is Origin.BORROWED), None)
        if borrowed is not None and not _is_increased(model, symbol, borrowed):
            where = model.location(borrowed.path, borrowed.offset)
            return Balance(stores, (), (), (), (), "an element is given a borrowed reference", where)
        return Balance(stores, (), (), (), (), "", None)
    in_init = [store for store in stores if store.function == init and store.origin is not Origin.NULL]
    if init is None or init not in model.functions or not (in_init or created):
        return Balance(stores, (), (), (), (), "", None)
    return _init_balance(model, symbol, init, stores, in_init, created)


def _subscripted(model: Extension, symbol: str) -> set[int]:
    """Return the offsets at which an element of the array *symbol* is used."""
    found = set()
    for use in model.uses.get(symbol, ()):
        file = model.files[use.path]
        index = file.index_at(use.offset)
        if index + 1 < len(file.tokens) and file.tokens[index + 1].text == b"[":
            found.add(use.offset)
    return found


def _init_balance(
    model: Extension, symbol: str, init: str, stores: tuple[Store, ...], in_init: list[Store], created: bool
) -> Balance:
    names = _aliases(model, init, symbol, in_init)
    body = model.body(init)
    touching = [call for call in calls(body.tokens) if _touches(model, init, call, names)]
    increments = [call for call in touching if call.name.text in INCREASE]
    steals = [call for call in touching if call.name.text in _STEALS]
    clear = tuple(
        call
        for call in touching
        if call.name.text in _DECREASE
        and not _balances_failure(body, call, steals)
        and not _is_alias(model, init, call, symbol)
    )
    owned = 1 if created or any(store.origin is Origin.NEW for store in in_init) else 0
    net = owned + len(increments) - len(steals)
    if net == 1:
        return Balance(stores, (), (), (), clear, "", None)
    if net > 1:
        spare = [s for call in increments if (s := _simple(body, call)) is not None][: net - 1]
        return Balance(stores, (), (), tuple(spare), clear, "", None)
    if net == 0 and steals:
        return Balance(stores, (), tuple(steals[:1]), (), clear, "", None)
    if net == 0:
        return Balance(stores, tuple(in_init), (), (), clear, "", None)
    return Balance(stores, (), (), (), (), "it is given away more often than it is owned", None)


def _aliases(model: Extension, init: str, symbol: str, in_init: Iterable[Store]) -> set[str]:
    found = {symbol}
    file = model.files[model.functions[init].definition.path]
    for store in in_init:
        inner = strip_casts(store.value)
        reference = file.written.get(inner[0].start) if len(inner) == 1 else None
        if reference is not None and reference.symbol not in {item.symbol for item in model.globals}:
            found.add(reference.symbol)
    return found


def _touches(model: Extension, init: str, call: Call, names: set[str]) -> bool:
    position = _STEALS.get(call.name.text, 0)
    known = call.name.text in INCREASE or call.name.text in _DECREASE or call.name.text in _STEALS
    if not known or len(call.arguments) <= position:
        return False
    file = model.files[model.functions[init].definition.path]
    inner = strip_casts(call.arguments[position])
    if inner and inner[0].text == b"&":
        inner = strip_casts(inner[1:])
    if len(inner) != 1:
        return False
    reference = file.written.get(inner[0].start)
    return reference is not None and reference.symbol in names


def _is_alias(model: Extension, init: str, call: Call, symbol: str) -> bool:
    return not _touches(model, init, call, {symbol})


def _balances_failure(body: Statement, call: Call, steals: Sequence[Call]) -> bool:
    """Tell whether a decrement stands in the failure branch of a call that would have taken the reference."""
    for statement in body.path_to(call.name.start):
        if statement.kind is StatementKind.IF and statement.head:
            condition = Span(statement.head[0].start, statement.head[-1].end)
            if any(steal.name.start in condition for steal in steals):
                return True
    return False


def _simple(body: Statement, call: Call) -> Statement | None:
    statement = body.path_to(call.name.start)[-1]
    is_whole = statement.kind is StatementKind.SIMPLE and statement.head and statement.head[0].start == call.name.start
    return statement if is_whole and statement.head[-1].end == call.close.end else None


def _is_increased(model: Extension, symbol: str, store: Store) -> bool:
    """Tell whether the function that stores a borrowed reference increments it."""
    for call in calls(model.body(store.function).tokens):
        if call.name.text not in INCREASE or not call.arguments:
            continue
        argument = strip_casts(call.arguments[0])
        value = strip_casts(store.value)
        if [token.text for token in argument] == [token.text for token in value]:
            return True
        if _touches(model, store.function, call, {symbol}):
            return True
    return False
