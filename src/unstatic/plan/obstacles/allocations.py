"""Allocations of instances that can't be followed."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.memory import ALLOCATE_PLAIN
from unstatic.facts.types.allocation import allocated_by_macro, allocations, types_of_record
from unstatic.facts.types.deallocation.other_frees import hidden_frees
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span, Spans


def allocation_obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """An allocation that isn't understood could make an instance of any type, without the head that GC needs (G05)."""
    found = _unfollowed_allocation(model, minimum)
    if found is not None:
        yield found
    else:
        yield from _macro_allocations(model, static)
        yield from _frees(model, static)


def _frees(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield where instances are freed, and the reference to their type that they own then would be lost."""
    for item in hidden_frees(model):
        if static in types_of_record(model, item.record):
            reason = f"{item.how} frees an instance of it, whose reference to its type would be lost"
            yield Obstacle(reason, "allocation", model.location(item.path, item.offset))


@fact
def _unfollowed_allocation(model: Extension, minimum: tuple[int, int]) -> Obstacle | None:
    return next(_unfollowed_allocations(model, minimum), None)


def _unfollowed_allocations(model: Extension, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    found = [(item.path, item.call) for item in allocations(model)]
    understood = [(path, Span(call.name.start, call.open.start)) for path, call in found]
    known = known_macros(minimum, texts_of(model))
    for path, file in model.files.items():
        if not any(name in file.source.data for name in ALLOCATE_PLAIN):
            continue
        dead = Spans(dead_spans(file, known))
        for at in file.lexed.places(ALLOCATE_PLAIN):
            for token in file.lexed.between(at, at + 1):
                if token.text not in ALLOCATE_PLAIN or at in dead:
                    continue
                if not any(path == place and at in span for place, span in understood):
                    reason = f"{token.text.decode()} is used in a form that can't be followed"
                    yield Obstacle(reason, "allocation", file.source.location(at))


def _macro_allocations(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the macros that allocate instances of *static*, or may do so."""
    for macro in (each for item in model.macros.values() for each in item.all):
        definition = macro.definition
        for token in macro.body:
            if token.text not in ALLOCATE_PLAIN or definition.path not in model.files:
                continue
            made = allocated_by_macro(model, (definition.path, definition.span.start))
            if made is None or static.symbol in made:
                where = model.location(definition.path, token.start)
                yield Obstacle(f"the macro {definition.name} allocates its instances", "allocation", where)
                return
