"""A refused subject tells all that is in its way, and what of that follows from other subjects."""

from __future__ import annotations

from pathlib import Path

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport, SubjectReport
from unstatic.settings.config import Settings

BOX = b"""\
#include <Python.h>

typedef struct { PyObject_HEAD PyObject *lid; } Box;

static void box_free(void *block) { PyObject_Free(block); }
%(before)s
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
%(slots)s};

static PyTypeObject Lid_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "box.Lid"};
%(after)s
static struct PyModuleDef box_def = {PyModuleDef_HEAD_INIT, .m_name = "box", .m_size = -1};

PyMODINIT_FUNC PyInit_box(void) {
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0)
        return NULL;
%(init)s    return PyModule_Create(&box_def);
}
"""
WITHOUT = {b"before": b"", b"slots": b"", b"after": b"", b"init": b""}
FREES = b"    .tp_free = box_free,\n"


def report_on(folder: Path, **parts: bytes) -> ExtensionReport:
    source = folder / "box.c"
    source.write_bytes(BOX % {**WITHOUT, **{name.encode(): text for name, text in parts.items()}})
    (extension,) = pipeline.load([source], Settings())
    return pipeline.scan(extension, Settings())


def told(subject: SubjectReport | None) -> list[tuple[str, str]]:
    """Return the rules of the obstacles, with what they follow from."""
    assert subject is not None
    return [(item.rule, item.follows) for item in subject.obstacles]


def test_a_type_tells_each_of_its_obstacles(tmp_path: Path) -> None:
    size = b"static size_t box_size(void) { return sizeof(Box_Type); }\nsize_t (*box_sizer)(void) = box_size;\n"
    slots = FREES + b"    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,\n"
    (box, _) = report_on(tmp_path, slots=slots, after=size).types

    assert [("custom-allocator", ""), ("gc-without-traverse", ""), ("type-as-value", "")] == told(box)[:3]


def test_the_reason_is_the_first(tmp_path: Path) -> None:
    (box, _) = report_on(tmp_path, slots=FREES).types

    assert (box.reason, box.rule, box.location) == (
        box.obstacles[0].reason,
        box.obstacles[0].rule,
        box.obstacles[0].location,
    )


def test_what_migrates_has_none(tmp_path: Path) -> None:
    (_, lid) = report_on(tmp_path).types

    assert "migrate" == lid.outcome
    assert () == lid.obstacles


def test_an_initialisation_that_stays_hides_nothing(tmp_path: Path) -> None:
    hook = b"static PyObject *last;\nstatic void keep(PyObject *it) { Py_XSETREF(last, Py_NewRef(it)); }\n"
    hook += b"void (*box_hook)(PyObject *) = keep;\n"
    report = report_on(tmp_path, before=hook, init=b"    last = PyList_New(0);\n    if (!last) return NULL;\n")
    (last, *_) = report.globals

    assert [("load-once", "global:last")] == told(report.init)
    assert [("callback", "")] == told(last)
    assert [[("load-once", "init:PyInit_box")]] * 2 == [told(item) for item in report.types]


def test_an_initialisation_tells_each_variable_that_keeps_it(tmp_path: Path) -> None:
    hooks = b"".join(
        b"static PyObject *%(name)s;\n"
        b"static void keep_%(name)s(PyObject *it) { Py_XSETREF(%(name)s, Py_NewRef(it)); }\n"
        b"void (*%(name)s_hook)(PyObject *) = keep_%(name)s;\n" % {b"name": name}
        for name in (b"first", b"last")
    )
    init = b"    first = PyList_New(0);\n    last = PyList_New(0);\n    if (!first || !last) return NULL;\n"
    report = report_on(tmp_path, before=hooks, init=init)

    assert [("load-once", "global:first"), ("load-once", "global:last")] == told(report.init)


def test_a_route_is_looked_for_with_every_type_in_view(tmp_path: Path) -> None:
    """A method that is in the way only because its type stays isn't told as an obstacle of the variable's own."""
    methods = b"""
static PyObject *names;
static PyObject *box_names(PyObject *self, PyObject *unused) { return Py_NewRef(names); }
static PyMethodDef box_methods[] = {{"names", box_names, METH_NOARGS, NULL}, {NULL}};
"""
    init = b"    names = PyList_New(0);\n    if (!names) return NULL;\n"
    report = report_on(tmp_path, before=methods, slots=FREES + b"    .tp_methods = box_methods,\n", init=init)
    (names,) = (item for item in report.globals if item.name == "names")

    assert [("static-owner", "type:Box_Type")] == told(names)
    assert [("load-once", "global:names")] == told(report.init)


def test_what_has_its_own_obstacle_tells_as_well_which_others_keep_it(tmp_path: Path) -> None:
    methods = b"""
static PyObject *names;
static PyObject *box_names(PyObject *self, PyObject *unused) { return Py_NewRef(names); }
static PyMethodDef box_methods[] = {{"names", box_names, METH_NOARGS, NULL}, {NULL}};
static PyObject **names_place = &names;
"""
    report = report_on(tmp_path, before=methods, slots=FREES + b"    .tp_methods = box_methods,\n")
    (names,) = (item for item in report.globals if item.name == "names")

    assert ("static-initialiser", "") in told(names)
    assert ("static-owner", "type:Box_Type") in told(names)


def test_a_type_tells_as_well_that_what_is_derived_from_it_stays(tmp_path: Path) -> None:
    slots = FREES + b"    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,\n"
    derived = b"""
static void tin_free(void *block) { PyObject_Free(block); }
static PyTypeObject Tin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "box.Tin", .tp_base = &Box_Type, .tp_free = tin_free};
"""
    init = b"    if (PyType_Ready(&Tin_Type) < 0)\n        return NULL;\n"
    box = report_on(tmp_path, slots=slots, after=derived, init=init).types[0]

    assert [("custom-allocator", ""), ("static-owner", "type:Tin_Type")] == told(box)[:2]
