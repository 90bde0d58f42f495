"""What has to change so that a global owns the reference it holds: counted along the paths of all that uses it.

A field of the module state is cleared with the module, so it must own exactly one reference (R9, G102). A static
never had to: borrowed pointers, missing and superfluous increments did no harm there.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.syntax import Call, Statement, StatementKind
from unstatic.capi.references import CLEAR, DECREASE, INCREASE, REPLACE, STEALS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.elements import element_changes
from unstatic.facts.references.aggregates.free_lists import free_list
from unstatic.facts.references.aggregates.live_instances import points_to_live
from unstatic.facts.references.conditional_uses import may_differ
from unstatic.facts.references.init_changes import InitChanges, call_at, init_changes
from unstatic.facts.references.paths import Ownership, fixes
from unstatic.facts.references.paths.initialisation import sharing
from unstatic.facts.references.paths.states import Place
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.facts.references.stores import Store, stores_of
from unstatic.model.extension import OF_MANY, Extension, Global, Reference
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import is_read_by_macro

_COUNTING = {name.decode() for name in (*INCREASE, *DECREASE, *REPLACE, *CLEAR, *STEALS)}


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
class Repairs:
    """What has to be done so that the global owns one reference once the module is made."""

    add_after: tuple[Store, ...] = ()
    """Stores after which an increment is missing."""
    add_before: tuple[Touch, ...] = ()
    """Calls that steal the only reference: an increment is missing before."""
    drop: tuple[Touch, ...] = ()
    """Increments that nothing takes over, of which one more would stay with every module; and the decrements after
    which the global borrows from something else."""
    clear: tuple[Touch, ...] = ()
    """Decrements on error paths, which must clear the field as well."""
    problem: Obstacle | None = None
    """Why that can't be told, or done."""


def repairs(model: Extension, symbol: str) -> Repairs:
    """Return what is missing or too many for *symbol* to own one reference after the initialisation.

    A static type starts with one, as it does once a call creates it.
    """
    found = _repairs(model, symbol)
    for configuration in model.configurations if may_differ(model, symbol) else ():
        found = _both(model, found, _repairs(configuration, symbol))
    return found


def _both(model: Extension, first: Repairs, second: Repairs) -> Repairs:
    """Return what has to be done in either configuration; a problem if one needs it where the other doesn't."""
    if first.problem or second.problem:
        return first if first.problem else second
    changes = [_changes(model, item) for item in (first, second)]
    shared = [{place for place in item if not model.files[place[0]].is_conditional(place[1])} for item in changes]
    if shared[0] != shared[1]:
        where = model.location(*min(shared[0] ^ shared[1]))
        reason = "the references that are taken of it differ between #if groups"
        return replace(first, problem=Obstacle(reason, "ownership", where))
    return Repairs(
        tuple({(item.path, item.offset): item for item in (*first.add_after, *second.add_after)}.values()),
        _once(first.add_before, second.add_before),
        _once(first.drop, second.drop),
        _once(first.clear, second.clear),
    )


def _once(first: Sequence[Touch], second: Sequence[Touch]) -> tuple[Touch, ...]:
    """Return *first*, and what only *second* has."""
    known = {(item.function, item.call.name.start) for item in first}
    return (*first, *(item for item in second if (item.function, item.call.name.start) not in known))


def _changes(model: Extension, item: Repairs) -> set[tuple[Path, int]]:
    """Return where something has to change."""
    touches = (*item.add_before, *item.drop, *item.clear)
    places = {(model.functions[touch.function].definition.path, touch.call.name.start) for touch in touches}
    return places | {(store.path, store.offset) for store in item.add_after}


def _repairs(model: Extension, symbol: str) -> Repairs:
    item = model.global_by_symbol(symbol)
    if free_list(model, symbol) is not None or points_to_live(model, symbol):
        return Repairs()
    if item is not None and item.kind in OF_MANY:
        return _of_elements(model, symbol)
    late = _late(model, symbol)
    init = model.init
    if late.problem is not None or init is None or init.builder not in model.functions:
        return late
    symbols = sharing(model, symbol)
    searched = init_changes(model, init.builder, symbols)
    while searched.problem is not None and symbol not in searched.blamed:
        symbols = tuple(one for one in symbols if one not in searched.blamed)
        searched = init_changes(model, init.builder, symbols)
    if searched.problem is not None:
        return Repairs(problem=searched.problem)
    found = _of(model, searched, symbol)
    return replace(found, add_before=found.add_before + late.add_before, clear=found.clear + late.clear)


def _of_elements(model: Extension, symbol: str) -> Repairs:
    found = element_changes(model, symbol)
    stored = tuple(_store_at(model, at) for at in found.stored)
    return Repairs(stored, _touches(model, found.increased), _touches(model, found.dropped), problem=found.problem)


def _store_at(model: Extension, at: Place) -> Store:
    return Store(model.functions[at.function].definition.path, at.function, at.offset, ())


def _late(model: Extension, symbol: str) -> Repairs:
    """Follow every function that isn't initialisation alone: each must leave a reference in the global."""
    clear: list[Touch] = []
    add_before: list[Touch] = []
    item = model.global_by_symbol(symbol)
    writers = {use.function for use in item.written if not _is_only_read(model, item, use)} if item else set()
    initialising = init_functions(model)
    for function in sorted({use.function or "" for use in model.uses.get(symbol, ())} & model.functions.keys()):
        if function in initialising:
            continue
        found = fixes(model, function, symbol)
        if found.ownership is Ownership.MISSING or (found.ownership is Ownership.UNKNOWN and function in writers):
            return Repairs(problem=_late_problem(model, symbol, function, found.ownership))
        clear += [_touch(model, function, call) for call in found.clear]
        add_before += [_touch(model, function, call) for call in found.add_before]
    return Repairs((), tuple(add_before), (), tuple(clear))


def _is_only_read(model: Extension, item: Global, use: Reference) -> bool:
    """Tell whether a macro names a variable there, and neither stores to it nor counts references."""
    macro = model.macros.get(use.via_macro or "")
    return macro is not None and is_read_by_macro(model, use, item.name) and not macro.mentions & _COUNTING


def _late_problem(model: Extension, symbol: str, function: str, ownership: Ownership) -> Obstacle:
    stores = [item for item in stores_of(model, symbol) if item.function == function]
    use = next(item for item in model.uses[symbol] if item.function == function)
    where = model.location(stores[0].path, stores[0].offset) if stores else model.location(use.path, use.offset)
    if ownership is Ownership.UNKNOWN:
        return Obstacle(f"what is stored in it is {ownership.value}", "ownership", where)
    if stores and not all(summaries_of(model).is_new(store.value) for store in stores):
        return Obstacle("what is stored in it is a borrowed reference", "ownership", where)
    return Obstacle("more references to it are given away than it owns", "ownership", where)


def _touch(model: Extension, function: str, call: Call, loop: bool = False) -> Touch:
    path = model.body(function).path_to(call.name.start)
    around = next((item for item in path if item.kind is StatementKind.LOOP), None) if loop else None
    return Touch(function, call, path[-1], around)


def _touches(model: Extension, places: Iterable[Place], of_loops: Container[Place] = frozenset()) -> tuple[Touch, ...]:
    made = ((at, call_at(model, at)) for at in places)
    return tuple(_touch(model, at.function, call, at in of_loops) for at, call in made if call is not None)


def _of(model: Extension, changes: InitChanges, symbol: str) -> Repairs:
    """Return what is done for one of the globals."""

    def touches(places: Iterable[tuple[Place, str]]) -> tuple[Touch, ...]:
        found = sorted((place for place, one in places if one == symbol), key=lambda at: (at.function, at.offset))
        return _touches(model, found, changes.elements)

    stored = sorted(
        (at for at, one in changes.stored.items() if one == symbol), key=lambda at: (at.function, at.offset)
    )
    return Repairs(
        tuple(_store_at(model, at) for at in stored),
        touches(changes.increased),
        touches(changes.dropped.items()),
        touches(changes.cleared.items()),
    )
