"""Tables of objects that the initialisation allocates: which lengths the hooks of the module can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

HEADER = """#ifndef SHARED_H
#define SHARED_H
#include <Python.h>
#define COUNT 2
extern PyObject **errors;
int add_errors(PyObject *module);
#endif
"""
ERRORS = """#include "shared.h"
#define OWN_COUNT 2
#define COUNT_OF(x) (sizeof(x) / sizeof((x)[0]))

static const char *const names[] = {"m.One", "m.Two"};
static const int two = 2;
PyObject **errors;

int
add_errors(PyObject *module)
{
    int i, length = 2;

    errors = ALLOCATED;
    if (errors == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < 2; i++) {
        errors[i] = PyErr_NewException(names[i], NULL, NULL);
        if (errors[i] == NULL)
            return -1;
    }
    return 0;
}
"""
MODULE = """#include "shared.h"

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetString(errors[0], "told to");
    return NULL;
}

static PyMethodDef functions[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    if (add_errors(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
SETUP = 'from setuptools import Extension, setup\nsetup(name="m", ext_modules=[Extension("m", ["m.c", "errors.c"])])\n'


def report(root: Path, allocated: str, *, one_file: bool) -> ExtensionReport:
    """Return the report on the module that allocates its table so, in its own source or in another one."""
    (root / "shared.h").write_text(HEADER)
    errors = ERRORS.replace("ALLOCATED", allocated)
    (root / "m.c").write_text(errors + MODULE if one_file else MODULE)
    if not one_file:
        (root / "errors.c").write_text(errors)
        (root / "setup.py").write_text(SETUP)
    (extension,) = pipeline.load([root / "m.c" if one_file else root], Settings())
    return pipeline.run(extension, Settings()).report


@pytest.mark.parametrize(
    "allocated",
    [
        "malloc(2 * sizeof(PyObject *))",
        "malloc(sizeof(*errors) * (length + 1))",
        "(PyObject **)calloc(OWN_COUNT, sizeof errors[0])",
        "PyMem_New(PyObject *, two)",
        "PyMem_RawMalloc((COUNT + 1) * sizeof(PyObject *))",
        "PyObject_Calloc(Py_ARRAY_LENGTH(names), sizeof(PyObject *))",
    ],
)
def test_length_that_the_hooks_can_tell(tmp_path: Path, allocated: str) -> None:
    assert "migrated" == report(tmp_path, allocated, one_file=True).outcome


@pytest.mark.parametrize(
    "allocated",
    [
        "malloc(16)",
        "malloc(COUNT_OF(names) * sizeof(PyObject *))",
        "malloc(i * sizeof(PyObject *))",
        "malloc(2 * sizeof(long))",
        "PyMem_New(PyObject *, length++)",
        "strlen(names[0]) > 3 ? malloc(2 * sizeof(PyObject *)) : NULL",
    ],
)
def test_length_that_they_cant_tell(tmp_path: Path, allocated: str) -> None:
    found = report(tmp_path, allocated, one_file=True)

    assert "refused" == found.outcome
    assert ["object-holder"] == [item.rule for item in found.globals if item.name == "errors"]


@pytest.mark.parametrize(
    ("allocated", "rule"),
    [
        ("malloc(COUNT * sizeof(PyObject *))", "module-state"),
        ("malloc(OWN_COUNT * sizeof(PyObject *))", "object-holder"),
        ("calloc(Py_ARRAY_LENGTH(names), sizeof(PyObject *))", "object-holder"),
    ],
)
def test_what_another_source_knows_tells_the_hooks_nothing(tmp_path: Path, allocated: str, rule: str) -> None:
    found = report(tmp_path, allocated, one_file=False)

    assert [rule] == [item.rule for item in found.globals if item.name == "errors"]
