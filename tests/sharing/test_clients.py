"""Types of one extension that another one of the project keeps a pointer to for all interpreters (G505)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from unstatic.cli import main

PROVIDER = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "capsule_table" / "module.c"
CLIENT = """#include <Python.h>

#define KEEP_API(name) static void **name##_api = NULL
#define IMPORT_API(name) \\
    do { \\
        PyObject *module = PyImport_ImportModule("capsule_" #name); \\
        if (module != NULL) { \\
            PyObject *capsule = PyObject_GetAttrString(module, "_API"); \\
            if (capsule != NULL) { \\
                void **pointer = (void **)PyCapsule_GetPointer(capsule, "capsule_" #name "._API"); \\
                name##_api = pointer; \\
                Py_DECREF(capsule); \\
            } \\
            Py_DECREF(module); \\
        } \\
    } while (0)

KEEP_API(NAME);

static int
are_both_weights(const void *first, const void *second)
{
    return Py_TYPE(*(PyObject **)first) == NAME_api[0] && Py_TYPE(*(PyObject **)second) == NAME_api[0];
}

static PyObject *
sort(PyObject *module, PyObject *list)
{
    qsort(((PyListObject *)list)->ob_item, PyList_GET_SIZE(list), sizeof(PyObject *), are_both_weights);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"sort", sort, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "scales", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_scales(void)
{
    IMPORT_API(NAME);
    if (PyErr_Occurred())
        return NULL;
    return PyModule_Create(&definition);
}
"""
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension("capsule_table", ["table.c"]), Extension("scales", ["scales.c"])])
"""


def reports(folder: Path, name: str) -> dict[str, Any]:
    """Return the reports on a module with a C API and on one that keeps that of `capsule_` and *name*."""
    (folder / "table.c").write_bytes(PROVIDER.read_bytes())
    (folder / "scales.c").write_text(CLIENT.replace("NAME", name))
    (folder / "setup.py").write_text(SETUP)
    report = folder / "report.json"
    main(["diff", "--no-cache", "-q", "--report", str(report), str(folder)])
    return {item["name"]: item for item in json.loads(report.read_text(encoding="utf-8"))["extensions"]}


def test_the_type_of_a_client_of_the_project_stays(tmp_path: Path) -> None:
    found = reports(tmp_path, "table")

    [weight] = found["capsule_table"]["types"]
    assert (weight["outcome"], weight["rule"]) == ("refused", "foreign-file")
    assert weight["reason"].startswith("scales keeps a pointer to it for all interpreters")
    assert found["scales"]["claims"]["multiple_interpreters"] == "not-supported"


def test_headers_of_modules_that_nobody_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = PROVIDER.parents[1] / "dealloc_in_another_unit"
    for name in ("module.c", "lid.c", "shelf.h"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "scales.c").write_text('#include "shelf.h"\n' + CLIENT.replace("NAME", "table"))
    (tmp_path / "setup.py").write_text(
        SETUP.replace('"capsule_table", ["table.c"]', '"dealloc_in_another_unit", ["module.c", "lid.c"]')
    )
    named = [str(tmp_path / name) for name in ("module.c", "lid.c")]

    main(["diff", "--no-cache", *named])

    assert "shelf.h changes, and scales.c of another module includes it as well" in capsys.readouterr().err


def test_a_client_of_another_module_keeps_nothing(tmp_path: Path) -> None:
    found = reports(tmp_path, "chair")

    assert [item["outcome"] for item in found["capsule_table"]["types"]] == ["migrated"]
