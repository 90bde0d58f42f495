"""What looks for the module keeps errno where that may be read afterwards, and was set before."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

MODULE = """\
#include <Python.h>
#include <unistd.h>

static PyObject *error;

static PyObject *
told(void)
{
    %s
}

static PyObject *(*teller)(void) = told;

static PyObject *
flush(PyObject *module, PyObject *unused)
{
    int done = fsync(1);
    %s
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"flush", flush, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    error = PyErr_NewException("m.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
CALLED = "if (done < 0)\n        return teller();"


def text(body: str, caller: str, folder: Path) -> str:
    source = folder / "m.c"
    source.write_text(MODULE % (body, caller))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings()).after[Path("m.c")].decode()


@pytest.mark.parametrize(
    ("body", "caller"),
    [
        ("return PyErr_SetFromErrno(error);", CALLED),
        ("if (errno == 0)\n        return NULL;\n    return PyErr_Format(error, strerror(1));", CALLED),
        ("return PyErr_Format(error, strerror(errno));", CALLED),
        ("int number = fsync(0);\n    return PyErr_Format(error, strerror(errno), number);", CALLED),
        ("return Py_NewRef(error);", "PyObject *made = told();\n    if (errno != 0)\n        return made;"),
    ],
)
def test_is_kept(body: str, caller: str, tmp_path: Path) -> None:
    assert "int saved_errno = errno;" in text(body, caller, tmp_path)


@pytest.mark.parametrize(
    ("body", "caller"),
    [
        ("PyErr_SetNone(error);\n    return NULL;", CALLED),
        ("if (fsync(0) < 0)\n        return PyErr_SetFromErrno(error);\n    return NULL;", CALLED),
        ("errno = 0;\n    return PyErr_SetFromErrno(error);", CALLED),
        ("return Py_NewRef(error);", "if (errno != 0)\n        return told();"),
        ("return Py_NewRef(error);", "PyObject *made = told();\n    fsync(2);\n    if (errno)\n        return made;"),
    ],
)
def test_is_not_kept(body: str, caller: str, tmp_path: Path) -> None:
    found = text(body, caller, tmp_path)

    assert "find_m_state()" in found
    assert "saved_errno" not in found
