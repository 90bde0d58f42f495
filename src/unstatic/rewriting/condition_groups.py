"""Groups of lines under one condition: what is inserted next to such lines joins them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unstatic.model.extension import File
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def joined(file: File, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with one `#if` around insertions at one place, or behind such a group, that have the same one."""
    found: list[Edit] = []
    latest: dict[Span, int] = {}
    for edit in edits:
        condition = _condition(edit)
        last = latest.get(edit.span)
        if condition and last is not None and _condition(found[last]) == condition:
            # The lines go in front of the `#endif`, which stays the last.
            earlier = found[last]
            end = earlier.new.rstrip().rindex(b"#endif")
            found[last] = replace(earlier, new=earlier.new[:end] + _inner(edit, earlier.new) + earlier.new[end:])
        else:
            found.append(_in_group(file, edit, condition) if condition else edit)
            latest[found[-1].span] = len(found) - 1
    return found


def _condition(edit: Edit) -> bytes:
    """Return the first line of an insertion that is one whole group; none for any other."""
    lines = edit.new.splitlines()
    is_group = len(lines) > 2 and lines[0].startswith(b"#if ") and lines[-1] == b"#endif"
    directives = [line for line in lines if line.lstrip().startswith(b"#")]
    return lines[0] if is_group and len(directives) == 2 and edit.span.start == edit.span.end else b""


def _inner(edit: Edit, group: bytes) -> bytes:
    """Return the lines of an insertion that are to join a group; a comment that it has already isn't repeated."""
    there = set(group.splitlines(keepends=True))
    lines = edit.new.splitlines(keepends=True)[1:-1]
    return b"".join(line for line in lines if line not in there or not line.lstrip().startswith(b"/*"))


def _in_group(file: File, edit: Edit, condition: bytes) -> Edit:
    """Return an insertion directly behind a group of the same condition as one into that group."""
    for group in file.lexed.conditionals:
        if file.source.line_end(group.end.span.start) == edit.span.start and len(group.branches) == 1:
            start = group.span.start
            if file.source.data[start : file.source.line_end(start)].strip() == condition:
                at = file.source.line_start(group.end.span.start)
                return replace(edit, span=Span(at, at), new=_inner(edit, file.source.text(group.span)))
    return edit
