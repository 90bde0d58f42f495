"""Instances that are made with a reference too many are told: with heap types they keep more alive."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

SOURCE = """
#include <Python.h>
typedef struct Box { PyObject_HEAD struct Box *next; int size; } Box;
extern int watch(Box *box);
static PyTypeObject Box_Type;
static Box *last;
static PyObject *boxes;
static PyObject *Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Box *self, *other = NULL;
    BODY
}
static void Box_dealloc(Box *self) { Py_TYPE(self)->tp_free((PyObject *)self); }
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
    boxes = PyList_New(0);
    Py_INCREF(&Box_Type);
    if (boxes == NULL || PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) { return NULL; }
    return module;
}
"""
ALLOCATED = "if ((self = (Box *)type->tp_alloc(type, 0)) == NULL) { return NULL; }"


def notes(folder: Path, body: str) -> list[str]:
    """Return what the report says of instances that stay, where tp_new does this."""
    (folder / "m.c").write_text(SOURCE.replace("BODY", body))
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    report = pipeline.run(extension, Settings()).report

    assert report.outcome in ("migrated", "partial")
    return [note for note in report.notes if "freed" in note]


@pytest.mark.parametrize(
    "body",
    [
        ALLOCATED + "self->size = 0; Py_INCREF(self); return (PyObject *)self;",
        "self = PyObject_New(Box, &Box_Type); if (!self) return NULL; Py_INCREF(self); return (PyObject *)self;",
        ALLOCATED
        + "Py_INCREF(self); if (PyList_Append(boxes, (PyObject *)self) < 0) { Py_DECREF(self); Py_DECREF(self);"
        " return NULL; } return (PyObject *)self;",
    ],
)
def test_a_reference_too_many(tmp_path: Path, body: str) -> None:
    reason = "each has a reference too many, and keeps its type and module alive now, too"

    assert [f"m.c:11: instances of Box_Type are never freed, as before: {reason}"] == notes(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        ALLOCATED + "return (PyObject *)self;",
        ALLOCATED + "Py_INCREF(self); self->next = self; return (PyObject *)self;",
        ALLOCATED + "Py_INCREF(self); if (watch(self) < 0) { Py_DECREF(self); return NULL; } return (PyObject *)self;",
        ALLOCATED + "Py_INCREF(self); Py_DECREF(self); return (PyObject *)self;",
        ALLOCATED + "if (args != NULL) { Py_INCREF(self); other = self; } Py_XDECREF(other); return (PyObject *)self;",
        "if (last == NULL) { last = (Box *)type->tp_alloc(type, 0); } Py_XINCREF(last); return (PyObject *)last;",
    ],
)
def test_references_that_somebody_has(tmp_path: Path, body: str) -> None:
    assert [] == notes(tmp_path, body)
