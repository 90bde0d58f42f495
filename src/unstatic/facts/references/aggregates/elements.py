"""Whether an array of objects, or a struct that holds some, owns what its elements hold."""

from __future__ import annotations

from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.facts.references.paths import TooManyPathsError
from unstatic.facts.references.paths.initialisation import Initialisation, Subject
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Value
from unstatic.model.extension import Extension
from unstatic.model.obstacle import Obstacle


def element_problem(model: Extension, symbol: str) -> Obstacle | None:
    """Return why the elements or members of *symbol* don't own what they hold; None if they do."""
    item = model.global_by_symbol(symbol)
    places = frozenset(object_places(model, item)) if item is not None else frozenset()
    initialising = init_functions(model)
    using = sorted({use.function or "" for use in model.uses.get(symbol, ())} & model.functions.keys())
    late = [function for function in using if function not in initialising]
    starts = [(function, False) for function in late]
    if model.init is not None and model.init.builder in model.functions:
        starts.insert(0, (model.init.builder, True))
    for function, is_init in starts:
        subject = Subject((symbol,), is_array=True, is_empty=is_init, places=places)
        try:
            exits = Initialisation(model, subject).exits(function)
        except TooManyPathsError:
            definition = model.functions[function].definition
            where = model.location(definition.path, definition.name_span.start)
            return Obstacle("there is too much to follow for telling what its elements own", "ownership", where)
        found = next((one for way in exits if (one := _problem(model, symbol, way)) is not None), None)
        if found is not None:
            return found
    return None


def _problem(model: Extension, symbol: str, way: Exit) -> Obstacle | None:
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
            reason, at = "what is stored in it is something whose ownership can't be told", stores[-1]
        elif missing and stores and not taking:
            reason, at = f"{kind} is given a borrowed reference", stores[-1]
        elif missing and taking:
            reason, at = f"{kind} is given away without a reference of its own", taking[-1]
        else:
            continue
        path = model.functions[at.place.function].definition.path
        return Obstacle(reason, "ownership", model.location(path, at.place.offset))
    return None


def _is_gone(model: Extension, holder: str) -> bool:
    """Tell whether what holds an object is a local variable, which is no more once its function has ended."""
    declared = model.by_symbol.get(holder, ())
    return any(item.function is not None and item.storage != "static" for item in declared)
