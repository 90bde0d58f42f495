"""An extension that is linked from the sources of other modules as well, of which it needs a function or nothing."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SETUP = """\
from setuptools import Extension, setup
setup(ext_modules=[
    Extension("shop.first", ["first.c", "second.c", "common.c"]),
    Extension("shop.second", ["second.c", "common.c"]),
])
"""
HEADER = """\
#include <Python.h>

int twice(int number);
int lent(int number);
"""
COMMON = """\
#include "common.h"

int
twice(int number)
{
    return 2 * number;
}
"""
MODULE = """\
#include "common.h"

static PyObject *error;

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.%(name)s.Box",
    .tp_basicsize = sizeof(Box),
    .tp_new = PyType_GenericNew,
};
%(more)s
static PyObject *
count(PyObject *module, PyObject *args)
{
    int number;

    if (!PyArg_ParseTuple(args, "i", &number))
        return NULL;
    if (number < 0) {
        PyErr_SetString(error, "less than nothing");
        return NULL;
    }
    return PyLong_FromLong(%(call)s(number));
}

static PyMethodDef methods[] = {
    {"count", count, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "shop.%(name)s", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_%(name)s(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    error = PyErr_NewException("shop.%(name)s.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(m, "error", error) < 0) {
        Py_DECREF(error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""
LENT = """
int
lent(int number)
{
    return 3 * %s;
}
"""
COUNTING = """
static int counted;

static int
again(int number)
{
    return number + counted++;
}
"""
CREATING = """
static int
again(int number)
{
    PyObject *box = PyObject_CallNoArgs((PyObject *)&Box_Type);
    Py_XDECREF(box);
    return box == NULL ? -1 : number;
}
"""


def put(folder: Path, *, setup: str = SETUP, call: str = "twice", more: str = LENT % "twice(number)") -> Path:
    """Write a project whose first extension is linked from the source of the second."""
    (folder / "setup.py").write_text(setup)
    (folder / "common.h").write_text(HEADER)
    (folder / "common.c").write_text(COMMON)
    (folder / "first.c").write_text(MODULE % {"name": "first", "call": call, "more": ""})
    (folder / "second.c").write_text(MODULE % {"name": "second", "call": "twice", "more": more})
    return folder


def run(folder: Path, *arguments: str) -> dict[str, Any]:
    """Return the report of a command, by extension."""
    report = folder / "report.json"
    command = [sys.executable, "-m", "unstatic", *arguments, "--no-cache", "--report", str(report), str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return {one["name"]: one for one in json.loads(report.read_text())["extensions"]}


def outcomes(found: dict[str, Any]) -> dict[str, str]:
    return {name: one["outcome"] for name, one in found.items()}


@pytest.mark.parametrize("call", ["twice", "lent"])
def test_each_source_is_its_own_modules(tmp_path: Path, call: str) -> None:
    found = run(put(tmp_path, call=call), "diff")

    assert outcomes(found) == {"shop.first": "migrated", "shop.second": "migrated"}
    assert "second.c is linked in, but belongs to other modules" in found["shop.first"]["notes"]
    assert [item["name"] for item in found["shop.first"]["types"]] == ["Box_Type"]


@pytest.mark.parametrize("more", [COUNTING, CREATING], ids=["a variable", "a type"])
def test_what_is_lent_and_leads_to_what_the_other_module_has(tmp_path: Path, more: str) -> None:
    found = run(put(tmp_path, call="lent", more=more + LENT % "again(number)"), "diff")

    assert outcomes(found) == {"shop.first": "refused", "shop.second": "refused"}
    assert "several init functions" in found["shop.first"]["init"]["reason"]


def test_a_variable_that_is_lent(tmp_path: Path) -> None:
    folder = put(tmp_path, more="int lent_number = 3;\n")
    (folder / "common.c").write_text(
        COMMON.replace("2 *", "lent_number *").replace("int\n", "extern int lent_number;\nint\n")
    )
    found = run(folder, "diff")

    assert found["shop.first"]["outcome"] == "refused"


def test_a_source_that_no_other_extension_is_made_of(tmp_path: Path) -> None:
    setup = SETUP.replace('    Extension("shop.second", ["second.c", "common.c"]),\n', "")
    found = run(put(tmp_path, setup=setup), "diff")

    assert outcomes(found) == {"shop.first": "refused"}


def test_both_are_built_and_used(tmp_path: Path) -> None:
    folder = put(tmp_path, call="lent")
    run(folder, "migrate", "--write", "--force")
    build = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(folder / "built")]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    found = {}
    for path in (folder / "built" / "shop").iterdir():
        name = path.name.partition(".")[0]
        spec = importlib.util.spec_from_file_location(f"shop.{name}", path)
        modules = [importlib.util.module_from_spec(spec) for _ in range(2)]  # type: ignore[arg-type]
        for module in modules:
            spec.loader.exec_module(module)  # type: ignore[union-attr]
            assert module.Box() is not None
            with pytest.raises(module.error):
                module.count(-1)
        assert modules[0].Box is not modules[1].Box
        found[name] = modules[0].count(4)

    assert found == {"first": 24, "second": 8}
