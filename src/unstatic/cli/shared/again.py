"""What extensions that are made from the same files have to know of each other, found once each was worked on alone."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.c.lexer import lex
from unstatic.cli.shared import disputes
from unstatic.text.source import Spans

if TYPE_CHECKING:
    from unstatic.cli.engine import Result, Task
    from unstatic.migration.report import SubjectReport
    from unstatic.project.scan import Unit

_OF_SKIPPED_GROUPS = ("unexplained-name", "inactive-branch")
"""The rules of what can't be told because this build skips it."""
_CLAIM = "multiple_interpreters"
Groups = frozenset[tuple[Path, int]]
"""Where the bodies of `#if` groups begin."""


def tasks(results: Sequence[Result]) -> Mapping[int, Task]:
    """Return what to work on again, by number, as it shares files with others in which something stays or differs."""
    sharing = _Sharing.of(results)
    if not sharing.others:
        return {}
    found = {
        number: sharing.with_claim(number, sharing.with_names(number, sharing.with_siblings(number)))
        for number in sharing.others
    }
    changed = {number: task for number, task in found.items() if task != results[number].task}
    if changed:
        return changed
    staying = {number: sharing.with_what_stays(number) for number in sharing.others}
    return {number: task for number, task in staying.items() if task != results[number].task}


@dataclass(frozen=True, slots=True)
class _Sharing:
    """The extensions that share a file in which something is contested."""

    results: Sequence[Result]
    others: Mapping[int, Collection[int]]
    """Those that each shares such a file with."""
    of_modules: frozenset[Path]
    """The files in which the struct of a module's state would stand, or the slots of the module."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> _Sharing:
        """Look for them among all that could be read."""
        readers: dict[Path, list[int]] = {}
        for number, result in enumerate(results):
            if result.error_code == 0 and result.task.settings.planned is None:
                for name in result.report.read:
                    readers.setdefault(_real(result, name), []).append(number)
        disputed = disputes.templates(results)
        contested = disputed | {path for path in _refusing(results) if not path.suffix.startswith(".h")}
        others: dict[int, dict[int, None]] = {}
        for path, numbers in readers.items():
            if len(numbers) > 1 and path in contested:
                for number in numbers:
                    others.setdefault(number, {}).update((other, None) for other in numbers if other != number)
        named = (path for path in disputed if any(_names_parts(result, path) for result in results))
        return cls(results, others, frozenset(named))

    def with_siblings(self, number: int) -> Task:
        """Return the task with units of others that compile what this one skips of the files that they share (G390)."""
        task = self.results[number].task
        missing = _groups(self.results[number], skipped=True)
        left = {other: missing & _groups(self.results[other], skipped=False) for other in self.others[number]}
        # None is taken back, so that this comes to an end.
        units: dict[Unit, None] = dict.fromkeys(task.extension.siblings)
        while any(left.values()):
            best = max(left, key=lambda other: (len(left[other]), -other))
            missing -= left[best]
            left = {other: groups & missing for other, groups in left.items()}
            units.update((unit, None) for unit in self.results[best].task.extension.units)
        return replace(task, extension=replace(task.extension, siblings=tuple(units)))

    def with_names(self, number: int, task: Task) -> Task:
        """Return the task with names that hold for all modules, if a file that others share has its state or slots."""
        result = self.results[number]
        if self.of_modules.isdisjoint(_real(result, path) for path in result.report.read):
            return task
        return replace(task, settings=replace(task.settings, names_are_shared=True))

    def with_claim(self, number: int, task: Task) -> Task:
        """Return the task with the weakest claim of those that share its slots: one has data of the process."""
        if task.settings.gil_claim != "auto" or not task.settings.names_are_shared:
            return task
        claims = {self.results[one].report.claims.get(_CLAIM) for one in (number, *self.others[number])}
        return replace(task, settings=replace(task.settings, gil_claim="shared")) if "shared-gil" in claims else task

    def with_what_stays(self, number: int) -> Task:
        """Return the task with the subjects that stay in another extension, and would move in this one (G392)."""
        task = self.results[number].task
        moving = {_place(item): item for item in self.results[number].report.subjects if item.outcome == "migrate"}
        found: dict[str, str] = {}
        for other in self.others[number]:
            report = self.results[other].report
            for item in report.subjects:
                if item.outcome != "migrate" and item.declared is not None and _place(item) in moving:
                    found.setdefault(item.subject, f"{report.name} is made from this file as well: {item.reason}")
        return disputes.with_kept(task, found)


def _names_parts(result: Result, path: Path) -> bool:
    """Tell whether an extension would have parts of its module in a file that are named after that (G658)."""
    plan = result.outcome.plan
    slots = b" %s[]" % plan.names.slots.encode() if plan is not None else b""
    return disputes.has_state(result, path) or (bool(slots) and slots in disputes.changed_by(result).get(path, b""))


def _real(result: Result, path: str | Path) -> Path:
    return Path(os.path.realpath(result.root)) / path


def _place(item: SubjectReport) -> tuple[str, object]:
    return item.subject, item.declared


def _refusing(results: Sequence[Result]) -> Iterator[Path]:
    """Yield the files in which subjects stay, or where that is for a reason, that others may compile the rest of."""
    for result in results:
        for subject in result.report.subjects:
            rules = {subject.rule, *(item.rule for item in subject.obstacles)}
            if subject.outcome == "refuse" and not rules.isdisjoint(_OF_SKIPPED_GROUPS):
                yield from (place.path for place in (subject.location, subject.declared) if place is not None)


def _groups(result: Result, *, skipped: bool) -> Groups:
    """Return the groups that an extension skips, or those that it doesn't."""
    found = set()
    for name in result.report.skipped if skipped else result.report.read:
        path, spans = _real(result, name), Spans(result.report.skipped.get(name, ()))
        found |= {(path, at) for at in _starts(path) if (at in spans) == skipped}
    return frozenset(found)


def _starts(path: Path) -> Iterator[int]:
    return (branch.body.start for item in lex(path.read_bytes()).conditionals for branch in item.branches)
