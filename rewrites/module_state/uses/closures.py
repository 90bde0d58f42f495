"""Closures of getters that were addresses of globals become the places of their fields in the state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.facts.places.at_file_level import after_includes
from unstatic.facts.state.routes.getset_closures import getters
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.state_passing import Threading
from ..struct.fields import Layout

_OFFSETOF = {"stddef.h", "structmember.h"}


def closure_edits(model: Extension, plan: Plan, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield `&X` to `(void *)offsetof(state, X)` in tables, and the state in front of it where getters read that."""
    state_type = plan.names.state_type.encode()
    first: dict[Path, int] = {}
    # A macro writes many rows.
    edits: dict[Edit, None] = {}
    for getter in getters(model):
        if getter.symbol not in layout.routes.functions or not all(map(layout.field, getter.variables)):
            continue
        for path, span in getter.reads:
            given = model.files[path].source.text(span)
            place = filled(b"((char *)$state + (size_t)$given)", state=threading.local(getter.symbol), given=given)
            yield Edit(path, span, place)
        for closure in getter.closures:
            field = layout.field(closure.symbol)
            assert field is not None
            named = closure.parameter or field.name
            place = filled(b"(void *)offsetof($state_type, $field)", state_type=state_type, field=named)
            edits[Edit(closure.path, closure.span, place)] = None
            path, start = closure.table.path, closure.table.span.start
            first[path] = min(start, first.get(path, start))
    yield from edits
    for path, offset in first.items():
        if not _knows_offsetof(model, path):
            at = after_includes(model.files[path], offset)
            yield Edit(path, Span(at, at), b"#include <stddef.h>" + model.files[path].source.newline)


def _knows_offsetof(model: Extension, path: Path) -> bool:
    """Tell whether all units that read a file include what defines offsetof: Python.h doesn't always (3.11)."""
    own = set(model.files)
    return all(
        any(item.path.name in _OFFSETOF and item.includer in own for item in model.unit_inclusions[unit])
        for unit in model.readers[path]
    )
