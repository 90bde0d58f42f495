"""Argument Clinic's blocks in C sources: what a person wrote, what was made of it, and the checksums of both."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

_BLOCK = re.compile(
    rb"^/\*\[clinic input\]\n(.*?)^\[clinic start generated code\]\*/\n(.*?)"
    rb"^/\*\[clinic end generated code: output=([0-9a-f]+) input=([0-9a-f]+)\]\*/$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """One block; the checksums are those of the output and of the input."""

    input: Span
    output: Span
    output_sum: Span
    input_sum: Span

    def is_intact(self, data: bytes) -> bool:
        """Tell whether both checksums are right: the program refuses to replace what somebody changed by hand."""
        return all(_checksum(_text(data, part), shown) == _text(data, shown) for part, shown in self._parts)

    def checksum_edits(self, data: bytes, edits: Sequence[Edit]) -> Iterator[Edit]:
        """Yield the checksums of what *edits* make of the block."""
        for part, shown in self._parts:
            inside = [edit for edit in edits if part.covers(edit.span)]
            moved = [
                Edit(edit.path, Span(edit.span.start - part.start, edit.span.end - part.start), edit.new)
                for edit in inside
            ]
            serves = frozenset[str]().union(*(edit.serves for edit in inside))
            for edit in inside[:1]:
                yield Edit(edit.path, shown, _checksum(apply(_text(data, part), moved), shown), serves)

    @property
    def _parts(self) -> tuple[tuple[Span, Span], ...]:
        return (self.output, self.output_sum), (self.input, self.input_sum)


def blocks_of(data: bytes) -> tuple[Block, ...]:
    """Return the blocks of a source."""
    return tuple(Block(*(Span(*match.span(group)) for group in (1, 2, 3, 4))) for match in _BLOCK.finditer(data))


def _text(data: bytes, span: Span) -> bytes:
    return data[span.start : span.end]


def _checksum(text: bytes, shown: Span) -> bytes:
    # What is told apart by it are edits by hand, not attacks.
    return hashlib.sha1(text, usedforsecurity=False).hexdigest().encode()[: shown.end - shown.start]
