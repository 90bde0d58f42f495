"""Which types can be converted one after the other, so that each prefix of a series is right on its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from unstatic.capi.slots import LIFETIME
from unstatic.facts.types.sequences.struct_sequences import sequence_of
from unstatic.model.extension import Extension, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan, Verdict
from unstatic.plan.obstacles.readying import is_made_after


def parts(model: Extension, plan: Plan) -> tuple[tuple[str, ...], ...]:
    """Return the subjects of the types that *plan* migrates, in the order in which they can be converted.

    Types that share a function of their lifetime go together, and so do struct sequences. A base goes after what
    extends it, as a static type needs its address; and with it, unless it is made ready before.
    """
    moving = [item for item in model.types if plan.migrates(type_subject(item))]
    rest = _connected(model, moving)
    found: list[tuple[str, ...]] = []
    while rest:
        free = next((group for group in rest if not _is_needed(group, rest)), None)
        group = free if free is not None else [item for group in rest for item in group]
        rest = [other for other in rest if other is not free] if free is not None else []
        found.append(tuple(type_subject(item) for item in group))
    return tuple(found)


def _connected(model: Extension, moving: list[StaticType]) -> list[list[StaticType]]:
    groups: list[list[StaticType]] = []
    for static in moving:
        mine = set(_ties(model, static))
        tied = [group for group in groups if any(mine & set(_ties(model, item)) for item in group)]
        groups = [group for group in groups if group not in tied]
        groups.append([*(item for group in tied for item in group), static])
    return groups


def _ties(model: Extension, static: StaticType) -> Iterator[str]:
    if sequence_of(model, static) is not None:
        yield "struct sequence"
    yield f"base {static.symbol}"
    base = model.type_by_symbol(static.function("tp_base") or "")
    if base is not None and not is_made_after(model, static, base):
        yield f"base {base.symbol}"
    for slot in LIFETIME:
        function = static.function(slot)
        if function is not None and function in model.functions:
            yield function


def _is_needed(group: list[StaticType], rest: list[list[StaticType]]) -> bool:
    """Tell whether a type outside of *group* that is still static has one of it as its base."""
    symbols = {item.symbol for item in group}
    others = (item for other in rest if other is not group for item in other)
    return any(item.function("tp_base") in symbols for item in others)


def restricted(plan: Plan, subjects: Collection[str]) -> Plan:
    """Return *plan* with no types but *subjects*: the others are for a later step."""
    decisions = tuple(
        replace(item, verdict=Verdict.KEEP)
        if item.kind == "type" and item.verdict is Verdict.MIGRATE and item.subject not in subjects
        else item
        for item in plan.decisions
    )
    return replace(plan, decisions=decisions, types=tuple(item for item in plan.types if item.subject in subjects))
