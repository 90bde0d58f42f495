"""Which source creates a type, and what it must see of one that is defined in another (R5)."""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.facts.module.helpers import init_helpers
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.file_order import order_key
from unstatic.model.extension import Declaration, Extension, StaticType


def creation_function(model: Extension, static: StaticType) -> str:
    """Return the function that will create *static*: where it is made ready, else the one that builds the module."""
    assert model.init is not None
    return next((function for function, _ in readied(model, static)), model.init.builder)


def creator_of(model: Extension, static: StaticType) -> Declaration:
    """Return the definition of the function that will create *static*: of several in groups, the one that does."""
    function = model.functions[creation_function(model, static)]
    places = [call.name.start for _, call in readied(model, static)[:1]]
    others = (item for item in function.alternatives if item.path == function.definition.path and item.body is not None)
    return next((item for item in others if item.body and any(at in item.body for at in places)), function.definition)


def given_module(model: Extension, moving: Iterable[StaticType]) -> frozenset[str]:
    """Return the helpers of the initialisation that will get the module as first parameter: to create types."""
    helpers = init_helpers(model)
    found: set[str] = set()
    for static in moving:
        for function, _ in readied(model, static):
            while function in helpers and helpers[function].module is None:
                found.add(function)
                function = helpers[function].caller
    return frozenset(found)


def spec_declaration(model: Extension, static: StaticType) -> Declaration | None:
    """Return the declaration of *static* after which its spec is declared; None if that isn't needed.

    It is needed where another source creates the type than the one that defines it, or a function above the definition.
    """
    return _earlier_declaration(model, static) if is_defined_for(model, static) else extern_declaration(model, static)


def _earlier_declaration(model: Extension, static: StaticType) -> Declaration | None:
    """Return the last declaration above the function that will create *static*, if the definition isn't above it."""
    creator = creator_of(model, static)
    here = order_key(model, creator.path, creator.span.start)
    if order_key(model, static.declaration.path, static.declaration.span.start) < here:
        return None
    order = {order_key(model, item.path, item.span.start): item for item in static.others if item.function is None}
    seen = [key for key in order if key < here]
    return order[max(seen)] if seen else None


def is_below_creator(model: Extension, static: StaticType) -> bool:
    """Tell whether *static* is defined below the function that will create it, and declared nowhere above that."""
    creator = creator_of(model, static)
    here = order_key(model, creator.path, creator.span.start)
    is_below = order_key(model, static.declaration.path, static.declaration.span.start) > here
    return is_below and is_defined_for(model, static) and _earlier_declaration(model, static) is None


def is_defined_for(model: Extension, static: StaticType) -> bool:
    """Tell whether the function that will create *static* sees its definition."""
    creator = creator_of(model, static).path
    return set(model.readers[creator]) <= set(model.readers[static.declaration.path])


def extern_declaration(model: Extension, static: StaticType) -> Declaration | None:
    """Return the declaration of *static* that the function that will create it sees; C needs no `extern` there."""
    creator = creator_of(model, static).path
    for item in static.others:
        is_shared = item.storage == "extern" or (not item.storage and model.language == "c" and item.function is None)
        if is_shared and set(model.readers[creator]) <= set(model.readers[item.path]):
            return item
    return None
