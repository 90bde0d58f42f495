"""Rows of tables whose values stand in columns: `{"get",   box_get,   METH_NOARGS, NULL},`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import split
from unstatic.model.extension import File
from unstatic.text.columns import TAB, columns
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class _Value:
    """Where a value begins in its row: the column, and what stands between it and the comma before."""

    column: int
    gap: bytes


def row_in_columns(file: File, rows: Sequence[Span], values: Sequence[bytes], lead: bytes) -> bytes:
    """Return `{...}` of *values*, each in the column that it has in most of the *rows*; *lead* is the indentation."""
    known = [found for span in rows if len(found := _values(file, span)) == len(values)]
    text = b"{" + values[0]
    for place, value in enumerate(values[1:], start=1):
        text += b","
        text += _gap([row[place] for row in known], columns(lead + text)) + value
    return text + b"}"


def _values(file: File, span: Span) -> list[_Value]:
    """Return the values of a row on a line of its own; none of any other row."""
    source = file.source
    if source.line_start(span.start) != source.line_start(span.end):
        return []
    tokens: Sequence[Token] = file.at(span.start).tokens_in(span)
    line, found, end = source.line_start(span.start), [], span.start
    for part in split(tuple(tokens[1:-1]), b","):
        if part:
            gap = source.data[end : part[0].start].partition(b",")[2]
            found.append(_Value(columns(source.data[line : part[0].start]), gap))
            end = part[-1].end
    return found


def _gap(known: Sequence[_Value], at: int) -> bytes:
    """Return the blanks from the column *at* to that of the next value; one where there are no columns."""
    column, times = Counter(value.column for value in known).most_common(1)[0] if known else (0, 0)
    gaps = [value.gap for value in known if value.column == column]
    if times < 2 or times * 2 <= len(known) or column <= at or set(gaps) == {b" "}:
        return b" "
    if column % TAB == 0 and sum(b"\t" in gap for gap in gaps) * 2 > times:
        return b"\t" * (column // TAB - at // TAB)
    return b" " * (column - at)
