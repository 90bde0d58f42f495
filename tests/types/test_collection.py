"""Which types join garbage collection, and what of their instances the collector is shown."""

from __future__ import annotations

import importlib
from pathlib import Path

from unstatic import pipeline
from unstatic.migration.outcome import Outcome
from unstatic.settings.config import Settings

CASES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent / "heap_types" / "cases"


def migrated(case: str, settings: Settings | None = None) -> Outcome:
    settings = settings or Settings()
    (extension,) = pipeline.load([CASES / case / "before.c"], settings)
    return pipeline.run(extension, settings)


def joined(outcome: Outcome) -> dict[str, str]:
    assert outcome.plan is not None
    return {choice.name: choice.gc for choice in outcome.plan.types}


def notes(outcome: Outcome) -> list[str]:
    return [note for note in outcome.report.notes if "cycles" in note]


END = "as before, and keep the module alive now"


def test_what_a_list_in_c_depends_on_is_told() -> None:
    found = migrated("container_that_a_list_depends_on")

    assert [
        "Entry_Type: cycles through value aren't found by the garbage collector, " + END,
        "Recent_Type: cycles through entries aren't found by the garbage collector, " + END,
    ] == notes(found)


def test_objects_in_c_structures_are_told() -> None:
    found = migrated("values_released_by_callback")

    assert [
        "Stack_Type: cycles through other objects that its tp_dealloc releases aren't found by the garbage collector, "
        "as before, and keep the module alive now"
    ] == notes(found)


def test_links_of_a_list_in_c_stay_out() -> None:
    found = migrated("container_that_a_list_depends_on")

    assert {"Entry_Type": "none", "Recent_Type": "add"} == joined(found)


def test_no_type_joins_if_none_is_to() -> None:
    found = migrated("container_that_a_list_depends_on", Settings(gc="never"))

    assert {"Entry_Type": "none", "Recent_Type": "none"} == joined(found)


def test_types_that_were_collected_stay_so() -> None:
    found = migrated("trashcan_dealloc", Settings(gc="never"))

    assert {"Cons_Type": "keep"} == joined(found)


DERIVED = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct { PyObject_HEAD PyObject *content; } Box;
typedef struct { Box box; PyObject *lid; } Chest;

static void Box_dealloc(Box *self) { Py_XDECREF(self->content); Py_TYPE(self)->tp_free((PyObject *)self); }
static PyMemberDef Box_members[] = {{"content", T_OBJECT, offsetof(Box, content), 0, NULL}, {NULL}};
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box", .tp_basicsize = sizeof(Box), .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew, .tp_dealloc = (destructor)Box_dealloc, .tp_members = Box_members,
};
static void Chest_dealloc(Chest *self) { Py_XDECREF(self->lid); Box_Type.tp_dealloc((PyObject *)self); }
static PyTypeObject Chest_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Chest", .tp_basicsize = sizeof(Chest), .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Box_Type, .tp_new = PyType_GenericNew, .tp_dealloc = (destructor)Chest_dealloc,
};
static PyModuleDef moduledef = { PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL };

PyMODINIT_FUNC PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL || PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Chest_Type) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
"""


def test_what_a_derived_type_owns_is_shown_to_the_collector(tmp_path: Path) -> None:
    source = tmp_path / "module.c"
    source.write_text(DERIVED)
    (extension,) = pipeline.load([source], Settings())
    found = pipeline.run(extension, Settings())

    assert {"Box_Type": "add", "Chest_Type": "add"} == joined(found)
    assert [] == notes(found)


PAIR = b"""\
#include <Python.h>
typedef struct { PyObject_HEAD PyObject *left, *right, *name; } Pair;
static int Pair_visit(Pair *self, visitproc visit, void *arg) { Py_VISIT(self->left); return 0; }
static int Pair_traverse(Pair *self, visitproc visit, void *arg) { return Pair_visit(self, visit, arg); }
/* There is no place for a visit of its own. */
static int Pair_clear(Pair *self) { Py_CLEAR(self->left); Py_CLEAR(self->right); return 0; }
static void Pair_dealloc(Pair *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Pair_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Pair_dealloc,
    .tp_traverse = (traverseproc)Pair_traverse,
    .tp_clear = (inquiry)Pair_clear,
    .tp_new = PyType_GenericNew,
};
static struct PyModuleDef module_def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_module(void)
{
    PyObject *module = PyModule_Create(&module_def);
    if (module == NULL || PyModule_AddType(module, &Pair_Type) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
"""


def test_what_a_traverse_function_leaves_out_is_told(tmp_path: Path) -> None:
    source = tmp_path / "module.c"
    source.write_bytes(PAIR)
    (extension,) = pipeline.load([source], Settings())
    found = pipeline.run(extension, Settings())

    assert {"Pair_Type": "keep"} == joined(found)
    assert ["Pair_Type: cycles through right aren't found by the garbage collector, " + END] == notes(found)
