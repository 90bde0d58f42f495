"""Instances that functions make and leave behind where they fail are told: with heap types they keep more alive."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

SOURCE = """
#include <Python.h>
typedef struct Box { PyObject_HEAD struct Box *next; PyObject *value; int size; } Box;
extern int watch(Box *box);
static PyTypeObject Box_Type;
static PyObject *limit;
static PyObject *Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Box *self;
    PyObject *value;
    BODY
}
static void Box_dealloc(Box *self) { Py_XDECREF(self->value); Py_TYPE(self)->tp_free((PyObject *)self); }
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Box", .tp_basicsize = sizeof(Box), .tp_new = Box_new,
    .tp_dealloc = (destructor)Box_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT,
};
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL };
PyMODINIT_FUNC PyInit_m(void)
{
    PyObject *module;
    if (PyType_Ready(&Box_Type) < 0) { return NULL; }
    module = PyModule_Create(&def);
    if (module == NULL) { return NULL; }
    limit = PyLong_FromLong(10);
    Py_INCREF(&Box_Type);
    if (limit == NULL || PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) { return NULL; }
    return module;
}
"""
ALLOCATED = "self = (Box *)type->tp_alloc(type, 0);\n if (self == NULL) { return NULL; }\n"
PARSED = 'PyArg_ParseTuple(args, "O", &value)'


def notes(folder: Path, body: str) -> list[str]:
    """Return what the report says of instances that are left behind, where tp_new does this."""
    (folder / "m.c").write_text(SOURCE.replace("BODY", body))
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    report = pipeline.run(extension, Settings()).report

    assert report.outcome in ("migrated", "partial")
    return [note for note in report.notes if "left behind" in note]


@pytest.mark.parametrize(
    ("body", "line", "more"),
    [
        (ALLOCATED + f"if (!{PARSED}) {{\n return NULL; }}\n return (PyObject *)self;", 14, 0),
        (ALLOCATED + f"if (!{PARSED})\n goto error;\n return (PyObject *)self;\nerror:\n return NULL;", 17, 0),
        (
            "self = PyObject_New(Box, &Box_Type);\n"
            f"if (self == NULL || !{PARSED}) return NULL;\n self->value = NULL; return (PyObject *)self;",
            12,
            0,
        ),
        (
            "self = (Box *)PyBaseObject_Type.tp_new(type, args, kwds);\n if (self != NULL) {\n"
            " if (type->tp_dict == NULL) {\n PyErr_SetString(PyExc_RuntimeError, 0); return NULL; }\n"
            " self->value = PyDict_GetItem(type->tp_dict, limit);\n if (self->value == NULL) {\n"
            " PyErr_SetString(PyExc_RuntimeError, 0);\n return NULL; }\n Py_INCREF(self->value);\n }\n"
            " return (PyObject *)self;",
            14,
            1,
        ),
        (ALLOCATED + "if (self->size > 3) {\n return PyErr_NoMemory(); }\n return (PyObject *)self;", 14, 0),
    ],
)
def test_ways_out_that_leave_an_instance(tmp_path: Path, body: str, line: int, more: int) -> None:
    others = f", and so at {more} more place" if more else ""
    told = f"an instance of Box_Type is left behind on an error, as before{others}"

    (note,) = notes(tmp_path, body)
    assert note.startswith(f"m.c:{line}:")
    assert note.endswith(f": {told}: each keeps its type and module alive now, too")


@pytest.mark.parametrize(
    "body",
    [
        ALLOCATED + f"if (!{PARSED}) {{ Py_DECREF(self); return NULL; }} return (PyObject *)self;",
        ALLOCATED + f"if (!{PARSED}) goto error; return (PyObject *)self; error: Py_XDECREF(self); return NULL;",
        ALLOCATED + f"if (!{PARSED}) {{ Py_CLEAR(self); }} return (PyObject *)self;",
        ALLOCATED + "if (watch(self) < 0) { return NULL; } return (PyObject *)self;",
        f"if (!{PARSED}) return NULL; self = PyObject_New(Box, &Box_Type); return (PyObject *)self;",
        "self = (Box *)type->tp_alloc(type, 0); if (self) { self->size = 1; return (PyObject *)self; } return NULL;",
        "self = (Box *)PyBaseObject_Type.tp_new(type, args, kwds); if (PyErr_Occurred()) return NULL;"
        "return (PyObject *)self;",
        ALLOCATED + f"if (!{PARSED}) {{ type->tp_free((PyObject *)self); return NULL; }} return (PyObject *)self;",
        "#define FAIL do { Py_DECREF(self); return NULL; } while (0)\n"
        + ALLOCATED
        + f"if (!{PARSED}) {{ FAIL; return NULL; }} return (PyObject *)self;",
    ],
)
def test_instances_that_somebody_releases(tmp_path: Path, body: str) -> None:
    assert [] == notes(tmp_path, body)
