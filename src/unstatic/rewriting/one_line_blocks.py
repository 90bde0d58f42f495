"""Blocks that stand on one line, `{ return x; }`, or begin on it, opened so that something can be added."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement
from unstatic.model.extension import File
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .style import Style


def one_statement_a_line(file: File, block: Statement, indent: bytes, style: Style) -> Iterator[Edit]:
    """Edits that give each statement of a block on one line a line of its own, indented by *indent*.

    Of a block with several lines only the first statement gets one, if it stands behind the `{`. The first edit starts
    right after the `{`: an insertion there comes before it, and opens with a line end.
    """
    end = block.tokens[0].end
    has_lines = b"\n" in file.source.text(block.span)
    for child in block.children[:1] if has_lines else block.children:
        between = file.source.text(Span(end, child.span.start))
        if b"\n" in between:
            return
        comment = between.strip()
        yield Edit(
            file.source.path, Span(end, child.span.start), style.newline + indent + (comment + b" " if comment else b"")
        )
        end = child.span.end
    if not has_lines:
        outer = file.source.indent_at(block.span.start)
        yield Edit(file.source.path, Span(end, block.tokens[-1].start), style.newline + outer)
