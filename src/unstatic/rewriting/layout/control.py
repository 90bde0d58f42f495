"""The layout of tests, loops and branches: `if (x) {` in that of PEP 7 becomes what most of a file has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from unstatic.c.syntax import closing
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact

_HEAD = re.compile(rb"([ \t]*(?:\} )?(?:else )?(?:if|for|while|switch)) \(")
_FEW_TESTS = 5
"""So few say little: then what most of the project has counts."""


@dataclass(frozen=True, slots=True)
class Control:
    """How `if (x) {` is written; as in PEP 7, without any other."""

    brace_on_own_line: bool = False
    gap: bytes = b" "
    """What stands before the parenthesis."""
    padding: bytes = b""
    """What stands inside of it, before and behind the condition."""

    def laid_out(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield *lines* of PEP 7 in this layout; what is in it already stays as it is."""
        if self == _PEP7:
            yield from lines
            return
        depth, indent = 0, b""
        for line in lines:
            head = _HEAD.match(line) if not depth else None
            if head is None and not depth:
                yield from self._branch(line)
                continue
            start = 0
            if head is not None:
                condition = line[head.end() :]
                opening = head[1] + self.gap + b"(" + (b"" if condition.startswith(b" ") else self.padding)
                line, start, depth = opening + condition, len(opening), 1
                indent = line[: len(line) - len(line.lstrip())]
            end, depth = _end(line, start, depth)
            yield from (line,) if depth else self._condition(line, end, indent)

    def _condition(self, line: bytes, end: int, indent: bytes) -> Iterator[bytes]:
        """Yield the line on which a condition ends, *end* the offset of its parenthesis, and the brace behind it."""
        padding = b"" if line[:end].endswith((b" ", b"(")) else self.padding
        is_block = line[end:] == b") {"
        yield from self._opening(indent, line[:end] + padding + (b")" if is_block else line[end:]), is_block)

    def _branch(self, line: bytes) -> Iterator[bytes]:
        """Yield `} else {` on one line or on three, and any other line as it is."""
        indent, text = line[: len(line) - len(line.lstrip())], line.strip()
        if text == b"} else {" and self.brace_on_own_line:
            yield indent + b"}"
            yield from self._opening(indent, indent + b"else", True)
        elif text in (b"else {", b"do {"):
            yield from self._opening(indent, indent + text[:-2], True)
        else:
            yield line

    def _opening(self, indent: bytes, head: bytes, is_block: bool) -> Iterator[bytes]:
        if is_block and self.brace_on_own_line:
            yield from (head, indent + b"{")
        else:
            yield head + b" {" if is_block else head


_PEP7 = Control()


def _end(line: bytes, start: int, depth: int) -> tuple[int, int]:
    """Return where a condition ends that is *depth* parentheses deep at *start*, and how deep it is after the line."""
    for index in range(start, len(line)):
        depth += {b"(": 1, b")": -1}.get(line[index : index + 1], 0)
        if not depth:
            return index, 0
    return len(line), depth


@dataclass(frozen=True, slots=True)
class _Written:
    brace_on_own_line: bool | None
    gap: bytes
    padding: bytes


@fact
def control_of(model: Extension, file: File) -> Control:
    """Return how most tests of *file* are written, or most of the project if it has few."""
    found = _written(model, file)
    if len(found) < _FEW_TESTS:
        found = _written_anywhere(model)
    braces = Counter(item.brace_on_own_line for item in found)
    shapes = Counter((item.gap, item.padding) for item in found).most_common(1)
    gap, padding = shapes[0][0] if shapes else (_PEP7.gap, _PEP7.padding)
    return Control(braces[True] > braces[False], gap, padding)


@fact
def _written_anywhere(model: Extension) -> tuple[_Written, ...]:
    return tuple(item for file in model.files.values() for item in _written(model, file))


@fact
def _written(model: Extension, file: File) -> tuple[_Written, ...]:
    """Return how each `if` of a file of the project is written."""
    found: list[_Written] = []
    if not file.source.path.is_relative_to(model.root):
        return ()
    for word, opening in pairwise(file.tokens):
        if word.text != b"if" or opening.text != b"(":
            continue
        index = file.index_at(opening.start)
        end = closing(file.tokens, index)
        if end == index + 1 or end + 1 >= len(file.tokens):
            continue
        first, behind = file.tokens[index + 1], file.tokens[end + 1]
        own_line = behind.opens_line if behind.text == b"{" else None
        gap, padding = file.source.data[word.end : opening.start], file.source.data[opening.end : first.start]
        if gap in (b"", b" ") and padding in (b"", b" "):
            found.append(_Written(own_line, gap, padding))
    return tuple(found)
