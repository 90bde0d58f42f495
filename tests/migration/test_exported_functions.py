"""Functions that others may link against keep their parameters, whatever they need of the module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SETUP = 'from setuptools import Extension, setup\nsetup(ext_modules=[Extension("m", ["m.c"]%s)])\n'
INSTALL = """
import setuptools.command.install
class install(setuptools.command.install.install):
    def run(self):
        super().run()
        self.copy_file("m.h", self.install_data)
"""
HEADER = """\
#include <Python.h>
#ifdef _WIN32
#define API(type) %s type
#else
#define API(type) type
#endif
API(int) fail(const char *text);
"""
SOURCE = """\
#include "m.h"

static PyObject *Error;

API(int)
fail(const char *text)
{
    PyErr_SetString(Error, text);
    return -1;
}

static PyObject *
m_fail(PyObject *module, PyObject *unused)
{
    return fail("no") < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"fail", m_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("m.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""


def migrated(folder: Path, setup: str, marked: str = "") -> str:
    """Return the source as it is migrated, and what is told of it."""
    for name, text in {"setup.py": setup, "m.h": HEADER % marked, "m.c": SOURCE}.items():
        (folder / name).write_text(text)
    command = [sys.executable, "-m", "unstatic", "diff", "--no-cache", "--min-python", "3.10", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def test_a_function_that_nobody_else_can_call_gets_the_state(tmp_path: Path) -> None:
    assert "+fail(m_state *state, const char *text)" in migrated(tmp_path, SETUP % "")


@pytest.mark.parametrize(
    ("setup", "marked"),
    [
        (SETUP % ', export_symbols=["fail"]', ""),
        (SETUP % "", "__declspec(dllexport)"),
        (SETUP % "", '__attribute__((visibility("default")))'),
        (SETUP % "" + INSTALL, ""),
    ],
)
def test_a_function_that_is_exported_keeps_its_parameters(tmp_path: Path, setup: str, marked: str) -> None:
    told = migrated(tmp_path, setup, marked)

    assert "state *state, const char *text" not in told
    assert "API(int) fail(" not in told.replace(" API(int) fail(const char *text);", "")
