"""Obstacles that can be told of one type alone."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.memory import FREE
from unstatic.capi.slots import SET_WHEN_MADE, UNCALLED, WAS_TP_PRINT, WITHOUT_PLACE
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.references.repairs import repairs
from unstatic.facts.references.types_of_objects import uncounted_types
from unstatic.facts.types.collection import holds_only_numbers
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.plan.obstacles.allocations import allocation_obstacles
from unstatic.plan.obstacles.branches import conditional_slots
from unstatic.plan.obstacles.metaclasses import metaclass_obstacles
from unstatic.plan.obstacles.readying import ready_obstacles
from unstatic.plan.obstacles.runtime_fields import runtime_obstacles
from unstatic.plan.obstacles.slot_functions import slot_function_obstacles
from unstatic.plan.obstacles.type_attributes import attribute_obstacles
from unstatic.plan.obstacles.type_uses import macro_obstacles, use_obstacles
from unstatic.text.source import Location, Span


def obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield why *static* can't become a heap type; nothing when it can."""
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    yield from static.problems
    yield from metaclass_obstacles(model, static, minimum)
    if static.declaration.parent is not None:
        yield Obstacle("it is a static member of a class", "class-member", here)
    if not static.value("tp_name"):
        yield Obstacle("it has no tp_name", "unreadable-initialiser", here)
    yield from _field_obstacles(model, static, here)
    yield from runtime_obstacles(model, static)
    yield from ready_obstacles(model, static)
    owned = repairs(model, static.symbol)
    if owned.problem is not None:
        yield owned.problem
    yield from _uncounted_obstacles(model, static)
    yield from use_obstacles(model, static)
    yield from conditional_slots(model, static, minimum)
    dealloc = dealloc_of(model, static)
    if dealloc is not None:
        yield from dealloc.problems
    yield from slot_function_obstacles(model, static, here)
    yield from attribute_obstacles(model, static)
    yield from macro_obstacles(model, static)
    yield from allocation_obstacles(model, static, minimum)


def _uncounted_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield where a reference to it is given away by way of an instance: a static type bears that."""
    for item in uncounted_types(model):
        owners = {role.owner for role in model.functions[item.function].roles if role.owner is not None}
        if item.problem is not None and (static.symbol in owners or not owners):
            yield item.problem


def _field_obstacles(model: Extension, static: StaticType, here: Location) -> Iterator[Obstacle]:
    yield from (Obstacle(reason, "unsupported-slot", here) for reason in _without_slot(model, static))
    free = strip(static, "tp_free")
    if free and free not in FREE:
        yield Obstacle("it has its own tp_free", "custom-allocator", here)
    alloc = strip(static, "tp_alloc")
    if alloc and alloc != b"PyType_GenericAlloc":
        yield Obstacle("it has its own tp_alloc", "custom-allocator", here)
    if static.is_gc and not static.value("tp_traverse") and not holds_only_numbers(model, static):
        yield Obstacle("it has Py_TPFLAGS_HAVE_GC without tp_traverse", "gc-without-traverse", here)


def _without_slot(model: Extension, static: StaticType) -> Iterator[str]:
    yield from (reason for name, reason in WITHOUT_PLACE.items() if static.value(name))
    for name in SET_WHEN_MADE:
        if static.value(name) and not _is_seen_where_made(model, static, name):
            yield f"it gives {name}, for which there is no slot before Python 3.14, and is made in another source"
    for name in UNCALLED:
        if static.value(name) and len(model.uses.get(static.function(name) or "", ())) < 2:
            yield f"it gives {name}, which CPython 3 never calls, and nothing else uses what is given"
    if static.function(WAS_TP_PRINT) in model.functions:
        yield f"it gives {WAS_TP_PRINT} a function, where tp_print stood before 3.8: CPython 3 never calls it"


def _is_seen_where_made(model: Extension, static: StaticType, slot: str) -> bool:
    """Tell whether the value of *slot* is a function of the file in which the module makes the type."""
    function = model.functions.get(static.function(slot) or "")
    makers = {name for name, _ in readied(model, static)} or {model.init.builder if model.init else ""}
    paths = {model.functions[name].definition.path for name in makers if name in model.functions}
    return function is not None and paths == {function.definition.path}


def strip(static: StaticType, slot: str) -> bytes:
    """Return the text of a slot without casts."""
    value = static.value(slot)
    return b" ".join(token.text for token in strip_casts(lex_fragment(value, Span(0, len(value)))))
