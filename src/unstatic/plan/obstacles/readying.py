"""Whether the call that makes a type ready can be the one that creates it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Call, StatementKind
from unstatic.capi.types import NO_BASES
from unstatic.facts.module.creation import is_below_creator
from unstatic.facts.module.helpers import init_helpers
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.module.unseen_types import defined_if, is_unseen, linked_if
from unstatic.facts.types.bases import final_base
from unstatic.facts.types.creation_order import early_reads
from unstatic.facts.types.metaclasses import metaclass_of
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle


def ready_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield why PyType_Ready, where it is called, can't become the creation of *static*."""
    if model.init is None:
        return
    found = readied(model, static)
    yield from _unseen(model, static)
    for function, call in found[1:]:
        where = model.location(model.functions[function].definition.path, call.name.start)
        yield Obstacle("it is made ready in more than one place, and can be created only once", "type-ready", where)
    for function, call in found:
        yield from _call_obstacles(model, function, call)
        base = model.type_by_symbol(static.function("tp_base") or "")
        for other, later in readied(model, base) if base is not None else ():
            if order_of(model, function, call.name.start) < order_of(model, other, later.name.start):
                assert base is not None
                where = model.location(model.functions[function].definition.path, call.name.start)
                yield Obstacle(f"its base {base.name} is made ready after it", "type-ready", where)
    yield from _late_base(model, static)
    yield from _final_base(model, static)
    yield from _early_uses(model, static)


def _late_base(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """A type that is never made ready is made with the module, and its base before it."""
    base = model.type_by_symbol(static.function("tp_base") or "")
    if base is not None and not readied(model, static):
        for function, call in readied(model, base):
            where = model.location(model.functions[function].definition.path, call.name.start)
            reason = f"it isn't seen to be made ready, and its base {base.name} is: it would be made before that"
            yield Obstacle(reason, "type-ready", where)


def _final_base(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Only a static type can have a base without Py_TPFLAGS_BASETYPE: PyType_FromSpec looks at the flag (G34).

    A migrating base gets the flag for as long as its subtypes are made, unless that takes PyType_FromMetaclass.
    """
    symbol = static.function("tp_base") or ""
    spec = next((item for item in model.specs if item.holder == symbol), None)
    is_final = (spec is not None and not spec.is_subclassable) or symbol.encode() in NO_BASES
    own = final_base(model, static) if metaclass_of(model, static) is not None else None
    if is_final or own is not None:
        where = model.location(static.declaration.path, static.declaration.name_span.start)
        name = own.name if own is not None else static.base.decode().lstrip("&")
        reason = f"its base {name} lacks Py_TPFLAGS_BASETYPE, which the base of a type that is made from a spec needs"
        yield Obstacle(reason, "type-ready", where)


def is_made_after(model: Extension, static: StaticType, base: StaticType) -> bool:
    """Tell whether PyType_Ready is seen to be called on *base*, and where *static* is made, which then comes later.

    PyType_Ready on a type readies its base too; making the type from a spec doesn't.
    """
    return bool(readied(model, static)) and bool(readied(model, base))


def _early_uses(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the uses of the type where the pointer isn't set yet: the address was there from the start."""
    for use in early_reads(model, static):
        where = model.location(use.path, use.offset)
        if use.symbol == static.symbol:
            reason = "it is used where it may not be made yet"
        else:
            reason = f"{use.name} uses it, and is called where it may not be made yet"
        yield Obstacle(reason, "read-before-made", where)


def _unseen(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Another source can only create the type if a header of both declares it, or if it may declare it by itself."""
    # C++ has no declaration of a variable of the file ahead of its definition.
    is_late = is_below_creator(model, static) and any(model.languages[unit] != "c" for unit in model.units)
    if is_late or (is_unseen(model, static) and linked_if(model, static) is None):
        where = model.location(static.declaration.path, static.declaration.name_span.start)
        reason = "no header declares it for the file in which it would be created, which can't declare it by itself"
        yield Obstacle(reason, "type-ready", where)
    elif not readied(model, static) and defined_if(model, static) is None:
        where = model.location(static.declaration.path, static.declaration.name_span.start)
        reason = "it is defined in a branch of an #if with #elif, and nothing makes it ready under the same condition"
        yield Obstacle(reason, "type-ready", where)


def _call_obstacles(model: Extension, function: str, call: Call) -> Iterator[Obstacle]:
    definition = model.functions[function].definition
    path = model.body(function).path_to(call.name.start)
    where = model.location(definition.path, call.name.start)
    if any(item.repeats or item.kind is StatementKind.SWITCH for item in path):
        yield Obstacle("it is made ready in a loop or switch", "type-ready", where)
    if function in init_helpers(model) and definition.result_type == "void":
        reason = f"{definition.name}, which makes it ready, returns nothing: it can't report a failure"
        yield Obstacle(reason, "type-ready", where)
