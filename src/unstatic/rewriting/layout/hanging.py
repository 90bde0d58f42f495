"""How a file indents the lines that go on: below a parenthesis, or by a step of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from unstatic.text.columns import columns

_GO_ON = (b",", b"&&", b"||")
_OPENED = re.compile(rb"[\w>)\]] =$|\w\($")
"""Lines that end with an assignment, or open a list: what follows isn't aligned with anything."""
_COMMENTS = (b"//", b"/*", b"*")
_FEW = 3
"""So few lines are no custom."""


def hanging(lines: Sequence[bytes]) -> bytes | None:
    """Return what continued lines are indented by, beyond the line that opens their list; None if they are aligned."""
    counts = Counter(_indents(lines))
    aligned = counts.pop(b"", 0)
    step, count = max(counts.items(), key=lambda item: item[1], default=(b"", 0))
    return step if count >= _FEW and count > aligned + counts.total() - count else None


def continuation(lines: Sequence[bytes]) -> bytes:
    """Return what most lines below an assignment, or the opening of a list, are indented by; empty if none are."""
    code = ((line, own, indent) for line, own, indent in _going_on(lines) if _OPENED.search(line) is not None)
    counts = Counter(indent[len(own) :] for line, own, indent in code if _is_deeper(own, indent))
    return max(counts, key=lambda step: counts[step], default=b"")


def _indents(lines: Sequence[bytes]) -> Iterator[bytes]:
    """Yield by how much each line is indented below one that opens a list and goes on; nothing if it's aligned."""
    for line, own, indent in _going_on(lines):
        column = _open_column(line) if line.endswith(_GO_ON) and b"(" in line else None
        if column is not None and columns(indent) == column:
            yield b""
        elif column is not None and _is_deeper(own, indent):
            yield indent[len(own) :]


def _going_on(lines: Sequence[bytes]) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield the lines of code above others, each with its indentation and with that of the next line."""
    for line, below in pairwise(lines):
        own, indent = (text[: len(text) - len(text.lstrip())] for text in (line, below))
        starts = (line[len(own) :], below[len(indent) :])
        if starts[1] and not any(text.startswith((b"#", *_COMMENTS)) for text in starts):
            yield line.rstrip(), own, indent


def _is_deeper(own: bytes, indent: bytes) -> bool:
    return indent.startswith(own) and len(indent) > len(own)


def _open_column(line: bytes) -> int | None:
    """Return the column behind the innermost parenthesis that a line leaves open."""
    depth = 0
    for index in range(len(line) - 1, -1, -1):
        if line[index : index + 1] == b")":
            depth += 1
        elif line[index : index + 1] == b"(":
            if not depth:
                return columns(line[: index + 1])
            depth -= 1
    return None
