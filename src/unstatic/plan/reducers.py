"""One function for all types of a source whose instances can't be pickled: what raises needn't be written for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.model.extension import Declaration, Extension, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import TypeChoice


def with_shared_reducers(model: Extension, choices: Sequence[TypeChoice], prefix: str) -> tuple[TypeChoice, ...]:
    """Return *choices* with the name of the function that several types of one source share.

    It is defined in front of all of them, so a type in an `#if` group or in a file that others include has its own.
    """
    name = f"{prefix}_no_pickle"
    if name.encode() in model.identifiers:
        return tuple(choices)
    types = {type_subject(item): item for item in model.types}
    sources = [_source(model, types[item.subject]) if item.refuses_pickling else None for item in choices]
    number = Counter(source for source in sources if source is not None)
    return tuple(
        replace(item, shared_reducer=name) if source is not None and number[source] > 1 else item
        for item, source in zip(choices, sources, strict=True)
    )


def table_or_type(model: Extension, static: StaticType) -> Declaration:
    """Return the declaration of a type's table of methods, or else of the type."""
    table = model.tables.get(static.function("tp_methods") or "")
    return table.declaration if table is not None else static.declaration


def _source(model: Extension, static: StaticType) -> Path | None:
    """Return the source in which a type can share the function; None if it can't."""
    place = table_or_type(model, static)
    path = place.path
    is_alone = path in model.units and len(model.readers[path]) == 1
    return path if is_alone and not model.files[path].is_conditional(place.span.start) else None
