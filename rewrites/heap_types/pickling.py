"""A `__reduce__` that raises, where a static type's instances couldn't be pickled (G35).

Types of one source share the function, and a table of methods if they have none of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.model.extension import Extension, File, InitEntry, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.plan.reducers import table_or_type
from unstatic.rewriting.layout.rows import row_in_columns
from unstatic.rewriting.style import Style, outside_groups, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_FUNCTION = b"""
    /* Protocols 0 and 1 would write what nobody can read. */
    static PyObject *
    $name(PyObject *self, PyObject *Py_UNUSED(ignored))
    {
        PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
        return NULL;
    }
"""
_TABLE = b"""
    static PyMethodDef $name[] = {
        $row
        $end
    };
"""
_ROW = b'"__reduce__", $function, METH_NOARGS, NULL'


def reduce_edits(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style
) -> tuple[bytes, list[Edit]]:
    """Return the name of a new method table, empty if none is needed, and the edits that add the method."""
    if not choice.refuses_pickling:
        return b"", []
    place = table_or_type(model, static)
    path = place.path
    file = model.files[path]
    entries = _entries(model, static)
    stem, shared = choice.stem.encode(), choice.shared_reducer.encode()
    function = shared or next(
        name for name in (stem + b"_reduce", stem + b"_no_pickle") if name not in model.identifiers
    )
    name = b"" if entries else shared + b"_methods" if shared else _table_name(model, stem)
    if shared:
        edits = list(_shared_edits(model, plan, static, function, style))
    else:
        before = top_level_start(file, place, static.declaration)
        edits = [Edit(path, Span(before, before), _definitions(style, function, name))]
    if entries:
        at = entries[-1].span.start
        # A table on one line gets a line for each entry from here on.
        opens_line = not file.source.text(Span(file.source.line_start(at), at)).strip()
        lead, indent = (b"", file.source.indent_at(at)) if opens_line else (style.newline + style.indent, style.indent)
        rows = [entry.span for entry in entries[:-1] if opens_line]
        row = row_in_columns(file, rows, filled(_ROW, function=function).split(b", "), indent) + b","
        edits.append(Edit(path, Span(at, at), lead + row + style.newline + indent))
    return name, edits


def _table_name(model: Extension, stem: bytes) -> bytes:
    name = stem + b"_methods"
    return stem + b"_pickling_methods" if name in model.identifiers else name


def _definitions(style: Style, function: bytes, table: bytes) -> bytes:
    """Return the function, and the table of that name if there is one."""
    text = c_text(style, _FUNCTION, name=function) + style.newline
    return text + (_table(style, function, table) if table else b"")


def _table(style: Style, function: bytes, name: bytes) -> bytes:
    row = b"{" + filled(_ROW, function=function) + b"},"
    end = b"{NULL, NULL, 0, NULL}" if style.is_whole else b"{NULL}"
    return c_text(style, _TABLE, name=name, row=row, end=end) + style.newline


def _entries(model: Extension, static: StaticType) -> Sequence[InitEntry]:
    table = model.tables.get(static.function("tp_methods") or "")
    return table.declaration.entries or () if table is not None else ()


def _shared_edits(model: Extension, plan: Plan, static: StaticType, function: bytes, style: Style) -> Sequence[Edit]:
    """Return what makes the function, and the table, with the first type of a step that needs them."""
    path = table_or_type(model, static).path
    file = model.files[path]
    sharing = [item for item in _sharing(model, plan, function) if table_or_type(model, item).path == path]
    bare = [item for item in sharing if not _entries(model, item)]
    table = function + b"_methods" if bare else b""
    if function not in file.lexed.words:
        places = (table_or_type(model, item) for item in model.types)
        first = min(item.span.start for item in places if item.path == path)
        text = _definitions(style, function, table) if static is sharing[0] else b""
        before = outside_groups(file, first)
    else:
        # An earlier step made the function.
        text = _table(style, function, table) if table not in file.lexed.words and static in bare[:1] else b""
        before = _after_function(model, file, function)
    return [Edit(path, Span(before, before), text)] if text else []


def _sharing(model: Extension, plan: Plan, function: bytes) -> list[StaticType]:
    choices = ((item, plan.choice(type_subject(item))) for item in model.types)
    return [item for item, choice in choices if choice is not None and choice.shared_reducer.encode() == function]


def _after_function(model: Extension, file: File, name: bytes) -> int:
    """Return where the line behind the blank one after a function begins."""
    (symbol,) = model.functions_named[name.decode()]
    body = model.functions[symbol].definition.body
    assert body is not None
    return file.source.line_end(file.source.line_end(body.end))
