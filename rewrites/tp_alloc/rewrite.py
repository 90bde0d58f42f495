"""PyObject_New and PyObject_Del become the type's own slots (HOWTO "Avoid PyObject_New")."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.nodes import Cast, Name
from unstatic.capi.memory import INITIALISE, REVIVE
from unstatic.facts.references.aggregates.free_lists import Revived
from unstatic.facts.types.allocation import (
    Allocation,
    allocations,
    initialisations,
    owner_of,
    type_at_hand,
)
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.facts.types.deallocation.other_frees import foreign_releases
from unstatic.facts.types.deallocation.state_lists import waiting_list
from unstatic.model.extension import Extension, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.style import whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety


class TpAlloc:
    """Allocate and free instances through their type's tp_alloc and tp_free."""

    name = "tp-alloc"
    title = "Allocate and free instances through tp_alloc and tp_free"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change per type; types that PyType_Ready never sees have no slots yet and come later."""
        for static in model.types:
            if not static.ready or not plan.migrates(type_subject(static)):
                continue
            edits = tuple(slot_edits(model, static))
            if edits:
                reason = f"{static.name} allocates and frees through its own slots, as a garbage collected type must"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)


def allocation_edits(model: Extension, static: StaticType, pointer: bool = False) -> Iterator[Edit]:
    """Yield the edits that make *static*'s allocations go through tp_alloc."""
    for item in allocations(model):
        if allocates(model, item, static):
            yield Edit(item.path, item.call.span, allocation_text(model, item, pointer))


def _is_cast(model: Extension, item: Allocation) -> bool:
    """Tell whether the result is cast to its struct already."""
    file = model.files[item.path]
    index = file.index_at(item.call.name.start)
    before = b" ".join(token.text for token in file.tokens[max(0, index - 5) : index])
    return before.endswith(filled(b"( $struct * )", struct=item.struct))


def slot_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the edits that make *static*'s allocations and frees go through its slots."""
    yield from allocation_edits(model, static)
    dealloc = dealloc_of(model, static)
    if dealloc is not None:
        path = model.functions[dealloc.function].definition.path
        for site in dealloc.frees:
            is_through_slot = site.expression is not None or site.is_handed or bool(site.instance)
            if not is_through_slot and site.call.name.text != b"PyObject_GC_Del":
                argument = model.files[path].source.text(site.argument)
                yield Edit(path, site.call.span, free_text(argument))
    yield from initialisation_edits(model, static)
    yield from revival_edits(model, static)
    for release in foreign_releases(model).get(static.symbol, ()):
        if release.call.name.text not in (b"PyObject_GC_Del", b"tp_free"):
            yield Edit(release.path, release.call.span, free_text(release.argument))


def initialisation_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the deletion of PyObject_Init after an allocation: the object would own two references to its type (R7)."""
    allocating = {item.function for item in allocations(model) if allocates(model, item, static)}
    revived = {one.statement.span.start for one in _revived(model, static)}
    for item in initialisations(model):
        if item.statement.span.start in revived:
            continue
        if item.type_symbol == static.symbol and item.function in allocating:
            yield Edit(item.path, whole_lines(model.files[item.path], item.statement.span), b"")


def _revived(model: Extension, static: StaticType) -> tuple[Revived, ...]:
    """Return what makes objects again of the instances in the type's free list."""
    found = waiting_list(model, static)
    return found.revived if found is not None else ()


def revival_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the edits by which what comes from the free list owns a reference to its type, as other instances do."""
    for one in _revived(model, static):
        name = one.call.function.bare
        file = model.files[model.functions[one.function].definition.path]
        if not isinstance(name, Name) or name.text in INITIALISE:
            continue
        given = file.source.text(one.call.arguments[0].span)
        if name.text not in REVIVE and not isinstance(one.call.arguments[0], Cast):
            given = b"(PyObject *)" + given
        text = filled(b"PyObject_Init($given, &$type)", given=given, type=static.name.encode())
        yield Edit(file.source.path, one.call.span, text)
        yield from (Edit(file.source.path, whole_lines(file, item.span), b"") for item in one.spare)


def allocates(model: Extension, item: Allocation, static: StaticType) -> bool:
    """Tell whether an allocation makes instances of *static*."""
    if item.type_symbol is not None:
        return item.type_symbol == static.symbol
    owner = owner_of(model, item.function)
    if owner is not None:
        return owner.symbol == static.symbol
    # A helper that is given the type: the struct tells whose instances it makes.
    record = item.struct.decode("latin-1").removeprefix("struct ").strip()
    return static.record is not None and record == static.record


def allocation_text(model: Extension, item: Allocation, pointer: bool = False) -> bytes:
    """Return the call of tp_alloc that replaces PyObject_New; *pointer*: the type is a pointer by now."""
    at_hand = type_at_hand(model, item)
    name = at_hand or item.type_name or item.type_text
    is_object = item.type_symbol is not None and not pointer and not at_hand
    access = name + b"." if is_object else name + b"->"
    given = name if pointer or at_hand else item.type_text
    cast = b"" if not item.struct or _is_cast(model, item) else filled(b"($struct *)", struct=item.struct)
    return filled(b"$cast${access}tp_alloc($type, $count)", cast=cast, access=access, type=given, count=item.count)


def free_text(argument: bytes) -> bytes:
    """Return the call of tp_free that replaces PyObject_Del."""
    return filled(b"Py_TYPE($argument)->tp_free($argument)", argument=argument)


REWRITE: Rewrite = TpAlloc()
