"""Who is behind each line: the subjects that it serves, and the changes that made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.pipeline import Step
from unstatic.review.hunks import by_line
from unstatic.review.provenance import Subjects, trace
from unstatic.text.edits import Change, Edit


@dataclass(frozen=True, slots=True)
class Origin:
    """Behind one line: subjects, and changes by their place among all."""

    subjects: Subjects
    changes: frozenset[int]

    def __or__(self, other: Origin) -> Origin:
        return Origin(self.subjects | other.subjects, self.changes | other.changes)


NOBODY = Origin(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Provenance:
    """For each line of the original that goes, and of the result that comes, who is behind it."""

    removed: tuple[Origin, ...]
    written: tuple[Origin, ...]


def all_changes(steps: Sequence[Step]) -> tuple[tuple[Step, Change], ...]:
    """Return the changes of all steps, in order, each with its step."""
    return tuple((step, change) for step in steps for change in step.changes)


def provenance(path: Path, before: bytes, after: bytes, steps: Sequence[Step]) -> Provenance:
    """Return who is behind the lines of *path*, which is relative to the project's root."""
    served = [step.edits.get(path, ()) for step in steps]
    subjects = trace(len(before), served)
    changes = trace(len(before), _numbered(served, steps))
    return Provenance(
        tuple(_origins(by_line(before, subjects.removed), by_line(before, changes.removed))),
        tuple(_origins(by_line(after, subjects.written), by_line(after, changes.written))),
    )


def _numbered(served: Sequence[Sequence[Edit]], steps: Sequence[Step]) -> list[list[Edit]]:
    """Return the edits with the numbers of their changes in the place of subjects."""
    found: list[list[Edit]] = []
    number = 0
    for step, edits in zip(steps, served, strict=True):
        owners: dict[Edit, frozenset[str]] = {}
        for change in step.changes:
            for edit in change.edits:
                owners[edit] = owners.get(edit, frozenset()) | {str(number)}
            number += 1
        found.append([replace(edit, serves=owners.get(edit, frozenset())) for edit in edits])
    return found


def _origins(subjects: Sequence[Subjects], numbers: Sequence[Subjects]) -> list[Origin]:
    pairs = zip(subjects, numbers, strict=True)
    return [Origin(served, frozenset(map(int, listed))) for served, listed in pairs]
