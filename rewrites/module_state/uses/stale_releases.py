"""Releases of globals that leave them as they were while code runs: in the state, the collector visits them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.facts.types.deallocation.stale_fields import StaleRelease, stale_field
from unstatic.model.extension import Extension
from unstatic.rewriting.style import bare_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..struct.fields import Layout
from .use_edits import dropped_spans


def cleared_spans(model: Extension, layout: Layout) -> Iterator[tuple[Path, Span]]:
    """Yield the statements that `clearing_edits` deletes as a whole."""
    return ((item.path, item.superfluous) for item in _releases(model, layout) if item.superfluous is not None)


def clearing_edits(model: Extension, layout: Layout) -> Iterator[Edit]:
    """Yield the edits that empty fields before their objects go (G522)."""
    for release in _releases(model, layout):
        yield Edit(release.path, release.name, b"Py_CLEAR")
        if release.superfluous is not None:
            yield Edit(release.path, bare_lines(model.files[release.path], release.superfluous), b"")


def _releases(model: Extension, layout: Layout) -> Iterator[StaleRelease]:
    gone = dropped_spans(model, layout)
    for field in layout.fields:
        found = stale_field(model, field.item.symbol) if field.is_object else None
        for release in found.releases if found is not None and found.is_mendable else ():
            if not any(path == release.path and release.name.start in span for path, span in gone):
                yield release
