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
    counts: Counter[bytes] = Counter()
    for line, below in pairwise(lines):
        opened = line.rstrip()
        indent, own = (text[: len(text) - len(text.lstrip())] for text in (below, opened))
        is_code = _OPENED.search(opened) is not None and not opened.lstrip().startswith((b"#", *_COMMENTS))
        is_deeper = bool(below.strip()) and indent.startswith(own) and len(indent) > len(own)
        if is_code and is_deeper and not below.lstrip().startswith((b"#", *_COMMENTS)):
            counts[indent[len(own) :]] += 1
    return max(counts, key=lambda step: counts[step], default=b"")


def _indents(lines: Sequence[bytes]) -> Iterator[bytes]:
    """Yield by how much each line is indented below one that opens a list and goes on; nothing if it's aligned."""
    for line, below in pairwise(lines):
        opened = line.rstrip()
        if not opened.endswith(_GO_ON) or opened.lstrip().startswith(_COMMENTS) or b"(" not in opened:
            continue
        column = _open_column(opened)
        indent, own = (text[: len(text) - len(text.lstrip())] for text in (below, opened))
        if column is None or not below.strip() or below.lstrip().startswith((b"#", *_COMMENTS)):
            continue
        if columns(indent) == column:
            yield b""
        elif indent.startswith(own) and len(indent) > len(own):
            yield indent[len(own) :]


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
