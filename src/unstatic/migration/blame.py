"""Whose fault it is that what was written doesn't compile: what is refused then, so that the rest can go on."""

from __future__ import annotations

from pathlib import Path

from unstatic.migration.outcome import Edits
from unstatic.model.extension import Extension, File, Global, StaticType
from unstatic.model.subjects import subject_of
from unstatic.text.source import Span

# One edit may serve nearly all subjects, such as that with the state struct: it blames those that the line names.
_FEW = 3


def blamed(before: Extension, after: Extension, edits: Edits, path: Path | None, offset: int) -> frozenset[str]:
    """
    Return the subjects that need what *edits* of *before* put on the line of *after* with an error at *offset*.

    If none did, those that the line names; none at all if it can't be told.
    """
    file = after.files.get(path) if path is not None else None
    if file is None or path is None:
        return frozenset()
    line = Span(file.source.line_start(offset), file.source.line_end(offset))
    named = _named(before, file, line)
    served: set[str] = set()
    shift = 0
    for edit in sorted(edits.get(path, ()), key=lambda item: (item.span.start, item.span.end)):
        start = edit.span.start + shift
        shift += len(edit.new) - (edit.span.end - edit.span.start)
        if start < line.end and line.start <= start + len(edit.new):
            served |= {subject for subject in edit.serves if subject.startswith(("type:", "global:"))}
    if len(served) > _FEW and named & served:
        return frozenset(named & served)
    return frozenset(served or named)


def _named(model: Extension, file: File, line: Span) -> set[str]:
    words = {token.text.decode("latin-1") for token in file.tokens_in(line)}
    known: tuple[StaticType | Global, ...] = (*model.types, *model.globals)
    return {subject_of(model, item) for item in known if item.name in words}
