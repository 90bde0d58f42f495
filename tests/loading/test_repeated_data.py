"""C data that the process set once: a test keeps it, or the first line says that each load sets it anew or makes it."""

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
int setup(int *number);
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


def migrated(
    root: Path, data: str, stays: str = "", uses: str = "", sets: str = "", size: str = "-1"
) -> tuple[str, str]:
    """Return what the first line says of the loads of the module, and its code."""
    code = MODULE.replace("DATA", data).replace("STAYS", stays).replace("USES", uses).replace("SETS", sets)
    (root / "e.c").write_text(code.replace("SIZE", size))
    (extension,) = pipeline.load([root / "e.c"], Settings())
    outcome = pipeline.run(extension, Settings())
    return outcome.report.loading, next(iter(outcome.after.values())).decode()


def told(root: Path, data: str, stays: str = "", uses: str = "", sets: str = "", size: str = "-1") -> str:
    """Return what the first line says of the loads of the module."""
    return migrated(root, data, stays, uses, sets, size)[0]


FLAGGED = "    if (!it_set) {\n        SETS\n        it_set = 1;\n    }\n"


@pytest.mark.parametrize(
    ("data", "stays", "sets", "kept"),
    [
        ("static int it;", "it++;", "it = 0;", FLAGGED),
        ("static int it;", "it++;", "if (setup(&it) < 0)\n        return NULL;", FLAGGED),
        ("static struct { int n; } it;", "it.n++;", "it.n = 3;", FLAGGED),
        ("static lib_context *it;", "(void)it;", "it = lib_new();", "    if (it == NULL) {\n        SETS\n    }\n"),
        ("static PyInterpreterState *it;", "(void)it;", "it = PyThreadState_Get()->interp;", FLAGGED),
    ],
)
def test_what_stays_is_set_once(tmp_path: Path, data: str, stays: str, sets: str, kept: str) -> None:
    loading, code = migrated(tmp_path, data, stays, sets=sets)

    assert not loading
    assert (
        kept.replace("SETS", sets.replace("\n", "\n    ").replace("NULL", "-1") if "return" in sets else sets) in code
    )


@pytest.mark.parametrize(
    ("data", "stays", "sets"),
    [
        ("static int it;", "it++;", 'it = 0; PyModule_AddIntConstant(module, "it", it);'),
        ("static int it;", "it++;", "it = (module != NULL);"),
    ],
)
def test_what_the_initialisation_goes_on_with_is_set_anew(tmp_path: Path, data: str, stays: str, sets: str) -> None:
    assert ANEW == told(tmp_path, data, stays, sets=sets)


@pytest.mark.parametrize("test", ["if (!ready) {\n        it = 0;\n        ready = 1;\n    }"])
def test_the_flag_of_what_stays_stays(tmp_path: Path, test: str) -> None:
    loading, code = migrated(tmp_path, "static int it, ready;", "it++;", sets=test)

    assert not loading
    assert test in code


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
