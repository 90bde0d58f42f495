"""One text for all that a file is compiled for: each line as those have it that compile it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from unstatic.text.diff import lines_of, opcodes
from unstatic.text.source import Span, Spans


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one version, or of several that agree on it."""

    text: bytes
    is_compiled: bool
    """Whether any of these compiles it."""
    is_open: bool = False
    """Whether another that doesn't compile it either has something else in its place."""
    is_in_group: bool = False
    """Whether a condition decides about it."""


Version = tuple[Line, ...]
_CONDITION = re.compile(rb"[ \t]*#[ \t]*(if|ifdef|ifndef|el\w+|endif)\b")


class _Conflict(Exception):
    """Two versions have different lines in one place, and compile them."""


def version(data: bytes, skipped: Sequence[Span]) -> Version:
    """Return the lines of a text of which *skipped* isn't compiled."""
    outside, at, depth, found = Spans(skipped), 0, 0, []
    for text in lines_of(data):
        directive = _CONDITION.match(text)
        depth -= directive is not None and directive[1] == b"endif"
        is_compiled = bool(text.strip()) and directive is None and at not in outside
        found.append(Line(text, is_compiled, is_in_group=depth > 0))
        depth += directive is not None and directive[1].startswith(b"if")
        at += len(text)
    return tuple(found)


def merged(versions: Sequence[Version]) -> bytes | None:
    """Return the text in which each of *versions* has the lines that it compiles; None if there is no such text."""
    try:
        lines = reduce(_joined, dict.fromkeys(versions))
    except _Conflict:
        return None
    return None if any(line.is_open for line in lines) else b"".join(line.text for line in lines)


def _joined(one: Version, other: Version) -> Version:
    return tuple(_lines(one, other))


def _lines(one: Version, other: Version) -> Iterator[Line]:
    """Yield the lines of both: what each compiles in any case stands where it is in both, the groups between that."""
    known = frozenset(line.text for line in one), frozenset(line.text for line in other)
    start = other_start = 0
    for at, other_at in [*_always_compiled(one, other), (len(one), len(other))]:
        yield from _between(one[start:at], other[other_start:other_at], known)
        yield from map(_agreed, one[at : at + 1], other[other_at : other_at + 1])
        start, other_start = at + 1, other_at + 1


def _always_compiled(one: Version, other: Version) -> Iterator[tuple[int, int]]:
    """Yield where both have the same line that no condition decides about."""
    places = tuple(
        [at for at, line in enumerate(each) if line.is_compiled and not line.is_in_group] for each in (one, other)
    )
    texts = [[each[at].text for at in found] for each, found in zip((one, other), places, strict=True)]
    for kind, start, end, other_start, other_end in opcodes(*texts):
        if kind == "equal":
            yield from zip(places[0][start:end], places[1][other_start:other_end], strict=True)


def _between(one: Version, other: Version, known: tuple[frozenset[bytes], frozenset[bytes]]) -> Iterator[Line]:
    texts = [line.text for line in one], [line.text for line in other]
    for kind, start, end, other_start, other_end in opcodes(*texts) if one or other else ():
        ours, theirs = one[start:end], other[other_start:other_end]
        if kind == "equal":
            yield from map(_agreed, ours, theirs)
        elif _is_compiled(ours) and _is_compiled(theirs):
            raise _Conflict
        elif _is_compiled(ours) or _is_compiled(theirs):
            yield from ours if _is_compiled(ours) else theirs
        elif ours and theirs:
            yield from _opened(ours)
        # A group that nobody compiles here may stand elsewhere in the other.
        elif not all(line.text in known[bool(ours)] for line in ours or theirs):
            yield from ours or theirs


def _is_compiled(lines: Version) -> bool:
    return any(line.is_compiled for line in lines)


def _opened(lines: Version) -> Iterator[Line]:
    return (replace(line, is_open=True) for line in lines)


def _agreed(one: Line, other: Line) -> Line:
    is_compiled = one.is_compiled or other.is_compiled
    return replace(one, is_compiled=is_compiled, is_open=not is_compiled and (one.is_open or other.is_open))
