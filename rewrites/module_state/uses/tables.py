"""Tables of objects that the initialisation allocates: their memory is clear from the start (G150)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from unstatic.capi.blocks import Sized
from unstatic.facts.references.object_tables import ObjectTable, object_table
from unstatic.model.extension import Extension, Global
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.state_passing import Threading
from ..struct.fields import Field, Layout


def table_length(table: ObjectTable, layout: Layout, state: bytes) -> bytes:
    """Return how many elements a table has, as a hook says it that has the state."""
    found = table.count
    for item in table.numbers:
        cast = b"" if item.declaration.type.removeprefix("static ") == "size_t" else b"(size_t)"
        found = _through(found, item, layout, cast + state)
    return found


def table_edits(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the calls that clear the memory, for those that leave it as it was."""
    for field, table in _uncleared(model, layout):
        path = model.functions[table.function].definition.path
        count, size = (model.files[path].source.text(span) for span in table.factors)
        for item in (field.item, *table.numbers):
            count, size = (_through(text, item, layout, threading.local(table.function)) for text in (count, size))
        yield Edit(path, table.call, _cleared(model, table, count, size))


def table_spans(model: Extension, layout: Layout) -> Iterator[tuple[Path, Span]]:
    """Yield what `table_edits` writes anew as a whole."""
    for _, table in _uncleared(model, layout):
        yield model.functions[table.function].definition.path, table.call


def _uncleared(model: Extension, layout: Layout) -> Iterator[tuple[Field, ObjectTable]]:
    for field in layout.fields:
        table = object_table(model, field.item.symbol)
        if table is not None and table.allocator.name != table.allocator.cleared:
            yield field, table


def _through(text: bytes, item: Global, layout: Layout, state: bytes) -> bytes:
    """Return an expression that names a global with its field instead."""
    field = layout.field(item.symbol)
    assert field is not None, "the plan overlooked that the length of a table stays"
    return re.sub(rb"\b" + re.escape(item.name.encode()) + rb"\b", state + b"->" + field.name, text)


def _cleared(model: Extension, table: ObjectTable, count: bytes, size: bytes) -> bytes:
    """Return the call that gives cleared memory, from a call that was given the type of the elements or their size."""
    typed = table.allocator.sized is Sized.TYPE
    size = b"sizeof(" + size + b")" if typed else size
    cast = b"(PyObject **)" if typed and model.language == "c++" else b""
    return cast + table.allocator.cleared + b"(" + count + b", " + size + b")"
