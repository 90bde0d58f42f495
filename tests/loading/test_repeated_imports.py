"""Imports of the initialisation that were for one interpreter, and are for each now: the report says so first."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

SOURCE = """
#include <Python.h>
static PyObject *imported;
static PyObject *get(PyObject *module, PyObject *ignored) {{ Py_INCREF(imported); return imported; }}
static PyMethodDef methods[] = {{ {{"get", get, METH_NOARGS, NULL}}, {{NULL}} }};
static struct PyModuleDef def = {{ PyModuleDef_HEAD_INIT, "{name}", NULL, -1, methods }};
PyMODINIT_FUNC PyInit_{name}(void)
{{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL) {{ return NULL; }}
    imported = PyImport_ImportModule("{imported}");
    if (imported == NULL) {{ Py_DECREF(module); return NULL; }}
    return module;
}}
"""


def loading(folder: Path, imported: str, minimum: tuple[int, int]) -> str:
    """Return how an extension can be loaded after its migration that imports a module when it is imported."""
    (folder / "shelf.c").write_text(SOURCE.format(name="shelf", imported=imported))
    settings = Settings(min_python=minimum)
    (extension,) = pipeline.load([folder / "shelf.c"], settings)
    report = pipeline.run(extension, settings).report

    assert "migrated" == report.outcome
    return report.loading


@pytest.mark.parametrize("minimum", [(3, 9), (3, 12)])
def test_a_module_that_crashes_is_told(tmp_path: Path, minimum: tuple[int, int]) -> None:
    assert (
        "it lets go of decimal when an interpreter ends, and decimal crashes in the others then, before Python 3.13; "
        "the process kept it"
    ) == loading(tmp_path, "decimal", minimum)


def test_others_are_not(tmp_path: Path) -> None:
    assert "" == loading(tmp_path, "fractions", (3, 9))


def test_a_module_of_others_may_not_be_importable(tmp_path: Path) -> None:
    assert (
        "each load imports lxml.etree, and fails in further interpreters if that can't be loaded there, as modules "
        "made by Cython can't; before, they got a copy of the module's dict"
    ) == loading(tmp_path, "lxml.etree", (3, 9))


def test_a_module_of_the_project_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "shelves.py").write_text("")

    assert "" == loading(tmp_path, "shelves", (3, 9))
