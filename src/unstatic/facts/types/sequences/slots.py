"""Slots that a struct sequence is given after it was made: `Point_Type.tp_new = point_new;` (G46, G53).

PyStructSequence_NewType takes no slots, and what it makes is complete. But the slots named here are read at each call
and by nothing else, so that they can be replaced in the new type as they were in the static one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.c.nodes import Call
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.types.sequences.struct_sequences import StructSequence, sequences_of
from unstatic.model.extension import Extension, Reference, RoleKind, RuntimeField, StaticType
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import UsedAs, may_store, outer_of, use_of, uses_as
from unstatic.text.source import Span

# What owns, frees or shows memory of the type isn't among them, nor what has a wrapper in the type's dictionary.
_REPLACEABLE = frozenset(
    f"tp_{name}" for name in ("new", "init", "richcompare", "hash", "repr", "str", "iter", "getattro", "setattro")
)
_HEAD = "ob_type"


def late_slots(sequence: StructSequence) -> tuple[RuntimeField, ...]:
    """Return the assignments to fields of the type, the one of its metaclass left out."""
    return tuple(item for item in sequence.static.runtime if item.name != _HEAD)


def slot_obstacles(model: Extension, sequence: StructSequence) -> Iterator[Obstacle]:
    """Yield the assignments to slots that can't stay as they are, behind the call that makes the type."""
    for item in late_slots(sequence):
        clause = next(_objections(model, sequence, item), None)
        if clause is not None:
            reason = f"{item.name} is assigned to a struct sequence{clause}"
            yield Obstacle(reason, "runtime-slot", model.location(item.path, item.statement.start))


def _objections(model: Extension, sequence: StructSequence, item: RuntimeField) -> Iterator[str]:
    if item.name not in _REPLACEABLE:
        yield ""
    if item.conditional:
        yield " under a condition"
    if item.function not in init_functions(model):
        yield " outside of the module's initialisation"
    creation = sequence.creation
    if item.function != creation.function or item.statement.start < creation.statement.span.end:
        yield " before it is made"


@fact
def own_type_uses(model: Extension) -> Mapping[tuple[Path, int], tuple[Span, bytes]]:
    """Return what stands for the type in slots of its own: by place of its name, the span of `&Point_Type` and the new.

    Nothing leads from a struct sequence to its module. But one that has no subclasses is the type of its instances.
    """
    return dict(_own_type_uses(model))


def _own_type_uses(model: Extension) -> Iterator[tuple[tuple[Path, int], tuple[Span, bytes]]]:
    for sequence in sequences_of(model):
        static = sequence.static
        if not late_slots(sequence) or _changes_flags(model, static):
            continue
        for use in model.uses.get(static.symbol, ()):
            text = _itself(model, static, use.function or "")
            span = _address(model, use) if text else None
            if text and span is not None:
                yield (use.path, use.offset), (span, text)


def _changes_flags(model: Extension, static: StaticType) -> bool:
    """Tell whether the flags are touched: Py_TPFLAGS_BASETYPE among them would allow subclasses."""
    uses = uses_as(model, static.symbol, UsedAs.MEMBER, UsedAs.UNKNOWN)
    return any(use.role is UsedAs.UNKNOWN or use.member == b"tp_flags" for use in uses)


def _itself(model: Extension, static: StaticType, symbol: str) -> bytes:
    """Return how the function *symbol* names the type by its first argument; empty if that may be anything else."""
    function = model.functions.get(symbol)
    if function is None or function.escapes or function.alternatives or not function.definition.parameters:
        return b""
    slots = {role.slot for role in function.roles}
    is_slot = all(role.kind is RoleKind.SLOT and role.owner == static.symbol for role in function.roles)
    called = any(use.is_call for use in model.uses.get(symbol, ()))
    if not slots or not is_slot or called or not slots <= _REPLACEABLE or _is_changed(model, symbol):
        return b""
    name = model.by_symbol[function.definition.parameters[0]][0].name.encode()
    if slots == {"tp_new"}:
        return name
    return b"Py_TYPE(" + name + b")" if "tp_new" not in slots else b""


def _is_changed(model: Extension, symbol: str) -> bool:
    """Tell whether the first parameter is written to, has no name, or another local has the same one."""
    definition = model.functions[symbol].definition
    first = model.by_symbol[definition.parameters[0]][0]
    same = [item for item in model.locals.get(symbol, ()) if item.name == first.name]
    return not first.name or first.name.startswith("_unused_") or len(same) > 1 or may_store(model, first.symbol)


def _address(model: Extension, use: Reference) -> Span | None:
    """Return the span of `&Point_Type` as an argument, casts or not; None if it is written in any other way.

    What compares it would compare the object's type with itself.
    """
    found = use_of(model, use)
    if found.role is not UsedAs.ADDRESS or use.function is None:
        return None
    outer = outer_of(found.outer)
    return found.outer[0].span if outer and isinstance(outer[0], Call) else None
