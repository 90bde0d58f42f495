"""Tables that capsules hand out, and other C data that is made to point to types."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

MODULE = Path(__file__).parents[2] / "corpus" / "extensions" / "capsule_table" / "module.c"


def report_on(folder: Path, *changes: tuple[str, str]) -> ExtensionReport:
    text = MODULE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    source = folder / "module.c"
    source.write_text(text)
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings()).report


def test_the_table_goes_with_its_type(tmp_path: Path) -> None:
    report = report_on(tmp_path)

    assert [item.outcome for item in (*report.types, *report.globals)] == ["migrate", "migrate"]
    assert any(note.startswith("api, the table in a capsule, is there as long as the process") for note in report.notes)


@pytest.mark.parametrize(
    "changes",
    [
        (
            ("    static void *api[3];\n", ""),
            ("/* C API: what", "static struct { void *kind, *make, *read; } api, *last = &api;\n/* C API: what"),
            *((f"api[{i}]", f"api.{name}") for i, name in enumerate(("kind", "make", "read"))),
            ("PyCapsule_New(api", "PyCapsule_New(&api"),
        ),
        (
            ("    static void *api[3];\n", ""),
            ("/* C API: what", "static void *api[3];\nvoid **last = api;\n/* C API: what"),
        ),
    ],
    ids=["struct kept elsewhere", "kept elsewhere"],
)
def test_a_table_that_stays_keeps_its_type(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    report = report_on(tmp_path, *changes)

    (weight,) = report.types
    assert weight.outcome != "migrate"
    reasons = {weight.reason, *(item.reason for item in weight.obstacles)}
    assert "api, which stays one for all modules, is made to point to it" in reasons


STRUCT = (
    ("    static void *api[3];", "    static Weight_API api;"),
    ("/* C API: what", "typedef struct { void *kind, *make; long (*read)(PyObject *); } Weight_API;\n/* C API: what"),
    *((f"api[{i}]", f"api.{name}") for i, name in enumerate(("kind", "make", "read"))),
)


@pytest.mark.parametrize(
    ("handed", "goes"), [("PyCapsule_New(&api", True), ("(api.read(module), PyCapsule_New)(&api", False)]
)
def test_a_struct_goes_with_its_type_unless_it_is_read(handed: str, goes: bool, tmp_path: Path) -> None:
    report = report_on(tmp_path, *STRUCT, ("PyCapsule_New(api", handed))

    assert [item.outcome == "migrate" for item in (*report.types, *report.globals)] == [goes, goes]


@pytest.mark.parametrize("made", ["PyType_GenericAlloc(&Weight_Type, 0)", "Weight_FromLong(1)"])
def test_a_struct_that_owns_what_it_is_given_stays(made: str, tmp_path: Path) -> None:
    changes = (*STRUCT, ("PyCapsule_New(api", "PyCapsule_New(&api"), ("= &Weight_Type;", f"= {made};"))
    report = report_on(tmp_path, *changes)

    assert "migrate" not in [item.outcome for item in report.globals]


WAITING = """static PyObject *
wait_for(PyObject *module, PyObject *ignored)
{
    PyObject *weight = NULL;

    Py_BEGIN_ALLOW_THREADS
    INSIDE
    Py_END_ALLOW_THREADS
    OUTSIDE
    return weight;
}

static PyMethodDef functions[] = {
    {"wait_for", wait_for, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {"""


@pytest.mark.parametrize(("place", "is_asking"), [("INSIDE", False), ("OUTSIDE", True)])
def test_what_is_called_without_the_gil_cannot_ask(place: str, is_asking: bool, tmp_path: Path) -> None:
    code = WAITING.replace(place, "weight = Weight_FromLong(1);")
    code = code.replace("INSIDE", "sleep_a_while();").replace("OUTSIDE", "")
    changes = [
        ("static PyModuleDef definition = {", code),
        ("    .m_size = -1,", "    .m_size = -1,\n    .m_methods = functions,"),
        ("/* C API: what", "extern void sleep_a_while(void);\n/* C API: what"),
        ALONE,
    ]

    (weight,) = report_on(tmp_path, *changes).types

    assert (weight.outcome == "migrate") is is_asking


# Other capsules have the functions alone: these aren't split into one for each caller then.
ALONE_LINES = "".join(
    f'    Py_XDECREF(PyCapsule_New((void *){name}, "alone", NULL));\n' for name in ("Weight_FromLong", "Weight_AsLong")
)
ALONE = ("    api[0]", f"{ALONE_LINES}    api[0]")


AT_INIT = """    if (PyModule_AddObject(module, "ZERO", MADE) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    api[0]"""


@pytest.mark.parametrize(
    ("made", "is_asking"),
    [("Weight_FromLong(0)", False), ("PyLong_FromLong(Weight_AsLong(module))", False), ("PyLong_FromLong(0)", True)],
)
def test_what_the_initialisation_calls_cannot_ask_for_the_module(made: str, is_asking: bool, tmp_path: Path) -> None:
    report = report_on(tmp_path, ("    api[0]", AT_INIT.replace("MADE", made)), ALONE)

    (weight,) = report.types
    assert (weight.outcome == "migrate") is is_asking


@pytest.mark.parametrize(
    ("macro", "is_asking"),
    [
        ("PyLong_FromVoidPtr((void *)&Weight_##name)", True),
        ("PyCapsule_New(Weight_##name, #name, NULL)", True),
        ("made(#name, &Weight_##name)", False),
        ("(Weight_##name(0))", False),
        ("(&Weight_##name == NULL ? NULL : PyLong_FromVoidPtr(&Weight_##name))", False),
    ],
)
def test_what_the_initialisation_names_by_a_macro_can_ask_if_only_its_address_is_kept(
    macro: str, is_asking: bool, tmp_path: Path
) -> None:
    helper = "extern PyObject *made(const char *, PyObject *(*)(long));\n"
    define = f"{helper}#define HELD(name) {macro}\n\nPyMODINIT_FUNC"
    made = AT_INIT.replace("MADE", "HELD(FromLong)")
    report = report_on(tmp_path, ("PyMODINIT_FUNC", define), ("    api[0]", made), ALONE)

    (weight,) = report.types
    assert (weight.outcome == "migrate") is is_asking


def test_what_python_calls_cannot_ask_where_the_initialisation_calls_a_type(tmp_path: Path) -> None:
    method = """static PyObject *
weight_unit(PyObject *self, PyObject *ignored)
{
    return Weight_FromLong(1);
}

static PyMethodDef weight_methods[] = {
    {"unit", weight_unit, METH_NOARGS | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Weight_Type = {"""
    slot = "    .tp_as_number = &weight_as_number,"
    changes = [("static PyTypeObject Weight_Type = {", method), (slot, f"{slot}\n    .tp_methods = weight_methods,")]
    called = 'PyObject_CallMethod((PyObject *)&Weight_Type, "unit", NULL)'

    (asking,) = report_on(tmp_path, *changes).types
    (calling,) = report_on(tmp_path, *changes, ("    api[0]", AT_INIT.replace("MADE", called))).types

    assert asking.outcome == "migrate"
    assert calling.outcome != "migrate"


def test_who_derives_from_a_type_in_a_capsule_is_told(tmp_path: Path) -> None:
    final = report_on(tmp_path)
    base = report_on(
        tmp_path, (".tp_flags = Py_TPFLAGS_DEFAULT,", ".tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,")
    )

    told = "api hands out Weight_Type, which no static type can have as its base any more: extensions of others"
    assert not any(note.startswith("api hands out") for note in final.notes)
    assert any(note.startswith(told) for note in base.notes)


def test_who_derives_from_a_type_in_a_static_table_is_told() -> None:
    (extension,) = pipeline.load([MODULE.parents[1] / "capsule_struct" / "module.c"], Settings())
    notes = pipeline.run(extension, Settings()).report.notes

    assert any(note.startswith("CAPI hands out Coin_Type, which no static type") for note in notes)
