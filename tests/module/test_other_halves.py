"""The half of a header that is for other extensions stays as it is, whatever imports the table for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

HEADER = """#include <Python.h>

#define IMPORT_TABLE(name) api = (void **)PyCapsule_Import(name, 0)
#define SLOT(number) api[number]
static void **api;

#ifndef INSIDE
#define Box_Check(op) ((*(int (*)(PyObject *))SLOT(0))(op))
%s
#endif
"""
SOURCE = """#define INSIDE
#include "boxes.h"

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)

static PyObject *
is_box(PyObject *module, PyObject *op)
{
    return PyBool_FromLong(Box_Check(op));
}

static PyMethodDef methods[] = {{"is_box", is_box, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module != NULL && PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
IMPORTING = [
    '#define import_boxes() IMPORT_TABLE("boxes.API")',
    'static inline void import_boxes(void) { IMPORT_TABLE("boxes.API"); }',
    "#define import_boxes() (api = PyCapsule_GetPointer(found, NULL))",
]


@pytest.mark.parametrize("importing", IMPORTING)
def test_half_that_imports_the_table(importing: str, tmp_path: Path) -> None:
    (tmp_path / "boxes.h").write_text(HEADER % importing)
    (tmp_path / "boxes.c").write_text(SOURCE)
    (extension,) = pipeline.load([tmp_path / "boxes.c"], Settings())
    outcome = pipeline.run(extension, Settings())

    assert "migrated" == outcome.report.outcome
    assert {"boxes.c"} == {path.name for path in outcome.after}
