"""References to types that objects lead to: what gives them away, what keeps them, and what is as it should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.references.types_of_objects import types_kept, uncounted_types
from unstatic.model.extension import Extension
from unstatic.settings.config import Settings

HEAD = """#include <Python.h>
typedef struct { PyObject_HEAD PyObject *kind; int full; } Box;
static PyTypeObject Box_Type;
static PyObject *last;
static void keep(PyObject *), *pool(void);
static PyObject *(*callback)(PyObject *);
#define TUPLE_SET PyTuple_SET_ITEM
"""
TAIL = """
static PyMethodDef box_methods[] = {{"f", (PyCFunction)f, METH_O, NULL}, {NULL}};
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "shelf.Box", .tp_basicsize = sizeof(Box), .tp_methods = box_methods,
};
PyMODINIT_FUNC PyInit_shelf(void) { return PyType_Ready(&Box_Type) < 0 ? NULL : NULL; }
"""


def model_of(folder: Path, code: str) -> Extension:
    source = folder / "shelf.c"
    source.write_text(HEAD + code + TAIL, encoding="utf-8")
    (extension,) = pipeline.load([source], Settings())
    return pipeline.model_of(extension, Settings(), {})


def method(body: str) -> str:
    return "static PyObject *f(Box *self, PyObject *other) { " + body + " }"


@pytest.mark.parametrize(
    ("body", "borrowed", "dropped", "increased"),
    [
        ("return (PyObject *)Py_TYPE(self);", 0, 0, ["Py_TYPE ( self )"]),
        ("return (PyObject *)self->ob_base.ob_type;", 0, 0, ["self -> ob_base . ob_type"]),
        ("PyObject *t = (PyObject *)Py_TYPE(self); return t;", 0, 0, ["t"]),
        ("PyObject *r = PyTuple_New(1); TUPLE_SET(r, 0, (PyObject *)Py_TYPE(self)); return r;",
         0, 0, ["Py_TYPE ( self )"]),
        ('return Py_BuildValue("(Ni)", Py_TYPE(self), 1);', 0, 0, ["Py_TYPE ( self )"]),
        ('return Py_BuildValue("NN", Py_TYPE(self), Py_TYPE(other));', 0, 0, ["Py_TYPE ( self )", "Py_TYPE ( other )"]),
        ("return (PyObject *)&Box_Type;", 0, 0, ["& Box_Type"]),
        ("if (PyObject_Type(other) == (PyObject *)&Box_Type) return NULL; Py_RETURN_NONE;", 1, 0, []),
        ("return PyBool_FromLong(PyType_IsSubtype((PyTypeObject *)PyObject_Type(other), &Box_Type));", 1, 0, []),
        ("PyObject *t = PyObject_Type(other); return PyObject_Str(t);", 1, 0, []),
        ("Py_INCREF(&Box_Type); Py_RETURN_NONE;", 0, 1, []),
        ("Py_DECREF(Py_TYPE(self)); Py_RETURN_NONE;", 0, 1, []),
        ('PyObject *o; if (!PyArg_ParseTuple(other, "O", &o)) return NULL;'
         " return PyBool_FromLong(PyObject_Type(o) == (PyObject *)&Box_Type);", 1, 0, []),
    ],
)  # fmt: skip
def test_mended(tmp_path: Path, body: str, borrowed: int, dropped: int, increased: list[str]) -> None:
    (found,) = uncounted_types(model_of(tmp_path, method(body)))

    named = [" ".join(token.text.decode() for token in tokens) for _, tokens in found.increased]
    assert (borrowed, dropped, increased) == (len(found.borrowed), len(found.dropped), named)
    assert found.problem is None and found.kept is None


@pytest.mark.parametrize(
    "body",
    [
        "Py_INCREF(Py_TYPE(self)); return (PyObject *)Py_TYPE(self);",
        "Py_INCREF(self->ob_base.ob_type); return (PyObject *)Py_TYPE(self);",
        'return Py_BuildValue("O", Py_TYPE(self));',
        "return PyObject_CallNoArgs((PyObject *)Py_TYPE(self));",
        "PyObject *t = PyObject_Type(other), *r = PyObject_Str(t); Py_DECREF(t); return r;",
        "PyObject *t = PyObject_Type(other); if (t == NULL) return NULL; return t;",
        "PyObject *t; if (self->full) t = PyObject_Type(other); else t = PyObject_Str(other); return t;",
        'return PyUnicode_FromString(Py_TYPE(self)->tp_name);',
        # Each of these may keep the reference, or take it, where nobody can look.
        "Py_INCREF(Py_TYPE(other)); self->kind = (PyObject *)Py_TYPE(other); Py_RETURN_NONE;",
        "Py_INCREF(Py_TYPE(self)); keep((PyObject *)Py_TYPE(self)); Py_RETURN_NONE;",
        "Py_INCREF(Py_TYPE(self)); return callback((PyObject *)Py_TYPE(self));",
        "PyObject *o = pool(); Py_INCREF(&Box_Type); Py_SET_TYPE(o, &Box_Type); return o;",
        "PyObject *old = last; last = PyObject_Type(other); Py_XDECREF(old); Py_RETURN_NONE;",
        "PyTypeObject *t = Py_TYPE(other); t->tp_free(other); Py_DECREF(t); Py_RETURN_NONE;",
        "PyTypeObject *old = Py_TYPE(other); Py_INCREF(&Box_Type); other->ob_type = &Box_Type; Py_DECREF(old);"
        " return NULL;",
        "PyObject *a[] = {PyObject_Type(other)}; Py_DECREF(a[0]); Py_RETURN_NONE;",
        "Py_INCREF(Py_TYPE(self)); return PyCapsule_New(Py_TYPE(self), NULL, NULL);",
    ],
)  # fmt: skip
def test_left_alone(tmp_path: Path, body: str) -> None:
    model = model_of(tmp_path, method(body))

    assert (() == uncounted_types(model), []) == (True, list(types_kept(model)))


@pytest.mark.parametrize(
    "body",
    [
        "return self->full ? (PyObject *)Py_TYPE(self) : PyLong_FromLong(0);",
        "while (self->full) return (PyObject *)Py_TYPE(other++); Py_RETURN_NONE;",
        "if (self->full) return (PyObject *)Py_TYPE(self); Py_RETURN_NONE;",
    ],
)
def test_given_away_where_no_line_can_count(tmp_path: Path, body: str) -> None:
    (found,) = uncounted_types(model_of(tmp_path, method(body)))

    assert found.problem is not None and "ownership" == found.problem.rule


@pytest.mark.parametrize(
    "code",
    [
        method('PyObject *o = NULL; if (!PyArg_ParseTuple(other, "|O", &o)) return NULL;'
               " return PyBool_FromLong(PyObject_Type(o) == (PyObject *)&Box_Type);"),
        method("PyObject *t = PyObject_Type(other); if (self->full) Py_DECREF(t); Py_RETURN_NONE;"),
        "static int is_box(PyObject *o) { return PyObject_Type(o) == (PyObject *)&Box_Type; }\n"
        + method("return PyBool_FromLong(is_box(self->kind));"),
        "#define IS_BOX(o) (PyObject_Type(o) == (PyObject *)&Box_Type)\n"
        + method("return PyBool_FromLong(IS_BOX(other));"),
    ],
)  # fmt: skip
def test_kept_and_told(tmp_path: Path, code: str) -> None:
    model = model_of(tmp_path, code)

    assert all(item.problem is None and not item.borrowed for item in uncounted_types(model))
    assert 1 == len(list(types_kept(model)))


@pytest.mark.parametrize(
    "body",
    [
        "PyTuple_SET_ITEM(other, 0, ); return (PyObject *)Py_TYPE();",
        "return (PyObject *);",
        "Py_INCREF(); Py_DECREF(Py_TYPE(self)); ->ob_type; return PyObject_Type(,);",
        'return Py_BuildValue("N", );',
        "return { Py_TYPE(self) };",
    ],
)
def test_broken_code(tmp_path: Path, body: str) -> None:
    uncounted_types(model_of(tmp_path, method(body)))
