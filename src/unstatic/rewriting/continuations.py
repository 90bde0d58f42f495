"""The backslashes of macros that run over several lines stay in their column (style of what is edited)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from unstatic.model.extension import File
from unstatic.text.edits import Edit, apply
from unstatic.text.source import SourceFile, Span

_TAB = 8


def aligned(file: File, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with those that move the backslashes of the lines that they change back into their column."""
    found = list(edits)
    for directive in file.lexed.directives:
        if directive.name != b"define":
            continue
        whole = Span(file.source.line_start(directive.span.start), directive.span.end)
        touching = [edit for edit in edits if whole.covers(edit.span)]
        column = column_of(file, directive.span) if touching else None
        if column is not None and not _move_together(file, directive.span, column, touching):
            for line in continued_lines(file.source, directive.span):
                found += _moved_back(file, line, column, touching)
    return found


def _move_together(file: File, span: Span, column: int, edits: Sequence[Edit]) -> bool:
    """Tell whether all backslashes that stand in a column get to the same other one, as not all could stay in it.

    The whole macro is indented, or each of its lines gets longer by as much, and one too long.
    """
    lines = [line for line in continued_lines(file.source, span) if _width(file.source.text(line)) == column]
    inside = [[edit for edit in edits if line.covers(edit.span)] for line in lines]
    if not all(inside) or any(b"\n" in edit.new for items in inside for edit in items):
        return False
    changed = [_changed(file, line, items) for line, items in zip(lines, inside, strict=True)]
    is_indented = all(_indents(file, edit) for items in inside for edit in items)
    is_full = any(_width(text.rstrip()) >= column for text in changed)
    return (is_indented or is_full) and len({_width(text) for text in changed}) == 1


def _indents(file: File, edit: Edit) -> bool:
    """Tell whether an edit changes nothing but what a line, or the text of a directive, is indented by."""
    before = file.source.data[file.source.line_start(edit.span.start) : edit.span.start]
    return not edit.new.strip() and before.strip() in (b"", b"#")


def _changed(file: File, part: Span, edits: Iterable[Edit]) -> bytes:
    """Return what *edits* make of a part of a line."""
    moved = [replace(edit, span=Span(edit.span.start - part.start, edit.span.end - part.start)) for edit in edits]
    return apply(file.source.text(part), moved)


def column_of(file: File, span: Span) -> int | None:
    """Return the column in which the backslashes of a directive stand; None if they don't stand in one."""
    columns = [_width(file.source.text(line)) for line in continued_lines(file.source, span)]
    if not columns:
        return None
    column, count = Counter(columns).most_common(1)[0]
    return column if count > 1 or len(columns) == 1 else None


def continued_line(file: File, span: Span, text: bytes) -> bytes:
    """Return *text* as one more line of the directive at *span*, its end included."""
    column = column_of(file, span)
    pad = b" " * max(1, (column or 0) - _width(text))
    return text + pad + b"\\" + file.source.newline


def continued_lines(source: SourceFile, span: Span) -> Iterator[Span]:
    """Yield the lines of a directive up to the backslash that continues them."""
    start = source.line_start(span.start)
    while start < span.end:
        end = source.line_end(start)
        line = source.data[start:end].rstrip(b"\r\n")
        if line.endswith(b"\\"):
            yield Span(start, start + len(line) - 1)
        start = end


def _width(text: bytes) -> int:
    return len(text.expandtabs(_TAB))


def _moved_back(file: File, line: Span, column: int, edits: Iterable[Edit]) -> Iterator[Edit]:
    written = file.source.text(line)
    code = Span(line.start, line.start + len(written.rstrip()))
    # Whole lines that are put before this one don't change it.
    changing = [edit for edit in edits if not (edit.span.end == line.start and edit.new.endswith(b"\n"))]
    mine = [edit for edit in changing if code.start <= edit.span.start and edit.span.end <= code.end]
    if not mine or any(b"\n" in edit.new for edit in mine) or _width(written) != column:
        return
    width = _width(_changed(file, code, mine))
    blanks = Span(code.end, line.end)
    pad = _blanks(file.source.text(blanks), width, column)
    if pad != file.source.text(blanks):
        yield Edit(mine[0].path, blanks, pad)


def _blanks(old: bytes, width: int, column: int) -> bytes:
    """Return the blanks that lead from *width* to *column*, tabs where there were tabs."""
    if b"\t" not in old:
        return b" " * max(1, column - width)
    tabs = -(-(column - width) // _TAB) if width % _TAB == 0 else column // _TAB - width // _TAB
    return b"\t" * max(1, tabs)
