"""Getters of `__module__` answer before the generic lookup, those of `__annotations__` in each type (G37)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Declaration, Extension, File, StaticType
from unstatic.model.subjects import type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of, top_level_start, whole_lines
from unstatic.rewriting.template import c_lines, c_text, filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .annotations import repeated_rows
from .answers import Answers, Lookup, answers

_ASKED = b"""
    /* A heap type keeps the name of its own module as __module__. */
    static int
    $asked(PyObject *self, PyObject *name)
    {
        PyTypeObject *type = Py_TYPE(self);

        if ($others)
            return 0;
        return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "__module__") == 0;
    }
"""
_GET = b"""
    static PyObject *
    $function(PyObject *self, PyObject *name)
    {
        if ($asked(self, name))
            return $answer;
        return PyObject_GenericGetAttr(self, name);
    }
"""
_MEMBER = b"""
    static PyObject *
    $function(PyObject *self)
    {
        PyObject *value = (($struct *)self)->$field;

        if (value == NULL) {
            $missing
        }
        Py_INCREF(value);
        return value;
    }
"""
_PROTOTYPE = b"static PyObject *$function(PyObject *self);"
_MISSING = b"""
    PyErr_SetString(PyExc_AttributeError, "__module__");
    return NULL;
"""
_SET = b"""
    static int
    $function(PyObject *self, PyObject *name, PyObject *value)
    {
        if ($asked(self, name))
            return $answer;
        return PyObject_GenericSetAttr(self, name, value);
    }
"""


class InstanceAttributes(Preparation):
    """Keep attributes of instances apart from those that their heap type keeps under the same name."""

    name = "instance-attributes"
    title = "Keep attributes of instances apart from those of their types"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for all types that answer, as they share their lookup, and one for each that repeats."""
        for static, row in repeated_rows(model):
            reason = "a heap type that is asked for its __annotations__ hides those of its base's instances"
            yield Change(type_subject(static), self.name, reason, Safety.SAFE, (_repeated(model, static, row),))
        found = answers(model)
        if found is None:
            return
        subjects = [type_subject(item) for item in found.types]
        reason = "instances answer for __module__ themselves; that of a heap type stands in its dictionary"
        edits = tuple(_edits(model, found))
        yield Change(subjects[0], self.name, reason, Safety.REVIEW, edits, frozenset(subjects[1:]))


def _repeated(model: Extension, static: StaticType, row: Span) -> Edit:
    """Return the entry of a base, in the table of a type that derives from it."""
    table = model.tables[static.function("tp_getset") or ""].declaration
    file = model.files[table.path]
    assert table.entries
    at = table.entries[-1].span.start
    text = file.source.text(row) + b"," + file.source.newline + file.source.indent_at(at)
    return Edit(table.path, Span(at, at), text)


def _edits(model: Extension, found: Answers) -> Iterator[Edit]:
    file = model.files[found.path]
    for row in found.rows:
        yield Edit(found.path, whole_lines(file, row.span), b"")
    names = _Names(model, found)
    yield Edit(found.path, Span(found.at, found.at), _functions(model, file, found, names))
    yield from _of_member(model, file, found, names)
    for lookup in found.lookups:
        function = names.of(lookup)
        for call in lookup.calls:
            yield Edit(found.path, call.name.span, function)
        for span in lookup.values:
            yield Edit(found.path, span, function)
        for span in lookup.added:
            separator = b"," + file.source.newline + file.source.indent_at(span.start)
            yield Edit(
                found.path,
                Span(span.end, span.end),
                filled(b"$separator.$slot = $function", separator=separator, slot=lookup.slot, function=function),
            )


class _Names:
    """The names of the new functions, which nothing else in the project has."""

    def __init__(self, model: Extension, found: Answers) -> None:
        self._model = model
        self._stem = found.root.name.encode().removesuffix(b"Type").removesuffix(b"_") or b"object"
        self.asked = self._free(b"asks_for_module")
        self.member = self._free(b"own_module")

    def of(self, lookup: Lookup) -> bytes:
        return self._free(b"generic_getattr" if lookup.slot == "tp_getattro" else b"generic_setattr")

    def _free(self, end: bytes) -> bytes:
        name = filled(b"${stem}_$end", stem=self._stem, end=end)
        return unused_name(self._model.identifiers, name, name + b"o", name + b"_", name + b"__")


def _functions(model: Extension, file: File, found: Answers, names: _Names) -> bytes:
    style = style_of(model, file)
    newline = style.newline
    declared = [
        filled(b"${storage}PyTypeObject $name;", storage=_storage(item.declaration), name=item.name)
        for item in found.undeclared
    ]
    text = style.lines(*declared) + newline if declared else b""
    glue = b" &&" + newline + style.indent + b" " * len(b"if (")
    others = glue.join(b"type != &" + item.name.encode() for item in found.types)
    text += c_text(style, _ASKED, asked=names.asked, others=others) + newline
    member = found.rows[0].member
    if member is not None and top_level_start(file, member.table) > found.at:
        text += style.lines(filled(_PROTOTYPE, function=names.member)) + newline
    for lookup in found.lookups:
        template = _GET if lookup.slot == "tp_getattro" else _SET
        answer = _answer(model, found, lookup) if member is None else filled(b"$name(self)", name=names.member)
        text += c_text(style, template, function=names.of(lookup), asked=names.asked, answer=answer) + newline
    return text


def _of_member(model: Extension, file: File, found: Answers, names: _Names) -> Iterator[Edit]:
    """Yield the function that gives what a member held, in front of the table where the struct is known."""
    member = found.rows[0].member
    if member is not None:
        style = style_of(model, file)
        missing = [b"Py_RETURN_NONE;"] if member.may_be_none else c_lines(style, _MISSING)
        words = {"function": names.member, "struct": member.struct, "field": member.field}
        at = top_level_start(file, member.table)
        yield Edit(member.path, Span(at, at), c_text(style, _MEMBER, missing=missing, **words) + style.newline)


def _storage(declaration: Declaration) -> bytes:
    return b"static " if declaration.storage == "static" else b""


def _answer(model: Extension, found: Answers, lookup: Lookup) -> bytes:
    """Return the call of the getter or the setter, as it declares its parameters."""
    row = found.rows[0]
    function = model.functions[row.getter if lookup.slot == "tp_getattro" else row.setter]
    parameters = function.definition.parameters
    own = model.by_symbol[parameters[0]][0].type.encode() if parameters else b"PyObject *"
    first = b"self" if own.replace(b" ", b"") == b"PyObject*" else filled(b"($own)self", own=own)
    given = [first, *([] if lookup.slot == "tp_getattro" else [b"value"]), row.closure]
    return filled(b"$name($arguments)", name=function.name, arguments=b", ".join(given[: len(parameters)]))


REWRITE: Preparation = InstanceAttributes()
