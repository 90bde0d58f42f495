"""What a run gives for one extension: its report, its files before and after, and what each step did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.migration.report import ExtensionReport

if TYPE_CHECKING:
    from unstatic.plan.decisions import Plan
    from unstatic.text.diff import Hunks
    from unstatic.text.edits import Change, Edit

Edits = dict[Path, tuple["Edit", ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """What one rewrite did; *files* are the bytes after it of every file that the migration changes."""

    rewrite: str
    title: str
    changes: tuple[Change, ...]
    files: dict[Path, bytes]
    message: str
    edits: Edits = field(default_factory=dict)
    """What was applied to the files as the step before left them, each edit with the subjects that it serves."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for one extension; paths are relative to the root."""

    report: ExtensionReport
    before: dict[Path, bytes]
    steps: Sequence[Step]
    after: dict[Path, bytes]
    plan: Plan | None = None
    hunks: Hunks = field(default_factory=dict, compare=False, repr=False)
    """What a diff of *before* and *after* shows, as far as that was worked out."""


def measured(outcome: Outcome) -> Outcome:
    """Return an outcome with its diff, and the size of that."""
    from unstatic.text.diff import hunks, statistics, unified

    made = hunks(outcome.before, outcome.after)
    size = statistics(unified(outcome.before, outcome.after, made))
    report = replace(outcome.report, lines_added=size.lines_added, lines_removed=size.lines_removed)
    return replace(outcome, report=report, hunks=made)
