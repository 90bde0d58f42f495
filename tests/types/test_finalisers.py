"""Deallocators leave to a finaliser what needs the module, if that is what a method may do at any time (G548)."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

SOURCE = """
#include <Python.h>
typedef struct { PyObject_HEAD PyObject *log, *weak; int handle; } Box;
static PyObject *BoxError;
static int Box_shut(Box *self)
{
    if (self->handle < 0) { return 0; }
    self->handle = -1;
    PyErr_SetString(BoxError, "it can't be shut");
    return -1;
}
#define IS_OPEN(box) ((box)->handle >= 0)
static inline int is_shut(Box *self) { return !IS_OPEN(self) || self->log == NULL; }
static inline int Box_init(PyObject *object) { ((Box *)object)->handle = 1; return 0; }
static inline void say(int level, ...) { (void)level; }
static PyObject *Box_close(PyObject *object, PyObject *ignored) { METHOD }
static int Box_traverse(Box *self, visitproc visit, void *arg) { Py_VISIT(self->log); return 0; }
static int Box_clear(Box *self) { Py_CLEAR(self->log); return 0; }
static void Box_dealloc(Box *self)
{
    DEALLOC
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyMethodDef Box_methods[] = { {"close", Box_close, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Box", .tp_basicsize = sizeof(Box), .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Box_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC MORE,
    .tp_traverse = (traverseproc)Box_traverse, .tp_clear = (inquiry)Box_clear, .tp_methods = Box_methods,
};
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL };
PyMODINIT_FUNC PyInit_m(void)
{
    PyObject *module;
    if (PyType_Ready(&Box_Type) < 0) { return NULL; }
    module = PyModule_Create(&def);
    if (module == NULL) { return NULL; }
    BoxError = PyErr_NewException("m.BoxError", NULL, NULL);
    if (BoxError == NULL) { return NULL; }
    Py_INCREF(BoxError);
    if (PyModule_AddObject(module, "BoxError", BoxError) < 0) { return NULL; }
    return module;
}
"""
CLOSE = "if (Box_shut((Box *)object) < 0) { return NULL; } Py_RETURN_NONE;"
SHUT = "PyObject_GC_UnTrack(self);\n if (Box_shut(self) < 0)\n PyErr_Clear();\n"


def run(folder: Path, dealloc: str, method: str, flags: str = "") -> tuple[bytes, str]:
    """Return the migrated source, empty if it stays, and all reasons why something does."""
    text = SOURCE.replace("DEALLOC", dealloc).replace("METHOD", method).replace("MORE", flags)
    (folder / "m.c").write_text(text)
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    outcome = pipeline.run(extension, Settings())
    changed = outcome.steps[-1].files[Path("m.c")] if outcome.steps else b""
    found = [item.reason for item in outcome.report.types] + [item.reason for item in outcome.report.globals]
    found += [each.reason for item in outcome.report.types for each in item.obstacles]
    found += [each.reason for item in outcome.report.globals for each in item.obstacles]
    return changed, "\n".join(found)


@pytest.mark.parametrize(
    "dealloc",
    [
        SHUT,
        "if (Box_shut(self) < 0)\n PyErr_WriteUnraisable(NULL);\n PyObject_GC_UnTrack(self);",
        "PyObject *t, *v, *b;\n PyErr_Fetch(&t, &v, &b);\n Box_shut(self);\n PyErr_Restore(t, v, b);",
        "PyObject_GC_UnTrack(self);\n if (self->weak)\n PyObject_ClearWeakRefs((PyObject *)self);\n Box_shut(self);",
        "int failed;\n if (self->handle > 3) {\n failed = Box_shut(self);\n if (failed) { PyErr_Clear(); }\n }",
    ],
)
@pytest.mark.parametrize("method", [CLOSE, "Box *self = (Box *)object; return PyLong_FromLong(Box_shut(self));"])
def test_what_a_method_does_becomes_a_finaliser(tmp_path: Path, dealloc: str, method: str) -> None:
    changed, _ = run(tmp_path, dealloc, method)

    head, _, rest = changed.partition(b"Box_finalize(Box *self)")
    assert b"Box_shut(state, self)" in rest.partition(b"Box_dealloc(Box *self)")[0]
    assert b"PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0" in rest.partition(b"PyObject_GC_UnTrack")[0]
    assert head and b"{Py_tp_finalize, Box_finalize}" in rest


@pytest.mark.parametrize(
    ("dealloc", "method"),
    [
        (SHUT, "Py_RETURN_NONE;"),
        (SHUT, "if (((Box *)object)->handle-- < 0) { Py_RETURN_NONE; } " + CLOSE),
        (SHUT, "if (Box_init(object) < 0) { return NULL; } " + CLOSE),
        (SHUT, "Box *self = (Box *)object; Box_shut(self); self->handle = -1; Py_RETURN_NONE;"),
        (SHUT, "if (ignored == NULL) { Box_shut((Box *)object); } Py_RETURN_NONE;"),
        ("if (self->handle < 0) { PyObject_GC_Del(self); return; }\n" + SHUT, CLOSE),
        ("self->handle = 3;\n" + SHUT, CLOSE),
        ("free(self->log);\n" + SHUT, CLOSE),
        ('int done = 1;\n done = Box_shut(self);\n if (done) { PyErr_Clear(); }\n printf("%d", done);', CLOSE),
        (SHUT + "Py_CLEAR(self->log);\n if (Box_shut(self) < 0) { PyErr_Clear(); }", CLOSE),
        ("while (Box_shut(self) < 0) { PyErr_Clear(); }", CLOSE),
    ],
)
def test_other_work_is_left_where_it_is(tmp_path: Path, dealloc: str, method: str) -> None:
    changed, reasons = run(tmp_path, dealloc, method)

    assert b"Box_finalize" not in changed
    assert "Box_dealloc (tp_dealloc) uses it, when the module may be gone already" in reasons


LOOKING = [
    "if (((Box *)object)->handle < 0) { Py_RETURN_NONE; } " + CLOSE,
    "Box *self = (Box *)object; if (IS_OPEN(self) && Box_shut(self) < 0) { return NULL; } Py_RETURN_NONE;",
    "Box *self = (Box *)object; if (is_shut(self)) { say(1, self); } else { Box_shut(self); } Py_RETURN_NONE;",
]


@pytest.mark.parametrize("method", LOOKING)
def test_a_method_may_look_at_the_object_first(tmp_path: Path, method: str) -> None:
    changed, _ = run(tmp_path, SHUT, method)

    assert b"{Py_tp_finalize, Box_finalize}" in changed


@pytest.mark.parametrize("flags", ["| Py_TPFLAGS_BASETYPE", "& ~Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE"])
def test_a_subclass_may_have_a_finaliser_of_its_own(tmp_path: Path, flags: str) -> None:
    changed, _ = run(tmp_path, SHUT, CLOSE, flags)

    finaliser, dealloc = changed.partition(b"Box_finalize(Box *self)")[2].split(b"Box_dealloc(Box *self)")[:2]
    assert b"if (state != NULL && state->BoxError != NULL && Box_shut(state, self) < 0)" in finaliser
    assert b"    Box_finalize(self);" in dealloc and b"CallFinalizer" not in changed


def test_what_is_left_out_has_to_be_a_statement_by_itself(tmp_path: Path) -> None:
    dealloc = "int failed;\n PyObject_GC_UnTrack(self);\n failed = Box_shut(self);\n if (failed) { PyErr_Clear(); }"
    changed, reasons = run(tmp_path, dealloc, CLOSE, "| Py_TPFLAGS_BASETYPE")

    assert b"Py_tp_finalize" not in changed
    assert "when the module may be gone already" in reasons
