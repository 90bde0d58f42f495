"""C data that the process set once, and that each load sets anew or makes once more: the first line says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

# A comparison for qsort has no way to a module, so what it uses stays; `run` has one.
MODULE = """#include <Python.h>
#include <stdlib.h>

typedef struct { int n; } lib_context;
lib_context *lib_new(void);
void lib_free(lib_context *context);

static PyObject *own;
DATA

static int
compare(const void *one, const void *two)
{
    STAYS
    return one < two ? -1 : 1;
}

static PyObject *
run(PyObject *module, PyObject *unused)
{
    int numbers[2] = {2, 1};

    USES
    qsort(numbers, 2, sizeof(int), compare);
    return Py_NewRef(own);
}

static PyMethodDef functions[] = {{"run", run, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, SIZE, functions};

PyMODINIT_FUNC
PyInit_e(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    SETS
    own = PyList_New(0);
    return module;
}
"""
ANEW = "each load sets it anew, which the process did once"
MADE = "each module makes it by lib_new(), which nothing gives back; the process did it once"


def told(root: Path, data: str, stays: str = "", uses: str = "", sets: str = "", size: str = "-1") -> str:
    """Return what the first line says of the loads of the module."""
    code = MODULE.replace("DATA", data).replace("STAYS", stays).replace("USES", uses).replace("SETS", sets)
    (root / "e.c").write_text(code.replace("SIZE", size))
    (extension,) = pipeline.load([root / "e.c"], Settings())
    return pipeline.run(extension, Settings()).report.loading


@pytest.mark.parametrize(
    ("data", "stays", "sets"),
    [
        ("static int it;", "it++;", "it = 0;"),
        ("static lib_context *it;", "(void)it;", "it = lib_new();"),
        ("static PyInterpreterState *it;", "(void)it;", "it = PyThreadState_Get()->interp;"),
    ],
)
def test_what_stays_is_set_anew(tmp_path: Path, data: str, stays: str, sets: str) -> None:
    assert ANEW == told(tmp_path, data, stays, sets=sets)


@pytest.mark.parametrize(
    ("data", "stays", "sets"),
    [
        ("static int it;", "(void)it;", "it = 5;"),
        ("static int it;", "it++;", ""),
        ("static lib_context *it;", "(void)it;", "if (it == NULL)\n        it = lib_new();"),
        ("static int it;", "(void)it;", 'it = (int)strlen("five");'),
    ],
)
def test_what_has_the_same_value_again_is_no_loss(tmp_path: Path, data: str, stays: str, sets: str) -> None:
    assert not told(tmp_path, data, stays, sets=sets)


def test_what_was_set_anew_before_is_no_loss(tmp_path: Path) -> None:
    assert not told(tmp_path, "static int it;", "it++;", sets="it = 0;", size="0")


def test_what_is_made_when_asked_is_made_by_each_module(tmp_path: Path) -> None:
    uses = "if (it == NULL)\n        it = lib_new();\n    PyList_Append(own, NULL);"

    assert MADE == told(tmp_path, "static lib_context *it;", uses=uses)


def test_what_something_gives_back_is_no_loss(tmp_path: Path) -> None:
    uses = "lib_free(it);\n    it = lib_new();\n    PyList_Append(own, NULL);"

    assert not told(tmp_path, "static lib_context *it;", uses=uses)
