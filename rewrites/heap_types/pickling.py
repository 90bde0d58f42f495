"""A `__reduce__` that raises, where a static type's instances couldn't be pickled (G35)."""

from __future__ import annotations

from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import TypeChoice
from unstatic.rewriting.style import Style, top_level_start
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def reduce_edits(model: Extension, static: StaticType, choice: TypeChoice, style: Style) -> tuple[bytes, list[Edit]]:
    """Return the name of a new method table, empty if none is needed, and the edits that add the method."""
    if not choice.refuses_pickling:
        return b"", []
    stem = choice.stem.encode()
    function = next(name for name in (stem + b"_reduce", stem + b"_no_pickle") if name not in model.identifiers)
    row = b'{"__reduce__", ' + function + b", METH_NOARGS, NULL},"
    table = model.tables.get(static.function("tp_methods") or "")
    entries = table.declaration.entries if table is not None else None
    place = table.declaration if table is not None else static.declaration
    file = model.files[place.path]
    before = top_level_start(file, place.span.start)
    text = _function(function, style)
    if entries:
        at = entries[-1].span.start
        added = Edit(place.path, Span(at, at), row + style.newline + file.source.indent_at(at))
        return b"", [Edit(place.path, Span(before, before), text), added]
    name = stem + b"_methods"
    name = stem + b"_pickling_methods" if name in model.identifiers else name
    text += style.lines(
        b"static PyMethodDef " + name + b"[] = {", style.indent + row, style.indent + b"{NULL}", b"};", b""
    )
    return name, [Edit(place.path, Span(before, before), text)]


def _function(name: bytes, style: Style) -> bytes:
    body = [
        b"PyErr_Format(PyExc_TypeError, \"cannot pickle '%.100s' object\", Py_TYPE(self)->tp_name);",
        b"return NULL;",
    ]
    comment = style.lines(b"/* Protocols 0 and 1 would write what can't be read, as the type can't be called. */")
    parameters = b"PyObject *self, PyObject *Py_UNUSED(ignored)"
    return comment + style.function(b"static PyObject *", name, parameters, body) + style.newline
