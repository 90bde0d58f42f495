"""Which change made which line: followed through all steps, from the original to the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from unstatic.diff import Opcode, lines_of, opcodes
from unstatic.edits import Change
from unstatic.pipeline import Step

Made = frozenset[int]
"""Changes, by their place in the list of all."""
_NOBODY: Made = frozenset()


@dataclass(frozen=True, slots=True)
class Provenance:
    """Of one file: the changes behind each line that went, and behind each line of the result."""

    removed: Mapping[int, Made]
    """By line of the original, from 0."""
    added: tuple[Made, ...]
    """For each line of the result; nothing for one that was always there."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line on its way: where it stood in the original, if it did, and what changed it."""

    origin: int | None
    made: Made = _NOBODY


def all_changes(steps: Sequence[Step]) -> tuple[tuple[Step, Change], ...]:
    """Return the changes of all steps, in order, each with its step."""
    return tuple((step, change) for step in steps for change in step.changes)


def trace(path: Path, root: Path, before: bytes, steps: Sequence[Step]) -> Provenance:
    """Return who made the lines of *path*, which is relative to *root*, a real path."""
    numbers = {id(change): number for number, (_, change) in enumerate(all_changes(steps))}
    data = before
    lines = [_Line(number) for number in range(len(lines_of(before)))]
    removed: dict[int, Made] = {}
    for step in steps:
        after = step.files.get(path, data)
        if after != data:
            touched = _Touched(data, [(numbers[id(change)], change) for change in step.changes], root / path)
            lines = _stepped(lines, opcodes(lines_of(data), lines_of(after)), touched, removed)
            data = after
    return Provenance(removed, tuple(line.made for line in lines))


class _Touched:
    """The lines that each change of a step touches in one file."""

    def __init__(self, data: bytes, changes: Sequence[tuple[int, Change]], path: Path) -> None:
        self.starts = [0, *accumulate(map(len, lines_of(data)))]
        self.spans = [
            (edit.span.start, edit.span.end, number)
            for number, change in changes
            for edit in change.edits
            if edit.path == path
        ]

    def by(self, first: int, last: int) -> Made:
        """Return what touches the lines from *first* to before *last*, or the place between two if that is none."""
        start, end = self.starts[first], self.starts[last]
        found = {number for low, high, number in self.spans if _overlap(low, high, start, end)}
        return frozenset(found or {number for _, _, number in self.spans})

    def line(self, number: int) -> Made:
        """Return what touches one line, its end left out."""
        start, end = self.starts[number], self.starts[number + 1]
        return frozenset(change for low, high, change in self.spans if low < end and _overlap(low, high, start, end))


def _overlap(low: int, high: int, start: int, end: int) -> bool:
    """Tell whether an edit reaches into some bytes, or inserts inside or at the edge of them."""
    return start <= low <= end if low == high else low < end and high > start


def _stepped(
    lines: Sequence[_Line], codes: Sequence[Opcode], touched: _Touched, removed: dict[int, Made]
) -> list[_Line]:
    """Return the lines after one step, and note in *removed* which lines of the original went."""
    found: list[_Line] = []
    for tag, old, old_end, new, new_end in codes:
        if tag == "equal":
            found += lines[old:old_end]
            continue
        behind = touched.by(old, old_end)
        is_paired = old_end - old == new_end - new
        own = [touched.line(number) or behind if is_paired else behind for number in range(old, old_end)]
        earlier = [line.made for line in lines[old:old_end]]
        for line, made in zip(lines[old:old_end], own, strict=True):
            if line.origin is not None:
                removed[line.origin] = removed.get(line.origin, _NOBODY) | line.made | made
        if is_paired:
            found += [_Line(None, made | before) for made, before in zip(own, earlier, strict=True)]
        else:
            found += [_Line(None, behind.union(*earlier))] * (new_end - new)
    return found
