"""Releases of globals that leave them as they were while code runs: in the state, the collector visits them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.facts.types.deallocation.stale_fields import StaleRelease, stale_field
from unstatic.model.extension import Extension
from unstatic.text.source import Span

from ..struct.fields import Layout
from .use_edits import dropped_spans


def cleared_spans(model: Extension, layout: Layout) -> Iterator[tuple[Path, Span]]:
    """Yield the statements that `clearing` deletes as a whole."""
    return ((item.path, item.superfluous) for item in globals_released(model, layout) if item.superfluous is not None)


def globals_released(model: Extension, layout: Layout) -> Iterator[StaleRelease]:
    """Yield the releases that `Py_CLEAR` has to take the place of."""
    gone = dropped_spans(model, layout)
    for field in layout.fields:
        found = stale_field(model, field.item.symbol) if field.is_object else None
        for release in found.releases if found is not None and found.is_mendable else ():
            if not any(path == release.path and release.name.start in span for path, span in gone):
                yield release
