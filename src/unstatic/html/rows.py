"""Changed lines side by side: which old line stands beside which new one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from unstatic.text.diff import Opcode

Pair = tuple[int | None, int | None]
"""Line of the original and of the result, from 0; None where there is none."""

# More than that is compared in order: nobody reads such a block line by line.
_LIMIT = 40_000
_ALIKE = 0.5
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


def pairs(code: Opcode, old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Return the rows for one stretch of a comparison."""
    tag, start, end, new_start, new_end = code
    if tag == "equal":
        return list(zip(range(start, end), range(new_start, new_end), strict=True))
    if (end - start) * (new_end - new_start) > _LIMIT or end - start == new_end - new_start:
        return list(_in_order(range(start, end), range(new_start, new_end)))
    matched = _matched(old[start:end], new[new_start:new_end])
    return list(_with_gaps([(start + i, new_start + j) for i, j in matched], code))


def _in_order(old: range, new: range) -> Iterator[Pair]:
    for index in range(max(len(old), len(new))):
        yield (old[index] if index < len(old) else None, new[index] if index < len(new) else None)


def _with_gaps(matched: Sequence[tuple[int, int]], code: Opcode) -> Iterator[Pair]:
    _, old, old_end, new, new_end = code
    for i, j in (*matched, (old_end, new_end)):
        yield from ((number, None) for number in range(old, i))
        yield from ((None, number) for number in range(new, j))
        if i < old_end:
            yield i, j
        old, new = i + 1, j + 1


def _matched(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of lines that are most alike, in order (the longest common subsequence, weighted)."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            likeness = _likeness(old[i], new[j])
            paired = likeness + best[i + 1][j + 1] if likeness >= _ALIKE else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    return _path(best)


def _path(best: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    found = []
    i = j = 0
    while i + 1 < len(best) and j + 1 < len(best[0]):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            found.append((i, j))
            i, j = i + 1, j + 1
    return found


def _likeness(old: str, new: str) -> float:
    """Return how many of the words two lines share, from 0 to 1."""
    first, second = _words(old), _words(new)
    if not first or not second:
        return 0.0
    return 2 * len(first & second) / (len(first) + len(second))


@lru_cache(maxsize=4096)
def _words(line: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", line))


def differing(old: str, new: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the characters in which two lines differ: whole words, from the first to the last, in each."""
    first, second = re.findall(_WORD, old), re.findall(_WORD, new)
    shortest = min(len(first), len(second))
    start = next((index for index in range(shortest) if first[index] != second[index]), shortest)
    limit = shortest - start
    end = next((index for index in range(limit) if first[-1 - index] != second[-1 - index]), limit)
    before, after = (sum(map(len, words)) for words in (first[:start], first[len(first) - end :]))
    return (before, len(old) - after), (before, len(new) - after)
