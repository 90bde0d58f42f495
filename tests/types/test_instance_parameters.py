"""Functions of a table that find the state by an instance: what shows that a parameter is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

MODULE = """#include <Python.h>
typedef struct Box { PyObject_HEAD PyObject *(*open)(struct Box *, struct Box *); } Box;
static PyObject *error;
static PyTypeObject Box_Type;

static PyObject *
open_box(Box *self, Box *other)
{
    BODY
    PyErr_SetString(error, "shut");
    return NULL;
}

static PyObject *(*ways[])(Box *, Box *) = {open_box};

static PyObject *
box_open(Box *self, PyObject *ignored)
{
    self->open = ways[0];
    return self->open(self, self);
}

static PyMethodDef methods[] = {{"open", (PyCFunction)box_open, METH_NOARGS, NULL}, {NULL}};
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "e.Box", .tp_basicsize = sizeof(Box), .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods, .tp_new = PyType_GenericNew,
};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, -1};

PyMODINIT_FUNC
PyInit_e(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    error = PyErr_NewException("e.error", NULL, NULL);
    PyModule_AddObject(module, "Box", Py_NewRef((PyObject *)&Box_Type));
    return module;
}
"""


def migrated(root: Path, body: str) -> ExtensionReport:
    """Return the report on the module where the function in the table begins with *body*."""
    (root / "e.c").write_text(MODULE.replace("BODY", body))
    (extension,) = pipeline.load([root / "e.c"], Settings())
    # Without a module to be asked for: what the parameter leads to is all that there is.
    return pipeline.run(extension, Settings(fallback="none")).report


@pytest.mark.parametrize(
    "body",
    [
        "if (self->open == NULL) return NULL;",
        'PyErr_Format(PyExc_TypeError, "%s", Py_TYPE(self)->tp_name);',
        'PyErr_WarnFormat(PyExc_UserWarning, 1, "%s", Py_TYPE((PyObject *)self)->tp_name);',
        'if (PyObject_GetAttrString((PyObject *)Py_TYPE(self), "label") == NULL) PyErr_Clear();',
    ],
)
def test_an_instance_that_is_relied_on(tmp_path: Path, body: str) -> None:
    assert "migrated" == migrated(tmp_path, body).outcome


@pytest.mark.parametrize(
    "body",
    [
        "",
        "if (Py_TYPE(self) == Py_TYPE(other)) return NULL;",
        'if (strcmp(Py_TYPE(self)->tp_name, "e.Box") != 0) return NULL;',
        "if (PyType_IsSubtype(Py_TYPE(self), &PyLong_Type)) return NULL;",
        "if (Py_TYPE(self)->tp_free == PyObject_Free) return NULL;",
        "PyTypeObject *type = Py_TYPE(self); if (type == NULL) return NULL;",
        'if (self != NULL) PyErr_Format(PyExc_TypeError, "%s", Py_TYPE(self)->tp_name);',
    ],
)
def test_a_parameter_that_may_be_something_else(tmp_path: Path, body: str) -> None:
    report = migrated(tmp_path, body)

    assert ["callback"] == [item.rule for item in report.globals if item.name == "error"]
