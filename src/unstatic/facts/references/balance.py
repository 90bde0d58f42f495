"""Who owns the reference that a global holds: counted from what the code does with it.

A field of the module state is cleared with the module, so it must own exactly one reference (R9, G102). A static
never had to: borrowed pointers, missing and superfluous increments did no harm there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, closing, is_alone, strip_casts
from unstatic.capi.references import CLEAR, DECREASE, INCREASE, REPLACE, STEALS
from unstatic.facts.macros.called_functions import called, formatted
from unstatic.facts.macros.variable_aliases import symbol_named
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates import carried
from unstatic.facts.references.macro_stores import macro_store
from unstatic.facts.references.origins import Origin, assigned_value, origin_of
from unstatic.facts.references.paths import Ownership, summaries_of
from unstatic.facts.references.transfers import taken
from unstatic.model.extension import Extension, File, Global, Reference
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import stores_of_macro
from unstatic.text.source import Location, Span

_COUNTING = {name.decode() for name in (*INCREASE, *DECREASE, *REPLACE, *CLEAR, *STEALS)}


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
class Touch:
    """A call that changes how many references to an object there are, or hands one over."""

    function: str
    call: Call
    statement: Statement
    loop: Statement | None = None
    """The loop in which the call is given one object after another out of an array: each of them once."""

    @property
    def start(self) -> int:
        """The offset before which an increment that the call needs has to stand."""
        return self.call.name.start if self.loop is None else self.loop.span.start


@dataclass(frozen=True, slots=True)
class Balance:
    """What has to be done so that the global owns one reference once the module is made."""

    stores: tuple[Store, ...]
    add_after: tuple[Store, ...]
    """Stores after which an increment is missing."""
    add_before: tuple[Touch, ...]
    """Calls that steal the only reference: an increment is missing before."""
    drop: tuple[Touch, ...]
    """Increments that nothing takes over: one more would stay with every module."""
    clear: tuple[Touch, ...]
    """Decrements on error paths, which must clear the field as well."""
    problem: Obstacle | None = None
    """Why that can't be told, or done."""


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
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    if not path:
        return None
    statement = path[-1]
    index = next((i for i, token in enumerate(statement.tokens) if token.start == use.offset), None)
    if index is None:
        return None
    after = index + 1
    while after < len(statement.tokens) and statement.tokens[after].text == b"[":
        after = closing(statement.tokens, after) + 1
    if after < len(statement.tokens) and statement.tokens[after].text == b"=":
        value = assigned_value(statement.tokens[after + 1 :])
        origin = origin_of(model, use.function, value)
    elif (replaced := _replacing(model, statement, use.offset)) is not None:
        value, origin = replaced, origin_of(model, use.function, replaced)
        # Py_SETREF takes over a reference that something else counts as its own.
        origin = Origin.UNKNOWN if origin is Origin.BORROWED else origin
    else:
        found = macro_store(model, use.function, statement, use.offset)
        if found is None:
            return None
        value, origin = found
    parent = path[-2] if len(path) > 1 else statement
    in_block = parent.kind is StatementKind.BLOCK
    return Store(use.path, use.function, use.offset, statement.span, in_block, origin, value)


def _replacing(model: Extension, statement: Statement, offset: int) -> tuple[Token, ...] | None:
    """Return the new value of the variable at *offset* where it is the first argument of Py_SETREF."""
    for call in calls(statement.tokens):
        if called(model, call) in REPLACE and len(call.arguments) == 2 and is_alone(call.arguments[0], offset):
            return call.arguments[1]
    return None


def balance(model: Extension, symbol: str, created: bool = False) -> Balance:
    """Count the references that *symbol* holds after initialisation, and say what is missing or too many.

    *created*: the symbol is a static type that a creation call will replace; it starts with one reference.
    """
    found = _balance(model, symbol, created)
    for configuration in model.configurations:
        found = _both(model, found, _balance(configuration, symbol, created))
    return found


def _both(model: Extension, first: Balance, second: Balance) -> Balance:
    """Return what has to be done in either configuration; a problem if one needs it where the other doesn't."""
    if first.problem or second.problem:
        return first if first.problem else second
    changes = [_changes(model, item) for item in (first, second)]
    shared = [{place for place in item if not model.files[place[0]].is_conditional(place[1])} for item in changes]
    if shared[0] != shared[1]:
        where = model.location(*min(shared[0] ^ shared[1]))
        reason = "the references that are taken of it differ between #if groups"
        return replace(first, problem=Obstacle(reason, "ownership", where))
    return Balance(
        first.stores,
        tuple({(item.path, item.offset): item for item in (*first.add_after, *second.add_after)}.values()),
        _once((*first.add_before, *second.add_before)),
        _once((*first.drop, *second.drop)),
        _once((*first.clear, *second.clear)),
    )


def _unbalanced(stores: tuple[Store, ...], reason: str, where: Location) -> Balance:
    return Balance(stores, (), (), (), (), Obstacle(reason, "ownership", where))


def _once(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    return tuple({(item.function, item.call.name.start): item for item in touches}.values())


def _changes(model: Extension, item: Balance) -> set[tuple[Path, int]]:
    """Return where something has to change."""
    touches = (*item.add_before, *item.drop, *item.clear)
    places = {(model.functions[touch.function].definition.path, touch.call.name.start) for touch in touches}
    return places | {(store.path, store.offset) for store in item.add_after}


def _balance(model: Extension, symbol: str, created: bool) -> Balance:
    stores = stores_of(model, symbol)
    functions = init_functions(model)
    subscripts = _subscripted(model, symbol)
    bad = next((s for s in stores if s.origin is Origin.UNKNOWN and (s.function in functions or subscripts)), None)
    if bad is not None:
        reason = f"what is stored in it is {bad.origin.value}"
        return _unbalanced(stores, reason, model.location(bad.path, bad.offset))
    subscripted = [store for store in stores if store.offset in subscripts]
    if subscripted:
        borrowed = next((s for s in subscripted if s.origin is Origin.BORROWED), None)
        if borrowed is not None and not _is_increased(model, symbol, borrowed):
            where = model.location(borrowed.path, borrowed.offset)
            return _unbalanced(stores, "an element is given a borrowed reference", where)
        given = _given_element(model, symbol, functions)
        if given is not None:
            return _unbalanced(stores, "an element is given away without a reference of its own", given)
        return Balance(stores, (), (), (), ())
    late = _late_balance(model, symbol, functions, stores)
    in_init = [
        store
        for store in stores
        if store.function in functions
        and store.origin is not Origin.NULL
        and not model.files[store.path].is_inactive(store.offset)
    ]
    if late.problem or not functions or not (in_init or created):
        return late
    found = _init_balance(model, symbol, functions, stores, in_init, created)
    unread = _unread_format(model, symbol, functions, in_init)
    if unread is not None:
        return _unbalanced(stores, "it is given to a call whose format can't be read", unread)
    return replace(found, add_before=found.add_before + late.add_before, clear=found.clear + late.clear)


def _unread_format(
    model: Extension, symbol: str, functions: Iterable[str], in_init: Iterable[Store]
) -> Location | None:
    """Return where initialisation gives the object to a call with a format that may have an `N` for it."""
    for function in functions:
        for touch in _touching(model, symbol, function, in_init):
            if formatted(model, touch.call) is None:
                return model.location(model.functions[function].definition.path, touch.call.name.start)
    return None


def _late_balance(model: Extension, symbol: str, functions: tuple[str, ...], stores: tuple[Store, ...]) -> Balance:
    """Follow every function that isn't initialisation alone: each must leave a reference in the global."""
    summaries = summaries_of(model)
    clear: list[Touch] = []
    add_before: list[Touch] = []
    item = model.global_by_symbol(symbol)
    writers = {use.function for use in item.written if not _is_read_by_macro(model, item, use)} if item else set()
    for function in sorted({use.function or "" for use in model.uses.get(symbol, ())} & model.functions.keys()):
        if function in functions:
            continue
        found = summaries.fixes(function, symbol)
        if found.ownership is Ownership.MISSING or (found.ownership is Ownership.UNKNOWN and function in writers):
            return _unbalanced(stores, *_why(model, symbol, function, found.ownership, stores))
        clear += [_touch(model, function, call) for call in found.clear]
        add_before += [_touch(model, function, call) for call in found.add_before]
    return Balance(stores, (), tuple(add_before), (), tuple(clear))


def _is_read_by_macro(model: Extension, item: Global, use: Reference) -> bool:
    """Tell whether a macro names a variable there, and neither stores to it nor counts references."""
    macro = model.macros.get(use.via_macro or "")
    return macro is not None and not stores_of_macro(model, macro, item.name) and not macro.mentions & _COUNTING


def _touch(model: Extension, function: str, call: Call) -> Touch:
    return Touch(function, call, model.body(function).path_to(call.name.start)[-1])


def _why(
    model: Extension, symbol: str, function: str, ownership: Ownership, stores: tuple[Store, ...]
) -> tuple[str, Location]:
    store = next((item for item in stores if item.function == function), None)
    use = next(item for item in model.uses[symbol] if item.function == function)
    where = model.location(store.path, store.offset) if store else model.location(use.path, use.offset)
    if ownership is Ownership.UNKNOWN:
        return f"what is stored in it is {ownership.value}", where
    if store is not None and store.origin is Origin.BORROWED:
        return f"what is stored in it is {store.origin.value}", where
    return "more references to it are given away than it owns", where


def _given_element(model: Extension, symbol: str, functions: Iterable[str]) -> Location | None:
    """Return where initialisation gives more references to an element of an array away than it adds."""
    count = 0
    last: Location | None = None
    for function in functions:
        file = model.files[model.functions[function].definition.path]
        for call in calls(model.body(function).tokens):
            for position, argument in enumerate(call.arguments):
                if not _is_element(file, argument, symbol):
                    continue
                taking = taken(model, call, position)
                last = model.location(file.source.path, call.name.start) if taking > 0 else last
                count += taking
    return last if count > 0 else None


def _is_element(file: File, argument: Sequence[Token], symbol: str) -> bool:
    """Tell whether an argument is `symbol[...]`, casts left out."""
    inner = strip_casts(argument)
    if len(inner) < 4 or inner[1].text != b"[" or closing(inner, 1) != len(inner) - 1:
        return False
    reference = file.written.get(inner[0].start)
    return reference is not None and reference.symbol == symbol


def _subscripted(model: Extension, symbol: str) -> set[int]:
    """Return the offsets at which an element of the array *symbol* is used."""
    found = set()
    for use in model.uses.get(symbol, ()):
        file = model.files[use.path].at(use.offset)
        tokens, index = file.around(use.offset, 2)
        if index + 1 < len(tokens) and tokens[index + 1].text == b"[":
            found.add(use.offset)
    return found


def _init_balance(
    model: Extension,
    symbol: str,
    functions: tuple[str, ...],
    stores: tuple[Store, ...],
    in_init: list[Store],
    created: bool,
) -> Balance:
    touching = [touch for function in functions for touch in _touching(model, symbol, function, in_init)]
    increments = [touch for touch in touching if called(model, touch.call) in INCREASE]
    counts = [_taken(model, symbol, touch, in_init) for touch in touching]
    steals = [touch for touch, count in zip(touching, counts, strict=True) for _ in range(count)]
    added = -sum(count for count in counts if count < 0)
    for function in functions:
        for item in carried(model, symbol, function):
            added -= min(item.taken, 0)
            steals += [_through(model, function, item.calls[-1]) for _ in range(item.taken)]
    clear = tuple(
        touch
        for touch in touching
        if called(model, touch.call) in DECREASE
        and not _balances_failure(model.body(touch.function), touch.call, [item.call for item in steals])
        and _mentions(model, touch.function, touch.call, {symbol})
    )
    releases = [touch for touch in touching if _is_released_for_good(model, touch, in_init)]
    clear = tuple(touch for touch in clear if touch not in releases)
    owned = 1 if created or any(store.origin is Origin.NEW for store in in_init) else 0
    net = owned + len(increments) + added - len(steals) - len(releases)
    if net <= 0 and len(releases) > -net:
        return Balance(stores, (), (), tuple(releases[: 1 - net]), clear)
    if net == 1:
        return Balance(stores, (), (), (), clear)
    if net > 1:
        spare = [touch for touch in increments if _is_whole(touch)][: net - 1]
        return Balance(stores, (), (), tuple(spare), clear)
    if net == 0 and (not steals or _may_fail_between(model, in_init, steals[0])):
        return Balance(stores, tuple(in_init), (), (), clear)
    if net <= 0 and len(steals) > -net:
        return Balance(stores, (), tuple(steals[: 1 - net]), (), clear)
    where = steals[-1]
    path = model.functions[where.function].definition.path
    reason = "it is given away more often than it is owned"
    return _unbalanced(stores, reason, model.location(path, where.call.name.start))


def _may_fail_between(model: Extension, in_init: Sequence[Store], stealing: Touch) -> bool:
    """Tell whether a function may be left with a borrowed reference in the field, which is cleared then."""
    store = in_init[0] if len(in_init) == 1 else None
    if store is None or store.origin is not Origin.BORROWED:
        return False
    between = Span(store.statement.end, stealing.start)
    leaving = (StatementKind.RETURN, StatementKind.JUMP)
    ways = (item for item in model.body(store.function).walk() if item.kind in leaving)
    return store.function != stealing.function or any(item.span.start in between for item in ways)


def _through(model: Extension, function: str, call: Call) -> Touch:
    path = model.body(function).path_to(call.name.start)
    loop = next((item for item in path if item.kind is StatementKind.LOOP), None)
    return Touch(function, call, path[-1], loop)


def _touching(model: Extension, symbol: str, function: str, in_init: Iterable[Store]) -> list[Touch]:
    """Return the calls in *function* that are given the object, or that count it up or down."""
    names = _aliases(model, function, symbol, in_init)
    body = model.body(function)
    every_call, given = summaries_of(model).calls(function), _given(model, function)
    found = [every_call[at] for at in sorted({at for name in names for at in given.get(name, ())})]
    return [Touch(function, call, body.path_to(call.name.start)[-1]) for call in found]


@fact
def _given(model: Extension, function: str) -> Mapping[str, Sequence[int]]:
    """Return which calls in *function*, by their index, are given each symbol as an argument of its own."""
    found: dict[str, list[int]] = {}
    path = model.functions[function].definition.path
    for at, call in enumerate(summaries_of(model).calls(function)):
        for symbol in _arguments(model, path, call):
            if symbol is not None:
                found.setdefault(symbol, []).append(at)
    return found


def _aliases(model: Extension, function: str, symbol: str, in_init: Iterable[Store]) -> set[str]:
    found = {symbol}
    file = model.files[model.functions[function].definition.path]
    for store in in_init:
        if store.function != function:
            continue
        inner = strip_casts(store.value)
        reference = file.written.get(inner[0].start) if len(inner) == 1 else None
        if reference is not None and model.global_by_symbol(reference.symbol) is None:
            found.add(reference.symbol)
    return found


def _mentions(model: Extension, function: str, call: Call, names: set[str]) -> bool:
    return bool(_positions(model, function, call, names))


def _positions(model: Extension, function: str, call: Call, names: set[str]) -> list[int]:
    """Return which arguments of the call are one of *names*, casts and `&` left out."""
    path = model.functions[function].definition.path
    return [position for position, symbol in enumerate(_arguments(model, path, call)) if symbol in names]


def _arguments(model: Extension, path: Path, call: Call) -> Iterator[str | None]:
    """Yield what each argument of the call names, casts and `&` left out; None for any other expression."""
    for argument in call.arguments:
        inner = strip_casts(argument)
        if inner and inner[0].text == b"&":
            inner = strip_casts(inner[1:])
        yield symbol_named(model, path, inner[0]) if len(inner) == 1 else None


def _taken(model: Extension, symbol: str, touch: Touch, in_init: Iterable[Store]) -> int:
    if called(model, touch.call) in INCREASE | DECREASE:
        return 0
    names = _aliases(model, touch.function, symbol, in_init)
    return sum(taken(model, touch.call, at) for at in _positions(model, touch.function, touch.call, names))


def _is_released_for_good(model: Extension, touch: Touch, in_init: Iterable[Store]) -> bool:
    """Tell whether a decrement gives the variable's own reference up while something else still has one.

    `PyDict_SetItemString(dict, "Error", Error); Py_DECREF(Error);`: the static is borrowed from the dict from then on.
    """
    if called(model, touch.call) not in DECREASE or not _is_whole(touch):
        return False
    path = model.body(touch.function).path_to(touch.call.name.start)
    here = touch.call.name.start
    if any(store.function == touch.function and store.offset > here for store in in_init):
        return False
    blocks = [item for item in path if item.kind is StatementKind.BLOCK]
    left = any(item.kind is StatementKind.RETURN and item.span.end <= here for item in blocks[0].children)
    return len(path) == len(blocks) + 1 and not left


def _is_whole(touch: Touch) -> bool:
    head = touch.statement.head
    is_alone = touch.statement.kind is StatementKind.SIMPLE and head and head[0].start == touch.call.name.start
    return bool(is_alone) and head[-1].end == touch.call.close.end


def _balances_failure(body: Statement, call: Call, steals: Sequence[Call]) -> bool:
    """Tell whether a decrement stands in the failure branch of a call that would have taken the reference."""
    for statement in body.path_to(call.name.start):
        if statement.kind is StatementKind.IF and statement.head:
            condition = Span(statement.head[0].start, statement.head[-1].end)
            if any(steal.name.start in condition for steal in steals):
                return True
    return False


def _is_increased(model: Extension, symbol: str, store: Store) -> bool:
    """Tell whether the function that stores a borrowed reference increments it."""
    for call in calls(model.body_at(store.function, store.path, store.offset).tokens):
        if called(model, call) not in INCREASE or not call.arguments:
            continue
        argument = strip_casts(call.arguments[0])
        value = strip_casts(store.value)
        if [token.text for token in argument] == [token.text for token in value]:
            return True
        if _mentions(model, store.function, call, {symbol}):
            return True
    return False
