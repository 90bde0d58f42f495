"""A file as its edits will leave it, and the way back: changes of the result as edits of the file."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from unstatic.c.lexer import Lexed, lex
from unstatic.text.columns import columns, outgrows
from unstatic.text.edits import Edit
from unstatic.text.source import SourceFile, Span
from unstatic.text.spacing import usual_gap


class _Piece(NamedTuple):
    """A stretch of the result: of the file from *origin* on, or what the edit of that number wrote."""

    start: int
    end: int
    origin: int
    edit: int
    """-1 for what is as it was."""


class Patched:
    """The result of some edits of one file."""

    def __init__(self, source: SourceFile, edits: Sequence[Edit]) -> None:
        self.old = source
        self._edits = sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end))
        self._pieces: list[_Piece] = []
        parts: list[bytes] = []
        at = length = 0
        for number, edit in enumerate(self._edits):
            kept = source.data[at : edit.span.start]
            self._pieces.append(_Piece(length, length + len(kept), at, -1))
            length += len(kept)
            self._pieces.append(_Piece(length, length + len(edit.new), edit.span.start, number))
            length += len(edit.new)
            parts += [kept, edit.new]
            at = edit.span.end
        self._pieces.append(_Piece(length, length + len(source.data) - at, at, -1))
        self.source = SourceFile(source.path, b"".join([*parts, source.data[at:]]))
        self._starts = [piece.start for piece in self._pieces]

    @cached_property
    def lexed(self) -> Lexed:
        """The tokens and directives of the result."""
        return lex(self.source.data)

    @property
    def changed_lines(self) -> Sequence[Span]:
        """The lines of the result, their ends included, on which an edit wrote or took something."""
        found: dict[int, Span] = {}
        for piece in self._pieces:
            if piece.edit < 0:
                continue
            # What ends a line and begins the next one is none of the next.
            at, last = piece.start, max(piece.end - 1, piece.start)
            while at <= last and at < len(self.source.data):
                span = Span(self.source.line_start(at), self.source.line_end(at))
                found[span.start] = span
                at = span.end
        return [found[start] for start in sorted(found)]

    @property
    def places(self) -> Sequence[int]:
        """Where edits wrote or took something, as offsets of the result."""
        return [piece.start for piece in self._pieces if piece.edit >= 0 and piece.start < len(self.source.data)]

    def origin(self, offset: int) -> int | None:
        """Return where a byte of the result stands in the file; None if an edit wrote it."""
        piece = self._piece(offset)
        return None if piece.edit >= 0 else piece.origin + offset - piece.start

    def replaced(self, line: Span) -> bytes | None:
        """Return the line of the file that *line* stands for; None if it is new."""
        code = (offset for offset in range(*line) if not self.source.data[offset : offset + 1].isspace())
        first = next((origin for offset in code if (origin := self.origin(offset)) is not None), None)
        return None if first is None else self.old.data[self.old.line_start(first) : self.old.line_end(first)]

    def outgrows(self, line: Span, limit: int) -> bool:
        """Tell whether a line of the result got too long."""
        text = self.source.text(line)
        return columns(text) > limit and outgrows(text, self.replaced(line) or self._stood(text), limit)

    def _stood(self, text: bytes) -> bytes | None:
        """Return the line of the file that says the same, at whatever indentation: it moved."""
        said = text.strip()
        at = self.old.data.find(said)
        line = self.old.data[self.old.line_start(at) : self.old.line_end(at)] if at >= 0 else b""
        return line if line.strip() == said else None

    @cached_property
    def usual_gap(self) -> int:
        """How many empty lines the functions of the file have behind them."""
        return usual_gap(self.old.data)

    def _piece(self, offset: int) -> _Piece:
        return self._pieces[bisect.bisect_right(self._starts, offset) - 1]

    def edits(self, changes: Iterable[tuple[Span, bytes]]) -> list[Edit]:
        """Return the edits that leave the result with *changes*, of which none overlaps another."""
        edits = list(self._edits)
        added: list[Edit] = []
        for span, text in sorted(changes, reverse=True):
            first = True
            for piece in self._meeting(span):
                start, end = max(span.start, piece.start), min(span.end, piece.end)
                new = text if first else b""
                first = False
                if piece.edit >= 0:
                    edit = edits[piece.edit]
                    low, high = start - piece.start, end - piece.start
                    edits[piece.edit] = replace(edit, new=edit.new[:low] + new + edit.new[high:])
                else:
                    moved = Span(piece.origin + start - piece.start, piece.origin + end - piece.start)
                    added.append(Edit(Path(), moved, new, self._serves(start)))
        path = self._edits[0].path if self._edits else self.old.path
        return [*edits, *(replace(edit, path=path) for edit in added)]

    def _meeting(self, span: Span) -> list[_Piece]:
        """Return the pieces that *span* takes something of; for an insertion the one that it goes into."""
        if span.start < span.end:
            return [item for item in self._pieces if item.start < span.end and span.start < item.end]
        around = [item for item in self._pieces if item.start <= span.start <= item.end]
        return sorted(around, key=lambda item: (item.edit < 0, -item.start))[:1]

    def _serves(self, offset: int) -> frozenset[str]:
        """Return what the edits of the same line serve: a line is broken for them."""
        start, end = self.source.line_start(offset), self.source.line_end(offset)
        near = (item for item in self._pieces if item.edit >= 0 and item.start < end and item.end >= start)
        return frozenset().union(*(self._edits[item.edit].serves for item in near))
