"""Files that several extensions are made from: one changes only if that is what all of these need."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unstatic.cli.engine import Result, Task

_INCLUDED = re.compile(rb'#[ \t]*include[ \t]*[<"]([^>"\n]+)')


def disputed(results: Sequence[Result]) -> Mapping[int, Mapping[Path, str]]:
    """Return the files that extensions, by their numbers, change and others need otherwise: each with one of those."""
    if len(results) < 2:
        return {}
    made = [_Made(result) for result in results]
    found: dict[int, dict[Path, str]] = {}
    for path in sorted({path for one in made for path in one.changed}):
        needs = {number: one.changed.get(path) for number, one in enumerate(made) if one.reads(path, made)}
        for number, data in needs.items():
            other = next((each for each, needed in needs.items() if needed != data), None)
            if data is not None and other is not None:
                found.setdefault(number, {})[path] = results[other].report.name
    return found


def templates(results: Sequence[Result]) -> frozenset[Path]:
    """Return the disputed files that are sources, as templates are: in a header, each declares what is its own."""
    found = {path for files in disputed(results).values() for path in files}
    return frozenset(path for path in found if not _is_header(path))


def _is_header(path: Path) -> bool:
    return path.suffix.startswith(".h")


def settled(result: Result, files: Mapping[Path, str]) -> Task | None:
    """Return the task of an extension that changes *files*, which others need otherwise, with less to change there.

    First the state gets a header of its own, then what needs these files stays, then all; None if all stays already.
    """
    task = result.task
    known = task.settings.others_headers
    shared = sorted(path for path in files if path not in known and _is_header(path) and has_state(result, path))
    if shared:
        return replace(task, settings=replace(task.settings, others_headers=(*known, *shared)))
    kept = task.settings.kept_files
    if not files.keys() & dict(kept).keys():
        return replace(task, settings=replace(task.settings, kept_files=(*kept, *sorted(files.items()))))
    # What a macro there names is still written by itself: the subjects stay.
    path, other = min(files.items())
    told = f"{path.name} has to change with it, and {other}, which is made from that file as well, needs it otherwise"
    staying = with_kept(task, {item.subject: told for item in result.report.subjects if item.outcome == "migrate"})
    return staying if staying != task else None


def has_state(result: Result, path: Path) -> bool:
    """Tell whether an extension would have the struct of its state in a file."""
    plan = result.outcome.plan
    return plan is not None and b"} %s;" % plan.names.state_type.encode() in changed_by(result).get(path, b"")


def with_kept(task: Task, subjects: Mapping[str, str]) -> Task:
    """Return a task with subjects kept for what others say of them; what they said before stays said."""
    kept = dict(task.settings.stays_elsewhere)
    found = {**kept, **subjects, **kept}
    return replace(task, settings=replace(task.settings, stays_elsewhere=tuple(found.items())))


def reason(files: Mapping[Path, str]) -> str:
    """Return why an extension can't be migrated that changes *files*, each with another that needs it otherwise."""
    path, other = min(files.items())
    return f"{path}: {other} is made from this file as well, and needs it otherwise; change it by hand for both"


def read_by(result: Result) -> frozenset[Path]:
    """Return the files that an extension is made from, as far as they're known."""
    return _Made(result).known


def changed_by(result: Result) -> Mapping[Path, bytes]:
    """Return the new texts of the files that an extension changes."""
    return _Made(result).changed


class _Made:
    """What one extension is made from, and what becomes of that; paths are real."""

    def __init__(self, result: Result) -> None:
        self._root = Path(os.path.realpath(result.root))
        self._result = result

    @cached_property
    def changed(self) -> Mapping[Path, bytes]:
        outcome = self._result.outcome
        return {self._root / path: outcome.after[path] for path in self._result.changed}

    @cached_property
    def known(self) -> frozenset[Path]:
        """The files that were read; only the sources, where reading failed."""
        read = [self._root / path for path in self._result.report.read]
        units = (Path(os.path.realpath(unit.path)) for unit in self._result.task.extension.units)
        return frozenset([*(read or units), *self.changed])

    def reads(self, path: Path, made: Sequence[_Made]) -> bool:
        """Tell whether the extension is made from a file; by what `#include` lines name, where reading failed.

        A header in which nothing concerns it, whichever text it has, doesn't count.
        """
        if path in self._result.unconcerned:
            return False
        return path in self.known or (not self._result.report.read and path.name in self._included(made))

    def _included(self, made: Sequence[_Made]) -> frozenset[str]:
        """Return the names, without folders, of the headers that the sources include, and of what those include."""
        if self._names is None:
            headers = {path for one in made for path in one.known}
            found: set[str] = set()
            work = list(self.known)
            while work:
                new = _included_by(work.pop()) - found
                found |= new
                work += [path for path in headers if path.name in new]
            self._names = frozenset(found)
        return self._names

    _names: frozenset[str] | None = None


def _included_by(path: Path) -> set[str]:
    try:
        data = path.read_bytes()
    except OSError:
        return set()
    return {os.fsdecode(name).rpartition("/")[2] for name in _INCLUDED.findall(data)}
