"""Calls of m_free with NULL: those of an initialisation that fails go, others can't reach the state."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings.config import Settings

MODULE = """\
#include <Python.h>

static PyObject *cache;

static void
free_all(void *module)
{
    Py_CLEAR(cache);
}

static int
fill(void)
{
    cache = PyDict_New();
    if (cache == NULL) {
        %s
    }
    return 0;
}

static PyObject *
get(PyObject *module, PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(cache, key);
    if (found == NULL) {
        %s
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, functions, .m_free = free_all};

PyMODINIT_FUNC
PyInit_m(void)
{
    %s
    if (fill() < 0)
        return NULL;
    return PyModule_Create(&def);
}
"""
FAILS = "free_all(NULL);\n        return -1;"
NONE = "return NULL;"


def outcome_of(fails: str, missing: str, first: str, folder: Path) -> Outcome:
    source = folder / "m.c"
    source.write_text(MODULE % (fails, missing, first))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings())


def test_the_call_goes_where_the_initialisation_fails(tmp_path: Path) -> None:
    text = outcome_of(FAILS, NONE, "", tmp_path).after[Path("m.c")]

    assert b"free_all(NULL)" not in text
    assert b"if (state->cache == NULL) {\n        return -1;" in text


@pytest.mark.parametrize(
    ("fails", "missing", "first"),
    [
        ("free_all(NULL);\n        return 0;", NONE, ""),
        ("free_all(NULL);\n        cache = PyDict_New();\n        return -1;", NONE, ""),
        ("if (PyErr_Occurred())\n            free_all(NULL);\n        return -1;", NONE, ""),
        ("return -1;", "free_all(NULL);\n        return NULL;", ""),
        ("return -1;", NONE, "free_all(NULL);"),
    ],
    ids=["succeeds", "goes_on", "in_one_case", "in_a_method", "before_all"],
)
def test_others_have_no_module(fails: str, missing: str, first: str, tmp_path: Path) -> None:
    outcome = outcome_of(fails, missing, first, tmp_path)

    assert [item.rule for item in outcome.report.subjects if item.kind == "global"] == ["state-shape"]
