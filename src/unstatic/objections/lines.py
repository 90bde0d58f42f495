"""Objections to single lines and the blanks between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from unstatic.objections.revision import Objection, Revision
from unstatic.text.columns import columns, limit_of, outgrows
from unstatic.text.spacing import usual_gap

_ALONE = re.compile(rb"\s*(?:\"[^\"]*\"|\w+)[),;]*\s*$")
"""A line that holds one literal or name, so that it can't be broken."""


def trailing_blanks(revision: Revision) -> Iterator[Objection]:
    """Lines that end in blanks: `git diff --check` fails."""
    for line in revision.new_lines:
        text = revision.new[line].rstrip(b"\r\n")
        if text != text.rstrip(b" \t"):
            yield revision.objection(line, "trailing-blanks", "the line ends in blanks")


def long_lines(revision: Revision) -> Iterator[Objection]:
    """Lines beyond the custom of the file, where those that they stand for weren't."""
    limit = limit_of(revision.old, revision.width)
    long = {_opening(line): line for line in revision.old if columns(line) > limit}
    for line in revision.new_lines:
        text, old = revision.new[line], revision.replaced.get(line)
        there = (revision.old[old] if old is not None else None, long.get(_opening(text)))
        if not _ALONE.match(text) and all(outgrows(text, one, limit) for one in there):
            told = f"the line has {columns(text)} columns in a file kept to {limit}"
            yield revision.objection(line, "long-line", told)


def _opening(line: bytes) -> bytes:
    """Return what a line begins with, by which it is known again once it names the state."""
    return re.sub(rb"\w+->|state, ", b"", line.strip())[:16]


def doubled_blank_lines(revision: Revision) -> Iterator[Objection]:
    """Stretches of several empty lines that are longer than they were on either side."""
    for first, last in _empty(revision.new):
        length = last - first
        before = revision.kept.get(first - 1)
        after = revision.kept.get(last)
        below = _run(revision.old, before + 1, 1) if before is not None else 0
        above = _run(revision.old, after - 1, -1) if after is not None else 0
        if length > 1 and (_is_as_it_was(revision, first, last) or _is_between_functions(revision, first, length)):
            continue
        if first and length > 1 and length > max(below, above) and last < len(revision.new):
            yield revision.objection(first, "doubled-blank-lines", f"{length} empty lines follow each other")


def _is_between_functions(revision: Revision, first: int, length: int) -> bool:
    """Tell whether a function ends above, and others of the file stand as far from each other."""
    return revision.new[first - 1].startswith(b"}") and length == usual_gap(revision.before)


def _is_as_it_was(revision: Revision, first: int, last: int) -> bool:
    """Tell whether lines follow each other as they did."""
    old = [revision.kept.get(line) for line in range(first, last)]
    return old[0] is not None and old == list(range(old[0], old[0] + last - first))


def _empty(lines: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    first = None
    for number, line in enumerate([*lines, b"."]):
        if line.strip():
            if first is not None:
                yield first, number
            first = None
        elif first is None:
            first = number


def _run(lines: Sequence[bytes], start: int, step: int) -> int:
    count = 0
    while 0 <= start < len(lines) and not lines[start].strip():
        count, start = count + 1, start + step
    return count


def misaligned_continuations(revision: Revision) -> Iterator[Objection]:
    """Backslashes that stand in another column than those of all other lines of their macro."""
    for directive in revision.lexed.directives:
        first, last = revision.line_of(directive.span.start), revision.line_of(directive.span.end - 1)
        found = {line: columns(revision.new[line]) for line in range(first, last)}
        column = _common(list(found.values()))
        for line, width in found.items():
            code = columns(revision.new[line].rstrip(b"\r\n").rstrip(b"\\").rstrip())
            if column and width != column and code + 2 <= column and revision.is_new(line):
                yield revision.objection(line, "misaligned-continuation", "the backslash stands in another column")


def _common(widths: Sequence[int]) -> int:
    """Return the column that more than half of the lines share."""
    column, count = Counter(widths).most_common(1)[0] if widths else (0, 0)
    return column if 2 * count > len(widths) > 1 else 0


def moved_side_comments(revision: Revision) -> Iterator[Objection]:
    """Comments at the end of a line that left the column they had, although there was room."""
    comments = {revision.line_of(span.end - 1): span for span in revision.lexed.comments}
    for line, old in revision.replaced.items():
        span = comments.get(line)
        text = revision.source.text(span) if span is not None else b""
        there = revision.old[old].rstrip()
        if span is None or not there.endswith(text) or revision.line_of(span.start) != line:
            continue
        start = revision.source.line_start(span.start)
        lead, old_lead = revision.after[start : span.start], there.removesuffix(text)
        column, gap = columns(old_lead), columns(old_lead) - columns(old_lead.rstrip())
        if old_lead.strip() and gap > 2 and columns(lead) != column and columns(lead.rstrip()) + 2 <= column:
            yield revision.objection(line, "moved-side-comment", "the comment left its column")
