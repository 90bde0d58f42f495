"""A migration in part takes away no way of loading the module, and the report says how it can be loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

# A comparison for qsort uses `error`: no route leads there. A function uses `own`.
MODULE = """#include <Python.h>
#include <stdlib.h>

static PyObject *error;
static PyObject *own;

static int
compare(const void *one, const void *two)
{
    if (one == two)
        PyErr_SetString(error, "equal");
    return one < two ? -1 : 1;
}

static PyObject *
sort(PyObject *module, PyObject *unused)
{
    int numbers[2] = {2, 1};

    qsort(numbers, 2, sizeof(int), compare);
    return Py_NewRef(own);
}

static PyMethodDef functions[] = {{"sort", sort, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, SIZE, functions};

PyMODINIT_FUNC
PyInit_e(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    SET
    own = PyList_New(0);
    return module;
}
"""
ALWAYS = "error = PyList_New(0);"
ONCE = "if (error == NULL)\n        error = PyList_New(0);"


def migrated(root: Path, size: str, sets: str, settings: Settings | None = None) -> ExtensionReport:
    """Return the report on the module with this `m_size` and these statements."""
    (root / "e.c").write_text(MODULE.replace("SIZE", size).replace("SET", sets, 1))
    settings = settings or Settings()
    (extension,) = pipeline.load([root / "e.c"], settings)
    return pipeline.run(extension, settings).report


@pytest.mark.parametrize(("size", "sets"), [("0", ALWAYS), ("-1", ONCE), ("-1", "")])
def test_what_is_loaded_as_before_migrates_in_part(tmp_path: Path, size: str, sets: str) -> None:
    report = migrated(tmp_path, size, sets)

    assert "partial" == report.outcome
    assert report.loading.startswith("can be loaded ")


def test_what_would_be_loaded_less_often_is_left(tmp_path: Path) -> None:
    report = migrated(tmp_path, "-1", ALWAYS)

    assert report.init is not None
    assert ("refused", "load-once", "") == (report.outcome, report.init.rule, report.loading)


def test_the_first_line_says_that_it_can_be_loaded_once(tmp_path: Path) -> None:
    report = migrated(tmp_path, "-1", ALWAYS, Settings(load_once=True))

    assert "partial" == report.outcome
    assert report.loading.startswith("can be loaded once per process only")


# A struct of objects out of another module's capsule; a function that only qsort calls reads it.
TABLE = (
    MODULE.replace(
        "static PyObject *error;", "typedef struct { PyTypeObject *type; void *hook; } API;\nstatic API *error;"
    )
    .replace("(error,", "(USED((PyObject *)error->type),")
    .replace("static PyObject *own;", "#define USED(x) (error->type == NULL ? NULL : x)\nstatic PyObject *own;")
)
IMPORTED = 'error = (API *)PyCapsule_Import("other.API", 0);'


@pytest.mark.parametrize(
    "sets",
    [
        IMPORTED,
        f"error = NULL; {IMPORTED}\n    error->hook = compare;",
        'error = (API *)(PyCapsule_GetPointer(module, "other.API"));',
    ],
)
def test_the_api_of_another_module_is_the_same_in_each_load(tmp_path: Path, sets: str) -> None:
    (tmp_path / "e.c").write_text(TABLE.replace("SIZE", "-1").replace("SET", sets, 1))
    (extension,) = pipeline.load([tmp_path / "e.c"], Settings())
    report = pipeline.run(extension, Settings()).report

    assert "migrated" == report.outcome
    assert "not-supported" == report.claims["multiple_interpreters"]


@pytest.mark.parametrize(
    "sets",
    [
        f"{IMPORTED}\n    error->type = (PyTypeObject *)own;",
        f'{IMPORTED}\n    PyArg_Parse(own, "O", &error->type);',
        "error = PyMem_Calloc(1, sizeof(API));",
        "error = PyModule_GetState(module);",
        f"API table; {IMPORTED}\n    error = &table;",
    ],
)
def test_a_table_that_each_load_fills_is_left(tmp_path: Path, sets: str) -> None:
    (tmp_path / "e.c").write_text(TABLE.replace("SIZE", "-1").replace("SET", sets, 1))
    (extension,) = pipeline.load([tmp_path / "e.c"], Settings())
    report = pipeline.run(extension, Settings()).report

    assert report.init is not None
    assert ("refused", "load-once") == (report.outcome, report.init.rule)
