"""NULL in a call of what is a function of the module and a method: it becomes the module where that is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings.config import Settings

MODULE = """\
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Box_Object;

static PyTypeObject Box_Type;
static PyObject *last;

static PyObject *
value(Box_Object *self, PyObject *args)
{
    %s
    return PyLong_FromLong(self->number);
}

static PyObject *
total(PyObject *self, PyObject *args)
{
    return value(%s, args);
}

static PyMethodDef methods[] = {
    {"value", (PyCFunction)value, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Box",
    .tp_basicsize = sizeof(Box_Object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods,
};

static PyMethodDef functions[] = {
    {"value", (PyCFunction)value, METH_VARARGS, NULL},
    {"total", total, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_m(void)
{
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    return PyModule_Create(&def);
}
"""
PARSED = 'if (!PyArg_ParseTuple(args, "O!", &Box_Type, &self))\n            return NULL;'
BOTH = f"if (self == NULL || PyModule_Check(self)) {{\n        {PARSED}\n    }}"
CAST = "(Box_Object *)NULL"


def outcome_of(body: str, given: str, folder: Path) -> Outcome:
    source = folder / "m.c"
    source.write_text(MODULE.replace("%s", body, 1).replace("%s", given))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings())


def test_the_module_is_passed_on(tmp_path: Path) -> None:
    outcome = outcome_of(BOTH, CAST, tmp_path)

    assert b"return value((Box_Object *)self, args);" in outcome.after[Path("m.c")]


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (BOTH.replace("self == NULL", "self != NULL"), CAST),
        (BOTH.replace("PyModule_Check(self)", "PyModule_Check(args)"), CAST),
        (BOTH.replace("self == NULL || PyModule_Check(self)", "self == NULL"), CAST),
        (BOTH + "\n    if (self == NULL)\n        return NULL;", CAST),
        (BOTH + "\n    Py_XINCREF(self);", CAST),
        (BOTH.replace("&self", "&args") + "\n    last = (PyObject *)self;", CAST),
        (BOTH, "NULL"),
    ],
    ids=["the_other_way", "another", "null_alone", "asked_again", "counted", "kept", "without_a_cast"],
)
def test_the_type_stays_where_the_module_is_another_matter(body: str, given: str, tmp_path: Path) -> None:
    outcome = outcome_of(body, given, tmp_path)

    assert [item.rule for item in outcome.report.subjects if item.kind == "type"] == ["called-directly"]
