"""Headers that are older than the oldest Python of the project."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.places.unit_order import Reading
from unstatic.settings.config import Settings

SOURCE = b"""#include <Python.h>
static PyObject *error;
static PyObject *fail(PyObject *module, PyObject *ignored) { PyErr_SetNone(error); return NULL; }
static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_e(void)
{
    error = PyErr_NewException("e.error", NULL, NULL);
    return PyModule_Create(&definition);
}
"""


def migrated(folder: Path, settings: Settings) -> tuple[bytes, tuple[str, ...]]:
    (folder / "e.c").write_bytes(SOURCE)
    (extension,) = pipeline.load([folder / "e.c"], settings)
    outcome = pipeline.run(extension, settings)
    return outcome.after[Path("e.c")], outcome.report.notes


def test_code_parses_with_headers_that_are_older_than_the_project_needs(tmp_path: Path) -> None:
    after, notes = migrated(tmp_path, Settings(min_python=(sys.version_info[0], sys.version_info[1] + 1)))

    assert b"Py_mod_exec" in after
    assert any("name newer headers with --python-include" in note for note in notes)


def test_newer_headers_change_nothing(tmp_path: Path) -> None:
    _, notes = migrated(tmp_path, Settings(min_python=(3, 9)))

    assert not any("headers" in note for note in notes)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="its headers have the slot")
def test_slots_of_newer_pythons_stay_behind_a_test(tmp_path: Path) -> None:
    after, _ = migrated(tmp_path, Settings(min_python=(3, 12)))

    assert b"#if PY_VERSION_HEX >= 0x030C0000" in after


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("0x03040000", ("refused", "limited-api")),
        ("0x03060000", ("migrated", "multi-phase-init")),
        ("PY_VERSION_HEX", ("refused", "limited-api")),
        ("3", ("refused", "limited-api")),
        ("0x03090000", ("migrated", "multi-phase-init")),
    ],
)
def test_the_build_says_which_limited_api_it_is(tmp_path: Path, value: str, result: tuple[str, str]) -> None:
    (tmp_path / "e.c").write_bytes(SOURCE)
    keywords = f"define_macros=[('Py_LIMITED_API', '{value}')], py_limited_api=True"
    (tmp_path / "setup.py").write_text(
        f"from setuptools import setup, Extension\nsetup(ext_modules=[Extension('e', ['e.c'], {keywords})])\n"
    )
    (extension,) = pipeline.load([tmp_path], Settings())
    outcome = pipeline.run(extension, Settings())

    assert outcome.report.init is not None
    assert result == (outcome.report.outcome, outcome.report.init.rule)
    assert not any(b"Py_mod_multiple_interpreters" in data for data in outcome.after.values())


def test_two_phases_for_the_limited_api_are_nothing_to_do(tmp_path: Path) -> None:
    source = tmp_path / "e.c"
    source.write_bytes(
        b"""\
#define Py_LIMITED_API 0x03080000
#include <Python.h>
static int calls;
static PyObject *count(PyObject *self, PyObject *unused) { return PyLong_FromLong(++calls); }
static PyMethodDef methods[] = {{"count", count, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static int e_exec(PyObject *m) { return PyModule_AddIntConstant(m, "one", 1); }
static int e_traverse(PyObject *m, visitproc visit, void *arg) { return 0; }
static PyModuleDef_Slot slots[] = {{Py_mod_exec, e_exec}, {0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "e", NULL, 0, methods, slots, e_traverse};
PyMODINIT_FUNC PyInit_e(void) { return PyModuleDef_Init(&def); }
"""
    )
    (extension,) = pipeline.load([source], Settings())
    outcome = pipeline.run(extension, Settings())

    assert outcome.report.outcome == "nothing-to-do"
    assert not outcome.after


def test_python_may_come_by_the_header_of_another_library(tmp_path: Path) -> None:
    library, project = tmp_path / "include" / "lib", tmp_path / "project"
    library.mkdir(parents=True)
    project.mkdir()
    (library / "lib.h").write_text("#pragma once\n#include <stdint.h>\n#include <lib/python.h>\n")
    (library / "python.h").write_text("#include <Python.h>\n")
    (project / "e.c").write_bytes(SOURCE.replace(b"Python.h", b"lib/lib.h"))
    settings = Settings(include_dirs=(library.parent,))
    (extension,) = pipeline.load([project / "e.c"], settings)
    model = pipeline.model_of(extension, settings, {})

    assert Reading(model, project / "e.c").python is not None


@pytest.mark.parametrize("text", ["int twice(int x) { return 2 * x; }", "__m128i twice(void) { return (__m128i)1; }"])
def test_a_library_without_python_h_is_no_extension_module(text: str, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(
        "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('spam._raw', ['raw.c'])])\n"
    )
    (tmp_path / "raw.c").write_text(text)
    (extension,) = pipeline.load([tmp_path], Settings())

    for report in (pipeline.scan(extension, Settings()), pipeline.run(extension, Settings()).report):
        assert report.outcome == "nothing-to-do"
        assert "none of its sources includes Python.h" in report.notes[0]
