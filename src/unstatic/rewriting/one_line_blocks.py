"""Blocks that stand on one line, `{ return x; }`, opened so that something can be added."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement
from unstatic.model.extension import File
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .style import Style


def one_statement_a_line(file: File, block: Statement, indent: bytes, style: Style) -> Iterator[Edit]:
    """Edits that give each statement of a block a line of its own, indented by *indent*; none if it has several lines.

    The first edit starts right after the `{`: an insertion there comes before it, and opens with a line end.
    """
    if b"\n" in file.source.text(block.span):
        return
    end = block.tokens[0].end
    for child in block.children:
        yield Edit(file.source.path, Span(end, child.span.start), style.newline + indent)
        end = child.span.end
    outer = file.source.indent_at(block.span.start)
    yield Edit(file.source.path, Span(end, block.tokens[-1].start), style.newline + outer)
