"""Which metaclasses types keep, and which keep their types static."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.plan.decisions import Decision, Verdict
from unstatic.settings.config import Settings
from unstatic.system.building import interpreters

SOURCE = """#include <Python.h>
static PyTypeObject Meta_Type = {{
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Meta", .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, {meta}
}};
static PyTypeObject Box_Type = {{
    PyVarObject_HEAD_INIT({head}, 0) .tp_name = "m.Box", .tp_basicsize = sizeof(PyObject), {box}
}};
static PyTypeObject Lid_Type = {{
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Lid", .tp_basicsize = sizeof(PyObject), .tp_base = &Box_Type,
}};
static struct PyModuleDef module = {{PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL}};
PyMODINIT_FUNC
PyInit_m(void)
{{
    Meta_Type.tp_base = {base};
    {ready}
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    if (PyType_Ready(&Lid_Type) < 0)
        return NULL;
    return PyModule_Create(&module);
}}
"""
READY = "if (PyType_Ready(&Meta_Type) < 0) return NULL;"
PYTHON = interpreters.find("3.12")

with_312 = pytest.mark.skipif(PYTHON is None and sys.version_info < (3, 12), reason="no Python 3.12 with headers here")


def decisions(folder: Path, parts: dict[str, str], minimum: tuple[int, int] = (3, 12)) -> dict[str, Decision]:
    """Return the decisions on an extension with a metaclass, of which some *parts* are replaced."""
    usual = {"meta": "", "head": "&Meta_Type", "box": "", "base": "&PyType_Type", "ready": READY}
    (folder / "m.c").write_text(SOURCE.format(**{**usual, **parts}))
    include = PYTHON.include if PYTHON is not None else None
    settings = Settings(min_python=minimum, python_include=include)
    (extension,) = pipeline.load([folder / "m.c"], settings)
    plan = pipeline.run(extension, settings).plan
    assert plan is not None
    return {decision.subject: decision for decision in plan.decisions}


@with_312
@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"head": "NULL", "ready": f"{READY} Py_SET_TYPE(&Box_Type, &Meta_Type);"},
        {"head": "&PyType_Type"},
        {"head": "NULL", "ready": f"{READY} Py_SET_TYPE(&Box_Type, &PyType_Type);"},
        {"head": "NULL", "ready": f"{READY} Box_Type.ob_base.ob_base.ob_type = &Meta_Type;"},
        {"head": "NULL", "ready": f"{READY} ((PyObject *)&Box_Type)->ob_type = &Meta_Type;"},
    ],
)
def test_types_keep_their_metaclass(parts: dict[str, str], tmp_path: Path) -> None:
    found = decisions(tmp_path, parts)

    assert {Verdict.MIGRATE} == {item.verdict for item in found.values()}


@with_312
def test_classes_are_set_of_what_has_no_base_with_a_metaclass(tmp_path: Path) -> None:
    found = decisions(tmp_path, {"meta": ".tp_new = PyType_GenericNew"})

    assert (Verdict.REFUSE, "metaclass") == (found["type:Lid_Type"].verdict, found["type:Lid_Type"].rule)
    assert "tp_new of its own, and its base Box_Type has a metaclass, too" in found["type:Lid_Type"].reason
    assert (Verdict.REFUSE, "static-owner") == (found["type:Box_Type"].verdict, found["type:Box_Type"].rule)


@with_312
@pytest.mark.parametrize(
    ("rule", "words", "parts"),
    [
        ("metaclass", "isn't seen to be type", {"base": "Py_TYPE(&PyType_Type)"}),
        ("metaclass", "made ready before it", {"ready": ""}),
        ("metaclass", "isn't a type of this project", {"head": "&PyLong_Type"}),
        (
            "runtime-slot",
            "in another way",
            {"head": "NULL", "ready": f"{READY} Box_Type.ob_base.ob_base.ob_refcnt++;"},
        ),
        (
            "metaclass",
            "can't be followed",
            {"head": "NULL", "ready": f"{READY} if (Py_VerboseFlag) Py_SET_TYPE(&Box_Type, &PyType_Type);"},
        ),
        (
            "metaclass",
            "can't be followed",
            {"head": "NULL", "ready": f"{READY} if (Py_VerboseFlag) Py_SET_TYPE(&Box_Type, &Meta_Type);"},
        ),
        (
            "metaclass",
            "can't be followed",
            {"head": "NULL", "ready": f"{READY} Py_SET_TYPE(&Box_Type, Meta_Type.tp_base);"},
        ),
    ],
)
def test_types_stay_static(rule: str, words: str, parts: dict[str, str], tmp_path: Path) -> None:
    found = decisions(tmp_path, parts)["type:Box_Type"]

    assert (Verdict.REFUSE, rule) == (found.verdict, found.rule)
    assert words in found.reason


@with_312
def test_metaclass_must_be_as_large_as_type(tmp_path: Path) -> None:
    found = decisions(tmp_path, {"meta": ".tp_basicsize = sizeof(PyTypeObject)"})["type:Meta_Type"]

    assert (Verdict.REFUSE, "metaclass") == (found.verdict, found.rule)


@with_312
def test_metaclass_stays_with_its_types(tmp_path: Path) -> None:
    found = decisions(tmp_path, {"box": ".tp_dict = NULL + 1"})

    assert "unsupported-slot" == found["type:Box_Type"].rule
    assert Verdict.REFUSE is found["type:Meta_Type"].verdict


@pytest.mark.parametrize("minimum", [(3, 9), (3, 11)])
def test_older_pythons_set_the_metaclass_afterwards(minimum: tuple[int, int], tmp_path: Path) -> None:
    found = decisions(tmp_path, {"box": ".tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE"}, minimum)

    assert {Verdict.MIGRATE} == {item.verdict for item in found.values()}


def test_metaclass_of_final_base_needs_python_312(tmp_path: Path) -> None:
    found = decisions(tmp_path, {}, (3, 11))

    assert "lacks Py_TPFLAGS_BASETYPE" in found["type:Lid_Type"].reason
    assert "metaclass" == found["type:Lid_Type"].rule


@pytest.mark.parametrize("meta", [".tp_basicsize = sizeof(PyHeapTypeObject) + 8", ".tp_itemsize = 8"])
def test_metaclass_with_more_in_its_struct_needs_python_312(meta: str, tmp_path: Path) -> None:
    found = decisions(tmp_path, {"meta": meta}, (3, 11))

    assert "its metaclass Meta_Type adds to the struct" in found["type:Box_Type"].reason
    assert "metaclass" == found["type:Box_Type"].rule == found["type:Lid_Type"].rule
