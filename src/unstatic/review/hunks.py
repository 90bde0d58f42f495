"""The hunks of a migration, each with the subjects that it serves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from unstatic.review.provenance import Subjects, trace
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.edits import Edit

_CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of one file that change together; *lines* begin with a blank, `-` or `+`, as in a diff."""

    path: Path
    line: int
    """Of the source, from 1."""
    new_line: int
    lines: tuple[bytes, ...]
    serves: Subjects

    @property
    def old(self) -> bytes:
        """The lines before, context included."""
        return b"".join(line[1:] for line in self.lines if not line.startswith(b"+"))

    @property
    def new(self) -> bytes:
        """The lines after, context included."""
        return b"".join(line[1:] for line in self.lines if not line.startswith(b"-"))


@dataclass(frozen=True, slots=True)
class _Block:
    """Neighbouring lines that all change, and the equal lines on either side."""

    old: tuple[int, int]
    new: tuple[int, int]
    before: int
    """How many equal lines stand before it; all of them."""
    serves: Subjects
    shown_with: str


def hunks(
    before: Mapping[Path, bytes],
    after: Mapping[Path, bytes],
    steps: Sequence[Mapping[Path, Sequence[Edit]]],
    order: Sequence[str],
) -> dict[str, tuple[Hunk, ...]]:
    """Return the hunks by the subject that they are shown with: the first in *order* that they serve.

    What serves none of them, such as the module's own table, goes to the last, which is the initialisation.
    """
    found: dict[str, list[Hunk]] = {subject: [] for subject in order}
    for path in sorted(after):
        old = before.get(path, b"")
        edits = [step.get(path, ()) for step in steps]
        for subject, hunk in _of_file(path, old, after[path], edits, order):
            found[subject].append(hunk)
    return {subject: tuple(items) for subject, items in found.items()}


def _of_file(
    path: Path, old: bytes, new: bytes, steps: Sequence[Sequence[Edit]], order: Sequence[str]
) -> Iterator[tuple[str, Hunk]]:
    blocks = _blocks(old, new, steps, order) if order else []
    old_lines, new_lines = lines_of(old), lines_of(new)
    for index, first in enumerate(blocks):
        if index and _joins(blocks[index - 1], first):
            continue
        group = [first]
        while index + len(group) < len(blocks) and _joins(group[-1], blocks[index + len(group)]):
            group.append(blocks[index + len(group)])
        following = blocks[index + len(group)].before if index + len(group) < len(blocks) else _CONTEXT
        yield first.shown_with, _hunk(path, group, old_lines, new_lines, following)


def _joins(one: _Block, other: _Block) -> bool:
    return one.shown_with == other.shown_with and other.before <= 2 * _CONTEXT


def _hunk(path: Path, group: list[_Block], old: list[bytes], new: list[bytes], following: int) -> Hunk:
    lead = min(_CONTEXT, group[0].before)
    start = group[0].old[0] - lead
    lines: list[bytes] = []
    position = start
    for block in group:
        lines += [b" " + line for line in old[position : block.old[0]]]
        lines += [b"-" + line for line in old[slice(*block.old)]]
        lines += [b"+" + line for line in new[slice(*block.new)]]
        position = block.old[1]
    lines += [b" " + line for line in old[position : position + min(_CONTEXT, following)]]
    serves = frozenset().union(*(block.serves for block in group))
    return Hunk(path, start + 1, group[0].new[0] - lead + 1, tuple(lines), serves)


def _blocks(old: bytes, new: bytes, steps: Sequence[Sequence[Edit]], order: Sequence[str]) -> list[_Block]:
    traced = trace(len(old), steps)
    written, removed = by_line(new, traced.written), by_line(old, traced.removed)
    found: list[_Block] = []
    equal = 0
    for kind, old_start, old_end, new_start, new_end in opcodes(lines_of(old), lines_of(new)):
        if kind == "equal":
            equal = old_end - old_start
            continue
        mine = [*written[new_start:new_end], *removed[old_start:old_end]]
        serves: Subjects = frozenset().union(*mine)
        shown_with = next((subject for subject in order if subject in serves), order[-1])
        found.append(_Block((old_start, old_end), (new_start, new_end), equal, serves & {*order}, shown_with))
        equal = 0
    return found


def by_line(data: bytes, ranges: Sequence[tuple[int, int, Subjects]]) -> list[Subjects]:
    """Return for each line of *data* the subjects of the ranges that touch it."""
    ends = list(accumulate(len(line) for line in lines_of(data)))
    found: list[Subjects] = [frozenset()] * len(ends)
    index = 0
    for start, end, serves in ranges:
        while index < len(ends) and ends[index] <= start:
            index += 1
        at = index
        while at < len(ends) and (ends[at - 1] if at else 0) < end:
            found[at] |= serves
            at += 1
    return found
