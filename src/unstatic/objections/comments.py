"""Objections to comments that lost what they described."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.objections.revision import Objection, Revision
from unstatic.text.source import Span

_NOT_DESCRIBED = (b"/*", b"//", b"#", b"}")


def orphaned_comments(revision: Revision) -> Iterator[Objection]:
    """Comments right above code that is gone, with other code below them now, or nothing."""
    for span in revision.lexed.comments:
        first, last = revision.line_of(span.start), revision.line_of(span.end - 1)
        kept = revision.kept.get(last)
        if kept is None or first not in revision.kept or not _is_above(revision, span):
            continue
        there = revision.old[kept + 1].strip() if kept + 1 < len(revision.old) else b""
        now = revision.new[last + 1].strip() if last + 1 < len(revision.new) else b""
        is_gone = revision.kept.get(last + 1) != kept + 1 and not (now and revision.is_new(last + 1))
        is_gone = is_gone and not _is_of_the_rest(revision, kept + 1, last + 1)
        is_gone = is_gone and not _is_above_a_section(revision, span, now)
        if there and not there.startswith(_NOT_DESCRIBED) and is_gone:
            yield revision.objection(first, "orphaned-comment", "what the comment described isn't below it any more")


def _is_above_a_section(revision: Revision, span: Span, now: bytes) -> bool:
    """Tell whether a line of signs closes a heading, below which there is still something."""
    is_line = not any(chr(sign).isalnum() for sign in revision.after[span.start : span.end])
    return is_line and bool(now) and not now.startswith(_NOT_DESCRIBED)


def _is_of_the_rest(revision: Revision, old: int, new: int) -> bool:
    """Tell whether the line below a comment stood further down below it, with no empty line between them."""
    now = revision.kept.get(new)
    return now is not None and now > old and all(line.strip() for line in revision.old[old : now + 1])


def _is_above(revision: Revision, span: Span) -> bool:
    """Tell whether a comment has its lines for itself, and isn't about a whole function, or all up to a fold's end."""
    first = revision.line_of(span.start)
    before = revision.new[first - 1].rstrip() if first else b""
    alone = revision.new[first].lstrip().startswith((b"/*", b"//"))
    rest = revision.after[span.end : revision.source.line_end(span.end - 1)]
    is_of_more = before.endswith(b"{") or b"{{{" in revision.after[span.start : span.end]
    return alone and not rest.strip() and not is_of_more
