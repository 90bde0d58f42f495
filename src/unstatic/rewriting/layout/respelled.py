"""New texts in the spelling of their file, where they are the project's own to spell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from unstatic.c.clinic import blocks_of
from unstatic.model.extension import File
from unstatic.text.edits import Edit
from unstatic.text.source import Spans


def respelled(file: File, edits: Sequence[Edit], text: Callable[[Edit], bytes]) -> list[Edit]:
    """Return *edits* with what *text* gives for each.

    The output of Argument Clinic stays as the program writes it, and so do directives, where blanks can mean something.
    """
    blocks = blocks_of(file.source.data)
    fixed = Spans([*(item.span for item in file.lexed.directives), *(block.output for block in blocks)])
    return [edit if edit.span.start in fixed else replace(edit, new=text(edit)) for edit in edits]
