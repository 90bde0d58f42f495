"""A header that one extension changes, and that another includes for something else."""

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
    Extension("first", ["first.c", "box.c", "plain.c"]),
    Extension("second", ["second.c", "plain.c"]),
])
"""
HEADER = """\
#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

#define BOX_NEW box_new()
#define BOXES 3

extern PyTypeObject Box_Type;
PyObject *box_new(void);
int plain(int number);

#endif
"""
PLAIN = """\
#include "shared.h"

int
plain(int number)
{
    return BOXES * number;
}
"""
BOX = """\
#include "shared.h"

typedef struct {
    PyObject_HEAD
} Box;

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "first.Box",
    .tp_basicsize = sizeof(Box),
    .tp_new = PyType_GenericNew,
};

PyObject *
box_new(void)
{
    return PyObject_CallObject((PyObject *)&Box_Type, NULL);
}
"""
MODULE = """\
#include "shared.h"
%(more)s
static PyObject *
get(PyObject *module, PyObject *unused)
{
    return %(made)s;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "%(name)s", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_%(name)s(void)
{
    PyObject *m;

    if (PyType_Ready(&%(type)s) < 0)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Py_INCREF(&%(type)s);
    if (PyModule_AddObject(m, "Type", (PyObject *)&%(type)s) < 0) {
        Py_DECREF(&%(type)s);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""
LID = """
static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "second.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_new = PyType_GenericNew,
};
"""
NUMBER = "PyLong_FromLong(plain(2))"


def put(folder: Path, *, header: str = HEADER, made: str = NUMBER, more: str = "") -> Path:
    """Write a project whose second extension includes the header of the first."""
    first = {"name": "first", "type": "Box_Type", "made": "BOX_NEW", "more": ""}
    second = {"name": "second", "type": "Lid_Type", "made": made, "more": more + LID}
    texts = {"first.c": MODULE % first, "second.c": MODULE % second, "box.c": BOX, "plain.c": PLAIN}
    for name, text in {**texts, "setup.py": SETUP, "shared.h": header}.items():
        (folder / name).write_text(text)
    return folder


def run(folder: Path, *arguments: str) -> tuple[str, dict[str, Any]]:
    """Return what a command prints, and its report on each extension by name."""
    report = folder / "report.json"
    command = [sys.executable, "-m", "unstatic", *arguments, "--no-cache", "--report", str(report), str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout, {one["name"]: one for one in json.loads(report.read_text())["extensions"]}


def test_an_extension_that_needs_something_else_of_it(tmp_path: Path) -> None:
    changes, found = run(put(tmp_path), "diff")

    assert {"first": "migrated", "second": "migrated"} == {name: one["outcome"] for name, one in found.items()}
    assert "-extern PyTypeObject Box_Type;" in changes
    assert 1 == changes.count("+++ b/shared.h")


def test_an_extension_that_stays_as_it_is(tmp_path: Path) -> None:
    _, found = run(put(tmp_path), "diff", "--only", "type:Box_Type")

    assert ["migrated"] == [one["outcome"] for one in found["first"]["types"]]


@pytest.mark.parametrize(
    ("made", "more"),
    [
        ("PyLong_FromLong(sizeof(Box_Type))", ""),
        (NUMBER, "PyObject *(*kept)(void) = box_new;"),
        (NUMBER, "#define MADE BOX_NEW"),
        (NUMBER, "#ifdef OTHER_BUILD\nstatic PyObject *also(void) { return box_new(); }\n#endif"),
        (NUMBER, "typedef int first_state;"),
    ],
    ids=["a variable", "a function", "a macro by means of it", "in another build", "a name that is new there"],
)
def test_an_extension_that_names_what_changes(tmp_path: Path, made: str, more: str) -> None:
    changes, found = run(put(tmp_path, made=made, more=more), "diff")
    (outcome,) = (one["outcome"] for one in found["first"]["types"] if one["name"] == "Box_Type")

    assert "b/shared.h" not in changes
    assert "refused" == outcome


def test_both_are_built_and_used(tmp_path: Path) -> None:
    folder = put(tmp_path)
    run(folder, "migrate", "--write", "--force")
    build = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(folder / "built")]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    found = {}
    for path in (folder / "built").iterdir():
        name = path.name.partition(".")[0]
        spec = importlib.util.spec_from_file_location(name, path)
        modules = [importlib.util.module_from_spec(spec) for _ in range(2)]  # type: ignore[arg-type]
        for module in modules:
            spec.loader.exec_module(module)  # type: ignore[union-attr]
            assert module.Type() is not None
        assert modules[0].Type is not modules[1].Type
        found[name] = modules[0].get()

    assert "Box" == type(found["first"]).__name__
    assert 6 == found["second"]
