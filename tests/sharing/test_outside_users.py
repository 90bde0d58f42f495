"""What other sources of the project use by a header that the extension has as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

HEADER = "extern PyObject *BoxError;\nint box_failed(const char *text);\n"
SOURCE = """#include <Python.h>
#include "box.h"

PyObject *BoxError;

static PyObject *
fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(BoxError, "no box");
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "box", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    BoxError = PyErr_NewException("box.BoxError", NULL, NULL);
    Py_XINCREF(BoxError);
    if (PyModule_AddObject(module, "BoxError", BoxError) < 0) {
        Py_XDECREF(BoxError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
USER = """#include <Python.h>
#include "box.h"
int box_failed(const char *text) { PyErr_SetString(BoxError, text); return -1; }
"""
SETUP = 'from setuptools import Extension, setup\nsetup(ext_modules=[Extension("box", ["box.c"])])\n'


def report_of(folder: Path, named: str, **others: str) -> ExtensionReport:
    """Return the report on the extension of *named*, beside *others*: names without `.c`, and texts."""
    (folder / "box.h").write_text(HEADER)
    (folder / "box.c").write_text(SOURCE)
    for name, text in others.items():
        (folder / f"{name}.c").write_text(text)
    (extension,) = pipeline.load([folder / named], Settings())
    return pipeline.run(extension, Settings()).report


@pytest.mark.parametrize("declared", ['#include "box.h"\n', "extern PyObject *Other, *BoxError;\n"])
def test_a_source_that_the_build_leaves_out(tmp_path: Path, declared: str) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    report = report_of(tmp_path, ".", windows=USER.replace('#include "box.h"\n', declared))
    (error,) = report.globals

    assert ("refuse", "foreign-file") == (error.outcome, error.rule)
    assert "windows.c" in error.reason
    assert "refused" == report.outcome


@pytest.mark.parametrize("named", ["box.c", "failing.c"])
def test_sources_beside_each_other_are_one_extension(tmp_path: Path, named: str) -> None:
    report = report_of(tmp_path, named, failing=USER)
    (extension,) = pipeline.load([tmp_path / named], Settings())

    assert ["box.c", "failing.c"] == [unit.path.name for unit in extension.units]
    assert "migrated" == report.outcome


def test_one_of_two_modules_beside_each_other(tmp_path: Path) -> None:
    other = SOURCE.replace("PyInit_box", "PyInit_crate").replace("PyObject *BoxError;", "static PyObject *Error;")
    report = report_of(tmp_path, "box.c", failing=USER, crate=other.replace('#include "box.h"\n', ""))

    assert "refused" == report.outcome


@pytest.mark.parametrize(
    "other",
    [
        USER.replace('#include "box.h"\n', "extern PyObject *BoxError;\n").replace("BoxError", "OtherError"),
        USER.replace("BoxError", "PyExc_ValueError"),
        USER.replace('"box.h"', '"other/box.h"'),
    ],
)
def test_what_only_looks_like_it(tmp_path: Path, other: str) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "box.h").write_text(HEADER)

    assert "migrated" == report_of(tmp_path, ".", old=other).outcome


@pytest.mark.parametrize("folder", [".cache", "build", "site-packages", "box.egg-info"])
def test_copies_that_tools_make(tmp_path: Path, folder: str) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "box.h").write_text(HEADER)
    (tmp_path / folder / "old.c").write_text(USER)

    assert "migrated" == report_of(tmp_path, ".").outcome


ADDING = "#define ADD_NUMBER(m, name) if (PyModule_AddIntConstant(m, #name, name) < 0) return NULL;\n"


@pytest.mark.parametrize(
    ("other", "is_changed"), [("int unrelated;\n", True), ("/* ADD_NUMBER */\n", False), ("ADD_NUMBER(m, 1)\n", False)]
)
def test_a_macro_that_returns_from_the_initialisation_alone(tmp_path: Path, other: str, is_changed: bool) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "box.h").write_text(ADDING + HEADER)
    source = SOURCE.replace("    return module;\n", "    ADD_NUMBER(module, EOF)\n    return module;\n")
    (tmp_path / "box.c").write_text(source)
    (tmp_path / "old.c").write_text(other)
    (extension,) = pipeline.load([tmp_path], Settings())

    run = pipeline.run(extension, Settings())

    assert "migrated" == run.report.outcome
    assert is_changed == any(b"return -1;" in data for path, data in run.after.items() if path.name == "box.h")
