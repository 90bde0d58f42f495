"""Macros that define and register types: those of short texts are written out, however often they are used."""

from __future__ import annotations

from pathlib import Path

from unstatic import pipeline
from unstatic.settings.config import Settings

HEAD = """#include <Python.h>

typedef struct {
    PyObject_HEAD
} Item;

#define DEFINE(name) \\
    static PyTypeObject name##_Type = { \\
        PyVarObject_HEAD_INIT(NULL, 0) \\
        .tp_name = "items." #name, \\
        .tp_basicsize = sizeof(Item), \\
    };

#define REGISTER(m, name) \\
    Py_SET_TYPE(&name##_Type, &PyType_Type); \\
    name##_Type.tp_flags = Py_TPFLAGS_DEFAULT; \\
    name##_Type.tp_new = PyType_GenericNew; \\
    if (PyType_Ready(&name##_Type) < 0) \\
        return NULL; \\
    Py_INCREF((PyObject *)&name##_Type); \\
    if (PyModule_AddObject(m, #name, (PyObject *)&name##_Type) < 0) { \\
        Py_DECREF((PyObject *)&name##_Type); \\
        return NULL; \\
    }

"""
INIT = """
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "items", NULL, -1};

PyMODINIT_FUNC
PyInit_items(void)
{
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL)
        return NULL;
%s    return m;
}
"""


def test_forty_types_that_two_macros_make(tmp_path: Path) -> None:
    names = [f"T{number}" for number in range(40)]
    defined = "".join(f"DEFINE({name})\n" for name in names)
    (tmp_path / "items.c").write_text(HEAD + defined + INIT % "".join(f"    REGISTER(m, {name});\n" for name in names))
    (extension,) = pipeline.load([tmp_path / "items.c"], Settings())
    outcome = pipeline.run(extension, Settings())

    assert {"migrate"} == {item.outcome for item in outcome.report.types}
    assert b"REGISTER" not in outcome.after[Path("items.c")]
