"""Columns: how wide lines are, and how wide those of a file may get."""

from __future__ import annotations

from collections.abc import Sequence

PEP7 = 79
"""The columns of a line where neither a formatter nor the file itself says more."""
TAB = 8
_ALMOST_ALL = 0.99
_LITTLE_MORE = 1.1


def columns(line: bytes) -> int:
    """Return how many columns a line takes, without its end."""
    return len(line.rstrip(b"\r\n").expandtabs(TAB))


def outgrows(line: bytes, old: bytes | None, limit: int) -> bool:
    """Tell whether a line got too long, and doesn't stand for an *old* one that was far too long already."""
    width, was = columns(line), columns(old) if old is not None else 0
    return width > max(limit, was) and was <= limit * _LITTLE_MORE


def limit_of(lines: Sequence[bytes], width: int = 0) -> int:
    """Return how long lines may be: as a formatter is told, or as all but a hundredth of them are already."""
    if width:
        return width
    widths = sorted(map(columns, lines))
    return max(PEP7, widths[int(len(widths) * _ALMOST_ALL)] if widths else 0)
