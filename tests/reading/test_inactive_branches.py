"""Groups that the parse skips: which are read, how, and what is told of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.cparse import ParseOptions, parse
from unstatic.model.configurations.other_configurations import contents_for, names_of
from unstatic.project.scan import Unit
from unstatic.settings.config import Settings

EXTENSION = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "uses_in_other_branches" / "module.c"
SOURCE = b"""#include <Python.h>

static PyObject *error;

#ifdef SHELF_OLD \\
    /* and dusty */
static PyObject *old(void) { return error; }
#elif PY_MAJOR_VERSION < 3
static PyObject *older(void) { return error; }
#else
static PyObject *young(void) { return error; }
#endif
#ifdef SHELF_LOUD
#define VOLUME 11
#endif
"""


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    (tmp_path / "shelf.c").write_bytes(SOURCE)
    return Unit(tmp_path / "shelf.c", (), "c")


def test_conditions_change_in_place(unit: Unit) -> None:
    parsed = parse(unit, unit.path.parent, ParseOptions())

    (changed,) = contents_for((parsed,), names_of([parsed]), (3, 9)).values()

    assert len(SOURCE) == len(changed)
    assert SOURCE.index(b"static PyObject *old") == changed.index(b"static PyObject *old")
    assert b"#if 1 " in changed
    assert b"#ifdef SHELF_LOUD" in changed


def test_what_was_read_once_is_left(unit: Unit) -> None:
    parsed = parse(unit, unit.path.parent, ParseOptions())
    names = names_of([parsed])
    changed = contents_for((parsed,), names, (3, 9))

    again = parse(unit, unit.path.parent, ParseOptions(), changed, parsed)

    assert {} == contents_for((parsed, again), names, (3, 9))
    assert {"old"} <= {item.name for item in again.declarations}


def test_what_encloses_a_group_and_is_compiled_stays_so(tmp_path: Path) -> None:
    source = b"""#ifdef NO_PYTHON
#include <stdio.h>
#else
#include <Python.h>
#endif

#ifndef NO_PYTHON
static PyObject *error;
#ifdef SHELF_OLD
static PyObject *old(void) { return error; }
#endif
#endif
"""
    (tmp_path / "shelf.c").write_bytes(source)
    parsed = parse(Unit(tmp_path / "shelf.c", (), "c"), tmp_path, ParseOptions())

    (changed,) = contents_for((parsed,), names_of([parsed]), (3, 9)).values()

    assert b"#if 1" in changed[changed.index(b"static PyObject *error") :]
    assert changed.startswith(b"#ifdef NO_PYTHON")


def test_groups_of_plain_c_are_left(tmp_path: Path) -> None:
    source = b"""#include <Python.h>
static int level(int x)
{
#ifdef FAST
    static const int table[] = {1, 2};
    return level(table[x]);
#endif
    return x;
}
typedef struct { PyObject_HEAD int x; } Shelf;
static int used_by_python(int x)
{
#ifdef COUNTED
    static int count;
    count++;
#endif
    return level(x);
}
static int told(Shelf *self)
{
#ifdef LOUD
    return used_by_python(level(told(self)));
#endif
    return used_by_python(self->x);
}
"""
    (tmp_path / "shelf.c").write_bytes(source)
    parsed = parse(Unit(tmp_path / "shelf.c", (), "c"), tmp_path, ParseOptions())

    (changed,) = contents_for((parsed,), names_of([parsed]), (3, 9)).values()

    assert b"#ifdef FAST" in changed
    assert b"#ifdef COUNTED" not in changed
    assert b"#ifdef LOUD" not in changed


def test_groups_that_nobody_looked_at_are_told(tmp_path: Path) -> None:
    source = tmp_path / "module.c"
    source.write_bytes(EXTENSION.read_bytes() + b"\n#ifdef BOX_LOUD\n#define VOLUME 11\n#endif\n")
    (extension,) = pipeline.load([source], Settings())

    report = pipeline.run(extension, Settings()).report

    line = source.read_bytes().count(b"\n", 0, source.read_bytes().index(b"#ifdef BOX_LOUD")) + 1
    (note,) = [note for note in report.notes if "not compiled here" in note]
    assert note.endswith(f", {line}); what moves isn't named there")


def test_of_a_namespace_only_what_holds_a_group_is_read_again(tmp_path: Path) -> None:
    source = b"""#include <Python.h>
namespace shop { namespace inner {
static PyObject *error;
static PyObject *kept(void) { return error; }
static PyObject *changed(void) {
#ifdef SHELF_OLD
    return error;
#endif
    return nullptr;
}
template <typename T> PyObject *made(T) {
#ifdef SHELF_OLD
    return changed();
#endif
    return error;
}
} }
extern "C" { int last(void) { return 0; } }
"""
    (tmp_path / "shelf.cpp").write_bytes(source)
    unit = Unit(tmp_path / "shelf.cpp", (), "c++")
    plain = parse(unit, tmp_path, ParseOptions())
    changed = contents_for((plain,), names_of([plain]), (3, 9))

    again = parse(unit, tmp_path, ParseOptions(), changed, plain)

    assert {"kept", "last"} < {item.name for item in plain.declarations}
    assert {"changed", "made"} == {item.name for item in again.declarations if item.body is not None}
    assert {item.symbol for item in again.declarations} <= {item.symbol for item in plain.declarations}
    spans = {plain.files[unit.path].text(span) for span in plain.skipped[unit.path]}
    assert {b"#ifdef SHELF_OLD\n    return error;\n", b"#ifdef SHELF_OLD\n    return changed();\n"} == spans
    assert len([item for item in again.references if item.name == "error"]) == 2


HALVES = """#include <Python.h>
#ifndef INSIDE_SHELF
#define Box_Type (*(PyTypeObject *)_shelf_slots[0])
#define Box_Check(x) PyObject_TypeCheck(x, &Box_Type)
#define Box_CheckExact(x) (Py_TYPE(x) == &Box_Type)
static void **_shelf_slots;
static inline int Box_IsBoxOrNone(PyObject *thing) { return thing == Py_None || Box_Check(thing); }
#endif
"""
INSIDE = """#define INSIDE_SHELF
#include "shelf.h"

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define Box_Check(x) PyObject_TypeCheck(x, &Box_Type)

static PyObject *
shelf_is_box(PyObject *module, PyObject *thing)
{
#ifdef HAVE_LIDS
    if (thing == Py_None)
        Py_RETURN_TRUE;
#endif
    return PyBool_FromLong(Box_Check(thing));
}

static PyMethodDef functions[] = {{"is_box", shelf_is_box, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    return PyModule_Create(&definition);
}
"""


def test_half_of_a_header_for_others_keeps_its_macros(tmp_path: Path) -> None:
    (tmp_path / "shelf.h").write_text(HALVES)
    (tmp_path / "shelf.c").write_text(INSIDE)
    (extension,) = pipeline.load([tmp_path / "shelf.c"], Settings())

    outcome = pipeline.run(extension, Settings())

    assert [Path("shelf.c")] == list(outcome.after)
    assert b"#define Box_Check(state, x)" in outcome.after[Path("shelf.c")]


IMPORTED = """#include <Python.h>

typedef struct { PyTypeObject *Box_Type; } Shelf_API;

#ifndef INSIDE_SHELF
static Shelf_API *shelf_api;

static inline int
import_shelf(void)
{
    shelf_api = (Shelf_API *)PyCapsule_Import("shelf._API", 0);
    return shelf_api == NULL ? -1 : 0;
}
#endif
"""


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (INSIDE, []),
        (INSIDE.replace("#define INSIDE_SHELF\n", "#ifndef _WIN32\n#define INSIDE_SHELF\n#endif\n"), ["shelf_api"]),
    ],
)
def test_a_c_api_that_others_import_is_none_of_the_module(tmp_path: Path, source: str, left: list[str]) -> None:
    (tmp_path / "shelf.h").write_text(IMPORTED)
    (tmp_path / "shelf.c").write_text(source)
    (extension,) = pipeline.load([tmp_path / "shelf.c"], Settings())

    outcome = pipeline.run(extension, Settings())

    assert outcome.plan is not None
    assert left == [item.name for item in outcome.plan.claims.reasons if item.is_object]


def test_a_variable_that_a_switch_takes_away_is_told(tmp_path: Path) -> None:
    (tmp_path / "shelf.h").write_text(IMPORTED.replace("PyCapsule_Import", "find_table"))
    (tmp_path / "shelf.c").write_text(INSIDE)
    (extension,) = pipeline.load([tmp_path / "shelf.c"], Settings())

    outcome = pipeline.run(extension, Settings())

    assert outcome.plan is not None
    assert ["shelf_api"] == [item.name for item in outcome.plan.claims.reasons if item.is_object]
