"""Comments whose lines got too long: the words of such a paragraph are spread over lines anew."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from unstatic.rewriting.layout.patched import Patched
from unstatic.text.columns import columns
from unstatic.text.source import Span

_ROW = re.compile(rb"(?P<lead>[ \t]*(?:/\*+|//+|\*(?!/))?[ \t]*)(?P<text>[^\r\n]*?)(?P<close>[ \t]*\*/)?[ \t]*\r?\n?$")
_LAID_OUT = re.compile(rb"[-*+@\\<#|]|\w+[.):]\s|.*\S {3,}\S|.*\t|.*[;{}]$")
"""What isn't prose: items of a list, tags, tables, drawings and code."""


class _Row(NamedTuple):
    """A line of a comment: what stands before its text, and what ends the comment behind it."""

    line: Span
    lead: bytes
    text: bytes
    close: bytes


def refilled(patched: Patched, limit: int, newline: bytes) -> Iterator[tuple[Span, bytes]]:
    """Yield the new lines of paragraphs that were written or moved, and have a line beyond *limit* now."""
    changed = {line.start for line in patched.changed_lines}
    done = 0
    for line in patched.changed_lines:
        # The comments of the whole file are asked for only where one alone stands on the line.
        if line.start < done or not patched.outgrows(line, limit) or patched.lexed.between(*line):
            continue
        rows = _paragraph(list(takewhile(lambda row: row.line.start in changed, _rows(patched, line))))
        text = _filled(rows, limit, newline) if rows else None
        if text is not None:
            done = rows[-1].line.end
            yield Span(line.start, done), text


def _rows(patched: Patched, line: Span) -> Iterator[_Row]:
    """Yield the lines from *line* on that hold nothing but its comment, or such comments one below the other."""
    source, comments = patched.source, patched.lexed.comments
    at = line.start
    while at < len(source.data):
        row = Span(at, source.line_end(at))
        code = source.text(row)
        first = at + len(code) - len(code.lstrip())
        number = bisect.bisect_right(comments, first, key=lambda comment: comment.start) - 1
        is_comment = number >= 0 and first in comments[number] and comments[number].end >= at + len(code.rstrip())
        if not code.strip() or not is_comment:
            return
        found = _ROW.match(code)
        if found is None:
            return
        yield _Row(row, found["lead"], found["text"], found["close"] or b"")
        if found["close"]:
            return
        at = row.end


def _paragraph(rows: Sequence[_Row]) -> Sequence[_Row]:
    """Return the lines of prose that the first one begins."""
    behind = _behind(rows) if rows else b""
    end = next((at for at, row in enumerate(rows) if not row.text or _LAID_OUT.match(row.text)), len(rows))
    return rows[: next((at for at, row in enumerate(rows[:end]) if at and row.lead != behind), end)]


def _behind(rows: Sequence[_Row]) -> bytes:
    """Return what the lines behind the first one begin with."""
    lead = rows[0].lead
    if not lead.lstrip().startswith(b"/*"):
        return lead
    if rows[1:] and rows[1].text:
        return rows[1].lead
    indent = lead[: len(lead) - len(lead.lstrip())]
    return indent + b" *" + (b" " if lead[-1:].isspace() else b"")


def _filled(rows: Sequence[_Row], limit: int, newline: bytes) -> bytes | None:
    """Return the lines of a paragraph; None where a word alone is too long."""
    words = [word for row in rows for word in re.findall(rb"\S+ *", row.text.rstrip() + b" ")]
    close = rows[-1].close
    lines = [rows[0].lead]
    is_empty = True
    for index, word in enumerate(words):
        end = close if index == len(words) - 1 else b""
        if not is_empty and columns(lines[-1] + word.rstrip() + end) > limit:
            lines.append(_behind(rows))
        lines[-1] += word
        is_empty = False
    lines = [line.rstrip() for line in lines]
    lines[-1] += close
    return b"".join(line + newline for line in lines) if max(map(columns, lines)) <= limit else None
