"""Deallocators that macros write: one edit in the macro's body makes all of them release the type (G01, G130)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.macros.made_frees import MadeFree
from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension, File
from unstatic.rewriting.continuations import continued_line
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..module_state.passing.generated import fetch_edit


def made_edits(model: Extension, made: MadeFree, gc: bool) -> Iterator[Edit]:
    """Yield the edits that make the deallocators release the type, last of all."""
    file = model.files[made.item.brace.path]
    name = unused_name(made.used | {macro.encode() for macro in model.macros}, b"tp", b"type", b"heap_type")
    lines = [filled(b"PyTypeObject *$name = Py_TYPE($instance);", name=name, instance=made.instance)]
    if gc and not made.untracks:
        lines += [b"", filled(b"PyObject_GC_UnTrack($instance);", instance=made.instance)]
    yield fetch_edit(model, made.item, lines, style_of(model, file))
    yield Edit(file.source.path, made.expression, name)
    yield _behind(file, made.end, filled(b"Py_DECREF($name);", name=name))


def _behind(file: File, end: int, statement: bytes) -> Edit:
    """Put a statement behind another: on a line of its own, if the other ends one."""
    line_end = file.source.line_end(end)
    if file.source.data[end:line_end].strip() != b"\\":
        return Edit(file.source.path, Span(end, end), b" " + statement)
    directive = next(one.span for one in file.lexed.directives if one.span.covers(Span(end, end)))
    line = continued_line(file, directive, file.source.indent_at(end) + statement)
    return Edit(file.source.path, Span(line_end, line_end), line)
