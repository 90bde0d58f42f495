"""Source files as bytes, and positions in them."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

_NEWLINE = re.compile(b"\n")


class Span(NamedTuple):
    """A half-open range of byte offsets, `start <= offset < end`."""

    start: int
    end: int

    def __contains__(self, offset: object) -> bool:
        return isinstance(offset, int) and self.start <= offset < self.end

    def covers(self, other: Span) -> bool:
        """Tell whether *other* lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share at least one byte."""
        return self.start < other.end and other.start < self.end


class Spans:
    """Tells quickly whether an offset lies in any of many spans, which may overlap and come in any order."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            elif start < end:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, offset: int) -> bool:
        index = bisect.bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self._ends[index]

    def overlaps(self, span: Span) -> bool:
        """Tell whether any of the spans shares a byte with *span*."""
        index = bisect.bisect_left(self._starts, span.end) - 1
        return index >= 0 and span.start < self._ends[index]

    def shared_with(self, other: Spans) -> Spans:
        """Return what lies in both."""
        found: list[Span] = []
        own, others = 0, 0
        while own < len(self._starts) and others < len(other._starts):
            start, end = max(self._starts[own], other._starts[others]), min(self._ends[own], other._ends[others])
            if start < end:
                found.append(Span(start, end))
            if self._ends[own] < other._ends[others]:
                own += 1
            else:
                others += 1
        return Spans(found)

    def without(self, other: Spans) -> Spans:
        """Return what lies in these and not in *other*."""
        found: list[Span] = []
        for start, end in self:
            for number in range(bisect.bisect_right(other._ends, start), bisect.bisect_left(other._starts, end)):
                found.append(Span(start, other._starts[number]))
                start = other._ends[number]
            found.append(Span(start, end))
        return Spans(found)

    def __iter__(self) -> Iterator[Span]:
        return (Span(start, end) for start, end in zip(self._starts, self._ends, strict=True))

    def __bool__(self) -> bool:
        return bool(self._starts)


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place that a person can go to: 1-based line, 1-based column in bytes."""

    path: Path
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True)
class SourceFile:
    """The bytes of one file, as they are on disk: no decoding, no line-end translation."""

    path: Path
    data: bytes

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.data))]

    @cached_property
    def newline(self) -> bytes:
        """The file's own line end: CRLF if its first line ends so, else LF."""
        first = self.data.find(b"\n")
        return b"\r\n" if first > 0 and self.data[first - 1 : first] == b"\r" else b"\n"

    def text(self, span: Span) -> bytes:
        """Return the bytes of *span*."""
        return self.data[span.start : span.end]

    def location(self, offset: int) -> Location:
        """Return line and column of a byte offset."""
        line = bisect.bisect_right(self._line_starts, offset)
        return Location(self.path, line, offset - self._line_starts[line - 1] + 1)

    def offset(self, location: Location) -> int:
        """Return the byte offset of a line and column of this file."""
        line = min(location.line, len(self._line_starts))
        return min(self._line_starts[line - 1] + location.column - 1, len(self.data))

    def line_start(self, offset: int) -> int:
        """Return the offset of the first byte of the line that holds *offset*."""
        return self._line_starts[bisect.bisect_right(self._line_starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return the offset just after the line end of the line that holds *offset*."""
        following = bisect.bisect_right(self._line_starts, offset)
        return self._line_starts[following] if following < len(self._line_starts) else len(self.data)

    def indent_at(self, offset: int) -> bytes:
        """Return the blanks that open the line of *offset*."""
        start = self.line_start(offset)
        line = self.data[start : self.line_end(offset)]
        return line[: len(line) - len(line.lstrip(b" \t"))]
