"""Codes of source locations: what the parser has read lies one file behind the other in one row of numbers.

The code of a place in a file is that of the file's start plus the offset; where the top bit is set, a macro made the
place. So a file that was asked about needs no more calls of the library, which take much of the time in a large unit.
That holds for every version of the library so far; a row is used once a second answer has confirmed it.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

MACRO_BIT = 1 << 31
LOADED = 1 << 30
"""From here on, codes are of what was parsed beforehand, which is counted from the top; no unit fills a gigabyte."""

F = TypeVar("F")


@dataclass(slots=True)
class Row(Generic[F]):
    """The codes from `first` to `last`, the end of the file, mean offsets in `file`; without a file, nothing."""

    first: int
    last: int
    file: F | None


class Rows(Generic[F]):
    """The rows of one unit."""

    def __init__(self, length_of: Callable[[F], int | None]) -> None:
        """*length_of* tells how many bytes the parser read of a file; None if that isn't known."""
        self._length_of = length_of
        self._firsts: list[int] = []
        self._rows: list[Row[F]] = []
        self._seen: dict[int, F] = {}
        self._nowhere: Row[F] = Row(0, -1, None)

    def at(self, code: int) -> Row[F]:
        """Return the row that holds *code*, or one without a file."""
        index = bisect.bisect_right(self._firsts, code) - 1
        if index < 0 or code > self._rows[index].last:
            return self._nowhere
        return self._rows[index]

    def learn(self, code: int, file: F, offset: int) -> Row[F]:
        """Take in the answer for *code*, which no macro made; return the row that holds it, or one without a file."""
        first = code - offset
        if first not in self._seen:
            self._seen[first] = file
            return self._nowhere
        length = self._length_of(file)
        index = bisect.bisect_left(self._firsts, first)
        if self._seen[first] is not file or length is None or self._meets_others(index, first, first + length):
            return self._nowhere
        if index == len(self._firsts) or self._firsts[index] != first:
            self._firsts.insert(index, first)
            self._rows.insert(index, Row(first, first + length, file))
        return self._rows[index]

    def _meets_others(self, index: int, first: int, last: int) -> bool:
        """Tell whether a row would run into those beside it: then the file isn't as long as it was."""
        if index > 0 and self._rows[index - 1].last >= first:
            return True
        return any(first < other <= last for other in self._firsts[index : index + 1])
