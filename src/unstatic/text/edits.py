"""Edits in bytes, grouped into changes that only make sense together."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from unstatic.text.source import Span


class Safety(enum.Enum):
    """How much care a change needs."""

    SAFE = "safe"
    """Behaviour is equal on every Python that the project supports."""
    REVIEW = "review"
    """Behaviour differs in a documented, visible way: read the reason."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes of *span* in *path* by *new*; an empty span inserts."""

    path: Path
    span: Span
    new: bytes
    serves: frozenset[str] = field(default=frozenset(), compare=False)
    """The subjects that need it; empty for that of the change. For people who read it: it has no effect."""


@dataclass(frozen=True, slots=True)
class Change:
    """Edits that only make sense together, and the reason for them."""

    subject: str
    rule: str
    reason: str
    safety: Safety
    edits: tuple[Edit, ...]
    together: frozenset[str] = frozenset()
    """The subjects of a preparation's changes that are right only with this one."""


class EditConflict(Exception):
    """Two edits of one rewrite want the same bytes: a bug in the rewrite."""

    def __init__(self, first: Edit, second: Edit) -> None:
        super().__init__(f"{first.path}: {first.span} {first.new!r} overlaps {second.span} {second.new!r}")
        self.first = first
        self.second = second


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return *data* with *edits* applied; offsets refer to *data*, not to each other's results.

    Insertions at one offset keep the order in which they were given, and stand before a
    replacement that starts there. Equal edits count once. Raises EditConflict on overlap.
    """
    pieces: list[bytes] = []
    position = 0
    previous: Edit | None = None
    for edit in ordered(edits):
        if previous is not None and edit.span.start < position:
            raise EditConflict(previous, edit)
        pieces += [data[position : edit.span.start], edit.new]
        position = edit.span.end
        previous = edit
    return b"".join([*pieces, data[position:]])


def ordered(edits: Iterable[Edit]) -> list[Edit]:
    """Return *edits* in the order of their places, those that are equal once."""
    return sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end))


def without_covered(edits: Iterable[Edit]) -> list[Edit]:
    """Leave out the edits inside text that another of *edits* deletes."""
    listed = list(dict.fromkeys(edits))
    deletions = [item for item in listed if not item.new and item.span.end > item.span.start]
    return [item for item in listed if not any(_swallows(deletion, item) for deletion in deletions)]


def beside_deletions(edits: Iterable[Edit]) -> list[Edit]:
    """Return *edits* with insertions in front of what is deleted around them, where it goes for other reasons."""
    listed = list(edits)
    deletions = [item for item in listed if not item.new and item.span.end > item.span.start]
    found = []
    for item in listed:
        at = item.span.start
        around = (one.span.start for one in deletions if one.path == item.path and one.span.start < at < one.span.end)
        start = next(around, at) if item.span.end == at else at
        found.append(item if start == at else replace(item, span=Span(start, start)))
    return found


def _swallows(deletion: Edit, edit: Edit) -> bool:
    if deletion is edit or deletion.path != edit.path:
        return False
    inside = deletion.span.covers(edit.span) and deletion.span != edit.span
    at_edge = edit.span.start == edit.span.end and edit.span.start in (deletion.span.start, deletion.span.end)
    return inside and not at_edge
