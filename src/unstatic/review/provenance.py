"""Which subjects each line of a migration is for: edits of several steps, followed from the sources to the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unstatic.text.edits import Edit

Subjects = frozenset[str]
_NONE: Subjects = frozenset()


@dataclass(frozen=True, slots=True)
class _Run:
    """Bytes of one origin: a part of the source from *start*, or (with -1) what was written for *serves*."""

    start: int
    length: int
    serves: Subjects = _NONE

    def cut(self, begin: int, end: int) -> _Run:
        """Return the part from *begin* to *end*, both counted from this run's first byte."""
        return _Run(self.start + begin if self.start >= 0 else -1, end - begin, self.serves)


@dataclass(frozen=True, slots=True)
class Trace:
    """For whom bytes were written and removed: half-open ranges, in order."""

    written: tuple[tuple[int, int, Subjects], ...]
    """Of the result."""
    removed: tuple[tuple[int, int, Subjects], ...]
    """Of the source."""


def trace(size: int, steps: Iterable[Sequence[Edit]]) -> Trace:
    """Follow the edits of *steps* through a file of *size* bytes; each step counts from what the one before left."""
    runs = [_Run(0, size)]
    removed: list[tuple[int, int, Subjects]] = []
    for edits in steps:
        runs = _applied(runs, edits, removed)
    written = []
    position = 0
    for run in runs:
        if run.start < 0:
            written.append((position, position + run.length, run.serves))
        position += run.length
    return Trace(tuple(written), tuple(sorted(removed, key=lambda item: item[:2])))


def _applied(runs: list[_Run], edits: Sequence[Edit], removed: list[tuple[int, int, Subjects]]) -> list[_Run]:
    """Return the runs after one step, as `edits.apply` would have them, and add what it removes of the source."""
    result: list[_Run] = []
    rest = list(reversed(runs))
    position = 0
    for edit in sorted(dict.fromkeys(edits), key=lambda item: (item.span.start, item.span.end)):
        result += _taken(rest, edit.span.start - position)
        gone = _taken(rest, edit.span.end - edit.span.start)
        removed += [(run.start, run.start + run.length, edit.serves) for run in gone if run.start >= 0]
        if edit.new:
            result.append(_Run(-1, len(edit.new), edit.serves))
        position = edit.span.end
    return [*result, *reversed(rest)]


def _taken(rest: list[_Run], length: int) -> list[_Run]:
    """Take the first *length* bytes off *rest*, which is in reverse order."""
    found = []
    while length > 0 and rest:
        run = rest.pop()
        if run.length > length:
            rest.append(run.cut(length, run.length))
            run = run.cut(0, length)
        found.append(run)
        length -= run.length
    return found
