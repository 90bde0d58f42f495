"""Backslashes of macros that stood in one column, and do so again: in another where a line got too long for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Directive
from unstatic.model.extension import File
from unstatic.rewriting.continuations import continued_lines
from unstatic.rewriting.layout.patched import Patched
from unstatic.text.columns import TAB, columns, limit_of
from unstatic.text.diff import lines_of
from unstatic.text.edits import Edit
from unstatic.text.source import SourceFile, Span


def in_one_column(file: File, edits: Sequence[Edit], limit: int = 0) -> list[Edit]:
    """Return *edits* with the backslashes of each macro in one column that stood in one before.

    A line that is too long for the *limit* of columns (0: that of the file) with its backslash stays out of it.
    """
    touched = [item for item in file.lexed.directives if _is_touched(file.source, item, edits)]
    if not touched:
        return list(edits)
    patched = Patched(file.source, edits)
    most = limit or limit_of(lines_of(file.source.data))
    starts: dict[int | None, Directive] = {item.span.start: item for item in touched}
    changes: list[tuple[Span, bytes]] = []
    for directive in patched.lexed.directives:
        before = starts.get(patched.origin(directive.span.start))
        if before is not None:
            lines = list(continued_lines(patched.source, directive.span))
            changes += _aligned(patched.source, lines, _column(file.source, before) or 0, most)
    return patched.edits(changes) if changes else list(edits)


def _is_touched(source: SourceFile, directive: Directive, edits: Sequence[Edit]) -> bool:
    """Tell whether an edit changes a macro whose backslashes stand in a column."""
    if directive.name != b"define" or b"\n" not in source.text(directive.span):
        return False
    return any(directive.span.covers(edit.span) for edit in edits) and _column(source, directive) is not None


def _column(source: SourceFile, directive: Directive) -> int | None:
    """Return the column in which all backslashes of a macro stand; a single one does if blanks lead there."""
    lines = [source.text(line) for line in continued_lines(source, directive.span)]
    found = {columns(line) for line in lines}
    is_led = len(lines) > 1 or any(line.endswith((b"  ", b"\t")) for line in lines)
    return found.pop() if len(found) == 1 and is_led else None


def _aligned(source: SourceFile, lines: Sequence[Span], column: int, limit: int) -> Iterator[tuple[Span, bytes]]:
    """Yield the blanks before the backslashes that stand elsewhere than in the column for all."""
    code = [Span(line.start, line.start + len(source.text(line).rstrip())) for line in lines]
    widths = [columns(source.text(item)) + 1 for item in code]
    # What one line alone is too long for leaves the others where they were.
    there = max((width for width in widths if column < width < limit), default=column)
    for line, item, width in zip(lines, code, widths, strict=True):
        blanks = Span(item.end, line.end)
        if columns(source.text(line)) != max(there, width):
            yield blanks, _blanks(source.text(blanks), width - 1, max(there, width))


def _blanks(old: bytes, width: int, column: int) -> bytes:
    """Return the blanks that lead from *width* to *column*, tabs where there were tabs alone."""
    if old.strip(b"\t") or not old or column % TAB:
        return b" " * (column - width)
    return b"\t" * (column // TAB - width // TAB)
