"""Functions of a type that can't be completed for a heap type."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.types import MEMBER_OBJECTS
from unstatic.facts.types.deallocation.deallocators import only_frees
from unstatic.facts.types.deallocation.traversal import passed_on
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location


def slot_function_obstacles(model: Extension, static: StaticType, here: Location) -> Iterator[Obstacle]:
    traverse, dealloc = static.function("tp_traverse"), static.function("tp_dealloc")
    if traverse is not None and traverse in model.functions:
        yield from _conditional_traverse(model, traverse)
    if static.value("tp_traverse") and traverse not in model.functions:
        yield Obstacle(f"its tp_traverse {_what_it_is(static, 'tp_traverse')}", "foreign-slot", here)
    if static.value("tp_dealloc") and dealloc not in model.functions and not only_frees(static):
        yield Obstacle(f"its tp_dealloc {_what_it_is(static, 'tp_dealloc')}", "foreign-slot", here)
    field = static.fields.get("tp_dealloc")
    if only_frees(static) and field is not None and field.macro is not None:
        yield Obstacle("its tp_dealloc only frees, and comes out of a macro", "foreign-slot", here)
    if only_frees(static) and _has_object_members(model, static):
        # subtype_dealloc releases them; whether the instance owns them can't be told.
        yield Obstacle("its tp_dealloc only frees, but it has T_OBJECT_EX members", "foreign-slot", here)
    if traverse is not None and traverse in model.functions:
        yield from _traverse_obstacles(model, traverse)


def _what_it_is(static: StaticType, slot: str) -> str:
    """Return what a slot has that is no function here: C++ makes some of a template (`Box_dealloc<int>`)."""
    if static.value(slot).endswith(b">"):
        return "is made of a function template, one text for all that are"
    return "isn't a function of this project"


def traverse_obstacles(model: Extension, symbol: str) -> Iterator[Obstacle]:
    """Yield what is in the way of a visit of the type in the traverse function *symbol*."""
    yield from _conditional_traverse(model, symbol)
    yield from _traverse_obstacles(model, symbol)


def _traverse_obstacles(model: Extension, symbol: str) -> Iterator[Obstacle]:
    where = model.functions[symbol].definition
    # `Py_UNUSED(visit)` declares _unused_visit.
    names = [model.by_symbol[item][0].name.removeprefix("_unused_") for item in where.parameters]
    if len(names) == 3 and names[1:] != ["visit", "arg"]:
        told = "its tp_traverse names its parameters other than visit and arg, which Py_VISIT needs"
        yield Obstacle(told, "traverse-shape", model.location(where.path, where.name_span.start))
    for item in passed_on(model, symbol):
        if not item.is_known:
            told = "its tp_traverse goes on with that of a base that can't be told, and may visit the type as well"
            yield Obstacle(told, "traverse-shape", model.location(where.path, item.call.name.start))


def _has_object_members(model: Extension, static: StaticType) -> bool:
    table = model.tables.get(static.function("tp_members") or "")
    if table is None:
        return bool(static.value("tp_members"))
    span = table.declaration.initialiser
    tokens = model.files[table.declaration.path].tokens_in(span) if span else ()
    return any(token.text in MEMBER_OBJECTS for token in tokens)


def _conditional_traverse(model: Extension, symbol: str) -> Iterator[Obstacle]:
    """A traverse function that visits the type, or leaves, in some configurations only can't be completed (G09)."""
    function = model.functions[symbol]
    if function.definition.body is None:
        return
    file = model.files[function.definition.path]
    hidden = [
        token.start
        for token in file.lexed.between(*function.definition.body)
        if token.text in (b"Py_TYPE", b"return") and file.is_inactive(token.start)
    ]
    if hidden or function.alternatives:
        at = function.definition.name_span.start if function.alternatives else hidden[0]
        yield Obstacle("its tp_traverse differs between #if groups", "inactive-branch", file.source.location(at))
