"""Whether an array of objects, or a struct that holds some, owns what its elements hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind
from unstatic.capi.references import RELEASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.element_pointers import element_pointers
from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.facts.references.init_changes import is_decrement, is_statement
from unstatic.facts.references.paths import TooManyPathsError
from unstatic.facts.references.paths.initialisation import Changes, Initialisation, Subject
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Event, Place, Value
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle

_BRANCHES = frozenset((b"&&", b"||", b"?"))


@dataclass(frozen=True)
class ElementChanges:
    """What has to change in the initialisation so that each element owns what it holds."""

    stored: tuple[Place, ...] = ()
    """Assignments after which an element needs a reference of its own."""
    increased: tuple[Place, ...] = ()
    """Calls that are given an element's only reference."""
    dropped: tuple[Place, ...] = ()
    """Decrements that leave an element to what else holds it, such as the module's dict."""
    problem: Obstacle | None = None
    """Why that can't be told, or done."""


@fact
def element_changes(model: Extension, symbol: str) -> ElementChanges:
    """Return what has to change so that the elements or members of *symbol* own what they hold."""
    pointers = element_pointers(model, symbol).places
    initialising = frozenset(init_functions(model))
    named = [use.function or "" for one in (symbol, *pointers) for use in model.uses.get(one, ())]
    late = sorted(({*named} & model.functions.keys()) - initialising)
    found = ElementChanges()
    if model.init is not None and model.init.builder in model.functions:
        found = _repaired(model, symbol, model.init.builder)
    others = (_one_missing(model, symbol, function, found) for function in late if found.problem is None)
    missing = next((one for one in others if one is not None), None)
    return found if missing is None else ElementChanges(problem=_obstacle(model, missing))


def _repaired(model: Extension, symbol: str, builder: str) -> ElementChanges:
    """Return the changes after which no way out of the initialisation leaves an element a reference too few."""
    found = ElementChanges()
    while (missing := _one_missing(model, symbol, builder, found)) is not None:
        event = missing.event
        if event is None or missing.is_unknown:
            return ElementChanges(problem=_obstacle(model, missing))
        if event.place not in found.dropped and _can_drop(model, event):
            found = replace(found, dropped=(*found.dropped, event.place))
            continue
        if not _can_change(model, event):
            return ElementChanges(problem=_obstacle(model, missing))
        if event.is_store and event.place not in found.stored:
            found = replace(found, stored=(*found.stored, event.place))
        elif not event.is_store and event.place not in found.increased:
            found = replace(found, increased=(*found.increased, event.place))
        else:
            return ElementChanges(problem=_obstacle(model, missing))
    return found


@dataclass(frozen=True, slots=True)
class _Missing:
    """A reference that an element lacks at the end of a function."""

    reason: str
    function: str
    event: Event | None = None
    """What leaves it so."""
    is_unknown: bool = False


def _one_missing(model: Extension, symbol: str, function: str, changes: ElementChanges) -> _Missing | None:
    item = model.global_by_symbol(symbol)
    places = frozenset(object_places(model, item)) if item is not None else frozenset()
    is_init = model.init is not None and function == model.init.builder
    pointers = element_pointers(model, symbol).places
    subject = Subject((symbol,), is_array=True, is_empty=is_init, places=places, pointers=pointers)
    added = Changes(
        tuple((place, symbol) for place in changes.increased),
        stored=frozenset(changes.stored),
        dropped=frozenset(changes.dropped),
    )
    try:
        exits = Initialisation(model, subject, added).exits(function)
    except TooManyPathsError:
        return _Missing("there is too much to follow for telling what its elements own", function)
    return next((one for way in exits if (one := _missing(model, symbol, function, way)) is not None), None)


def _missing(model: Extension, symbol: str, function: str, way: Exit) -> _Missing | None:
    for key, value in way.state.held.items():
        if not key.startswith((symbol + "[", symbol + ".")) or not isinstance(value, Value):
            continue
        events = [event for event in way.state.events if event.value == value]
        stores = [event for event in events if event.is_store]
        taking = [event for event in events if event.change < 0]
        holders = sum(not _is_gone(model, name) for name in way.state.holders(value))
        missing = way.state.counts.get(value, 0) < holders
        kind = "a member" if key.startswith(symbol + ".") else "an element"
        if value in way.state.doubtful and stores:
            reason = "what is stored in it is something whose ownership can't be told"
            return _Missing(reason, function, stores[-1], is_unknown=True)
        if missing and stores and not taking:
            return _Missing(f"{kind} is given a borrowed reference", function, stores[-1])
        if missing and taking:
            return _Missing(f"{kind} is given away without a reference of its own", function, taking[-1])
    return None


def _obstacle(model: Extension, missing: _Missing) -> Obstacle:
    definition = model.functions[missing.function if missing.event is None else missing.event.place.function].definition
    offset = definition.name_span.start if missing.event is None else missing.event.place.offset
    return Obstacle(missing.reason, "ownership", model.location(definition.path, offset))


def _can_change(model: Extension, event: Event) -> bool:
    """Tell whether an increment can stand behind a store, or before a call that takes a reference over."""
    place = event.place
    path = model.body(place.function).path_to(place.offset)
    if not place.is_written or len(path) < 2 or path[-2].kind is not StatementKind.BLOCK:
        return False
    head = path[-1].head
    if _names_others(model, place.function, head):
        return False
    if event.is_store:
        return path[-1].kind is StatementKind.SIMPLE and head[0].start == place.offset
    call = model.call_at(place.function, place.offset)
    is_once = path[-1].kind is not StatementKind.LOOP and _BRANCHES.isdisjoint(token.text for token in head)
    return call is not None and is_once and called(model, call) not in RELEASE


def _can_drop(model: Extension, event: Event) -> bool:
    """Tell whether a decrement of an element is a statement by itself, `Py_DECREF(errors[i]);`, which can go."""
    return not event.is_store and is_decrement(model, event) and is_statement(model, event.place)


def _names_others(model: Extension, function: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a subscript names a variable that may move: an element is written once more as it is there."""
    written = model.files[model.functions[function].definition.path].written
    depth, found = 0, False
    for token in tokens:
        depth += (token.text == b"[") - (token.text == b"]")
        named = written.get(token.start) if depth else None
        found = found or (named is not None and model.global_by_symbol(named.symbol) is not None)
    return found


def _is_gone(model: Extension, holder: str) -> bool:
    """Tell whether what holds an object is a local variable, which is no more once its function has ended."""
    declared = model.by_symbol.get(holder, ())
    return any(item.function is not None and item.storage != "static" for item in declared)
