"""A `__reduce__` that raises, where a static type's instances couldn't be pickled (G35)."""

from __future__ import annotations

from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import TypeChoice
from unstatic.rewriting.style import Style, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def reduce_edits(model: Extension, static: StaticType, choice: TypeChoice, style: Style) -> tuple[bytes, list[Edit]]:
    """Return the name of a new method table, empty if none is needed, and the edits that add the method."""
    if not choice.refuses_pickling:
        return b"", []
    stem = choice.stem.encode()
    function = next(name for name in (stem + b"_reduce", stem + b"_no_pickle") if name not in model.identifiers)
    row = filled(b'{"__reduce__", $function, METH_NOARGS, NULL},', function=function)
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
    template = b"""
        static PyMethodDef $name[] = {
            $row
            {NULL}
        };
    """
    text += c_text(style, template, name=name, row=row) + style.newline
    return name, [Edit(place.path, Span(before, before), text)]


def _function(name: bytes, style: Style) -> bytes:
    template = b"""
        /* Protocols 0 and 1 would write what can't be read, as the type can't be called. */
        static PyObject *
        $name(PyObject *self, PyObject *Py_UNUSED(ignored))
        {
            PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
            return NULL;
        }
    """
    return c_text(style, template, name=name) + style.newline
