"""Allocations of instances that can't be followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import calls, strip_casts
from unstatic.capi.memory import ALLOCATE_PLAIN
from unstatic.facts.types.allocation import allocated_by_macro, allocations
from unstatic.facts.types.deallocation.other_frees import hidden_frees
from unstatic.facts.types.deallocation.state_lists import waiting_list
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
        yield from _given_types(model, static)


def _frees(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield where instances are freed, and the reference to their type that they own then would be lost."""
    for item in hidden_frees(model).get(static.symbol, ()):
        reason = f"{item.how} frees an instance of it, whose reference to its type would be lost"
        yield Obstacle(reason, "allocation", model.location(item.path, item.offset))


def _given_types(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield where an object gets the type by a store: no reference is counted, and its deallocator will give one back.

    Not where what waited in a free list is an object again, which PyObject_Init counts then.
    """
    waiting = waiting_list(model, static)
    revived = waiting.revived if waiting is not None else ()
    again = {each.span.start for one in revived for each in (one.statement, *one.spare)}
    for use in model.uses.get(static.symbol, ()):
        if use.function not in model.functions or use.function is None or use.via_macro is not None:
            continue
        statement = model.body_at(use.function, use.path, use.offset).path_to(use.offset)[-1:]
        if statement and statement[0].span.start not in again and _gets_type(model, statement[0].tokens, use.offset):
            reason = "an object is given it as its type by a store, which counts no reference to it"
            yield Obstacle(reason, "allocation", model.location(use.path, use.offset))


@fact
def _type_names(model: Extension) -> frozenset[bytes]:
    return frozenset(item.name.encode() for item in model.types)


def _gets_type(model: Extension, tokens: Sequence[Token], offset: int) -> bool:
    """Tell whether the type at *offset* becomes that of an object that is no type itself."""
    types = _type_names(model)
    for call in calls(tokens):
        if call.name.text == b"Py_SET_TYPE" and len(call.arguments) == 2:
            first, second = (strip_casts(one) for one in call.arguments)
            if any(token.start == offset for token in second):
                return types.isdisjoint(token.text for token in first)
    before = [token.text for token in tokens if token.start < offset and token.text not in (b"&", b"(", b")")]
    return before[-2:] == [b"ob_type", b"="] and types.isdisjoint(before)


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
