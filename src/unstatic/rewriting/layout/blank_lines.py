"""Empty lines: those that several deletions left next to each other, and those between functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unstatic.rewriting.layout.patched import Patched
from unstatic.text.source import SourceFile, Span
from unstatic.text.spacing import BEHIND_FUNCTIONS

_GLUED = re.compile(rb"(?<=\n)(?:\}[^\n]*|[^\n]*\};)[ \t\r]*\n(?=[A-Za-z_][^;={}]*\([^;={}]*\{)")
"""The last line of a definition with the first of a function below it."""


def spread(patched: Patched) -> Iterator[tuple[Span, bytes]]:
    """Yield the empty lines that new functions still need to stand as far from others as those of the file do."""
    usual = patched.usual_gap
    for found in BEHIND_FUNCTIONS.finditer(patched.source.data) if usual > 1 else ():
        lines = found[1].count(b"\n")
        if 0 < lines < usual and patched.origin(found.start(1)) is None:
            yield Span(found.start(1), found.start(1)), patched.source.newline * (usual - lines)


def missing(patched: Patched) -> Iterator[tuple[Span, bytes]]:
    """Yield the empty line above a function that a line stood above which is gone: `#endif`."""
    for found in _GLUED.finditer(patched.source.data) if patched.usual_gap else ():
        above, below = patched.origin(found.end() - 1), patched.origin(found.end())
        if above is None or below is None or patched.old.data[above + 1 : below]:
            yield Span(found.end(), found.end()), patched.source.newline


def surplus(patched: Patched) -> Iterator[tuple[Span, bytes]]:
    """Yield the removal of empty lines beyond those that stood on either side of what is gone."""
    source, old = patched.source, patched.old
    seen: set[int] = set()
    for place in patched.places:
        first, last = _empty(source, place)
        if first == last or first in seen or not first or last >= len(source.data):
            continue
        seen.add(first)
        above, below = patched.origin(first - 1), patched.origin(last)
        sides = [_below(old, above) if above is not None else b"", _above(old, below) if below is not None else b""]
        usual = [item for item in sides if item.count(b"\n") <= patched.usual_gap]
        kept = max(usual if any(usual) else sides, key=len)
        lines = source.data[first:last]
        is_opened = source.data[source.line_start(first - 1) : first].rstrip().endswith(b"{")
        if is_opened and above is not None and not _below(old, above):
            yield Span(first, last), b""
        elif lines.count(b"\n") > max(kept.count(b"\n"), 1):
            yield Span(first, last), kept or source.data[first : source.line_end(first)]


def _empty(source: SourceFile, at: int) -> tuple[int, int]:
    """Return the empty lines around an offset, as a range."""
    first = last = source.line_start(at)
    while first and not source.data[source.line_start(first - 1) : first].strip():
        first = source.line_start(first - 1)
    while last < len(source.data) and not source.data[last : source.line_end(last)].strip():
        last = source.line_end(last)
    return first, last


def _below(source: SourceFile, at: int) -> bytes:
    start = source.line_end(at)
    if start >= len(source.data):
        return b""
    return source.data[slice(*_empty(source, start))]


def _above(source: SourceFile, at: int) -> bytes:
    end = source.line_start(at)
    first, _ = _empty(source, max(end - 1, 0))
    return source.data[first:end] if not source.data[first:end].strip() else b""
