"""What can be told of struct sequences: which of them every module can make for itself, and what becomes of guards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unstatic.capi.null import NULL
from unstatic.facts.references.repairs import repairs
from unstatic.facts.types.metaclasses import settings_of
from unstatic.facts.types.sequences.slots import slot_obstacles
from unstatic.facts.types.sequences.struct_sequences import StructSequence, sequence_of, sequences_of
from unstatic.model.extension import Extension, Global, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, type_subject
from unstatic.plan.decisions import Decision, Verdict
from unstatic.plan.obstacles import types
from unstatic.plan.obstacles.type_uses import use_obstacles
from unstatic.plan.type_names import dotted_name, literal_of
from unstatic.text.edits import Safety
from unstatic.text.source import Location

# A guard that was kept for one of these may still go, with the types that it guards.
_WEAK = {"only", "process-state"}


def obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield why *static* can't become a heap type, whichever kind of type it is."""
    sequence = sequence_of(model, static)
    if sequence is None:
        yield from types.obstacles(model, static, minimum)
        return
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    if not _is_zero(model, static) or "[" in static.declaration.canonical_type:
        yield from static.problems
    yield from _slot_obstacles(model, sequence)
    yield from sequence.problems
    yield from use_obstacles(model, static)
    yield from _name_obstacles(model, sequence, here)
    owned = repairs(model, static.symbol)
    if owned.problem is not None:
        yield owned.problem


def _slot_obstacles(model: Extension, sequence: StructSequence) -> Iterator[Obstacle]:
    for item in sequence.static.runtime:
        where = model.location(item.path, item.statement.start)
        if item.name == "ob_type" and b"PyType_Type" not in item.value:
            yield Obstacle("ob_type is assigned to a struct sequence", "runtime-slot", where)
    for setting in settings_of(model, sequence.static):
        if not setting.is_type:
            where = model.location(setting.path, setting.statement.span.start)
            yield Obstacle("a struct sequence is given a metaclass", "metaclass", where)
    yield from slot_obstacles(model, sequence)


def _is_zero(model: Extension, static: StaticType) -> bool:
    """Tell whether the type object starts as zeros: without initialiser, or with `{0}`."""
    initialiser = static.declaration.initialiser
    if initialiser is None:
        return True
    tokens = model.files[static.declaration.path].tokens_in(initialiser)
    return {token.text for token in tokens} <= NULL | {b"{", b"}", b","}


def _name_obstacles(model: Extension, sequence: StructSequence, here: Location) -> Iterator[Obstacle]:
    """A heap type takes its `__module__` from its name: one without a dot is warned of at every import (G36, G53)."""
    written = name_text(model, sequence)
    literal = literal_of(model, written)
    if literal is None:
        yield Obstacle("the name in its description can't be read", "struct-sequence", here)
    elif "." not in literal and not written.startswith(b'"'):
        yield Obstacle("its name has no dot, and comes from a macro", "struct-sequence", here)


def name_text(model: Extension, sequence: StructSequence) -> bytes:
    """Return the C text of the name in the type's description."""
    if sequence.description is None or sequence.name is None:
        return b""
    return model.files[sequence.description.path].source.text(sequence.name.value_span)


def written_name(model: Extension, static: StaticType) -> bytes:
    """Return the C text of a type's name in the sources, whichever kind of type it is."""
    sequence = sequence_of(model, static)
    return static.value("tp_name") if sequence is None else name_text(model, sequence)


def new_name(model: Extension, sequence: StructSequence) -> str:
    """
    Return the C text of the name for the new type; one without a dot stays in builtins where pickles couldn't be read.

    pickle doesn't find the class there, and raises. Where it does, it calls the class with a sequence and a dict, as
    `structseq_reduce` tells it, which a tp_new of the project's own need not take (G35).
    """
    written = name_text(model, sequence)
    literal = literal_of(model, written)
    if sequence.static.value("tp_new") and literal is not None and "." not in literal and written.startswith(b'"'):
        return f'"builtins.{literal}"'
    return dotted_name(model, written)


def decision(model: Extension, static: StaticType) -> Decision | None:
    """Return the decision on a struct sequence that migrates; None for other types."""
    sequence = sequence_of(model, static)
    if sequence is None:
        return None
    where = model.location(static.declaration.path, static.declaration.name_span.start)
    written = name_text(model, sequence)
    name = new_name(model, sequence)
    if name.encode("utf-8", "surrogateescape") != written:
        reason = "struct sequence; its name gets the module in front, which shows in __module__ (G36)"
        if name.startswith('"builtins.'):
            reason = "struct sequence; its name gets builtins in front, which is its __module__ as before (G36)"
        return Decision(type_subject(static), Verdict.MIGRATE, reason, "heap-types", where, Safety.REVIEW)
    reason = "struct sequence that each module can make for itself"
    return Decision(type_subject(static), Verdict.MIGRATE, reason, "heap-types", where)


def left_behind(
    model: Extension, types: Mapping[str, StaticType], kept: Mapping[str, Obstacle]
) -> Iterator[tuple[str, Obstacle]]:
    """Yield the migrating types whose guard has to stay: for another type, or for a use that can't go."""
    for sequence in sequences_of(model):
        guard = sequence.creation.guard
        if sequence.static.symbol not in types or guard is None:
            continue
        where = model.location(model.functions[guard.function].definition.path, guard.tests[0].span.start)
        other = next((symbol for symbol in guard.made if symbol not in types), None)
        if other is not None:
            name = model.by_symbol[other][0].name if other in model.by_symbol else other
            reason = f"the test that guards it guards {name} as well, which stays static"
            yield sequence.static.symbol, Obstacle(reason, "struct-sequence", where, f"type:{name}")
        elif guard.variable is not None and guard.variable in kept and kept[guard.variable].rule not in _WEAK:
            reason = f"the variable that guards it stays: {kept[guard.variable].reason}"
            item = model.global_by_symbol(guard.variable)
            follows = global_subject(model, item) if item is not None else ""
            yield sequence.static.symbol, Obstacle(reason, "struct-sequence", where, follows)


def settle_guards(
    model: Extension, types: Mapping[str, StaticType], moving: dict[str, Global], kept: dict[str, Obstacle]
) -> None:
    """Let what only guards struct sequences go with them, or stay with them."""
    for symbol, goes in guards(model, types).items():
        item = model.global_by_symbol(symbol)
        if item is not None and goes:
            kept.pop(symbol, None)
            moving[symbol] = item
        elif item is not None and moving.pop(symbol, None) is not None:
            where = model.location(item.declaration.path, item.declaration.name_span.start)
            kept[symbol] = Obstacle("it guards a struct sequence that stays static", "process-state", where)


def guards(model: Extension, types: Mapping[str, StaticType]) -> dict[str, bool]:
    """Return the variables that only guard struct sequences, and whether they go because all of these migrate."""
    found: dict[str, bool] = {}
    for sequence in sequences_of(model):
        guard = sequence.creation.guard
        if guard is not None and guard.variable is not None:
            found[guard.variable] = all(symbol in types for symbol in guard.made)
    return found


def guard_decision(model: Extension, item: Global) -> Decision:
    """Return the decision on a guard that goes."""
    where = model.location(item.declaration.path, item.declaration.name_span.start)
    reason = "it only kept struct sequences from being made twice: every module makes its own, so it goes"
    return Decision(global_subject(model, item), Verdict.MIGRATE, reason, "heap-types", where)
