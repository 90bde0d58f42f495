"""Headers that a rewrite makes, which aren't on the disk while the result is parsed."""

from __future__ import annotations

from pathlib import Path

from unstatic import pipeline
from unstatic.settings.config import Settings

MAIN = """#include <Python.h>

PyObject *raise_limit(PyObject *value);
PyObject *LimitError;

static PyObject *
check(PyObject *module, PyObject *value)
{
    return raise_limit(value);
}

static PyMethodDef methods[] = {{"check", check, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "limits", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    LimitError = PyErr_NewException("limits.LimitError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "LimitError", LimitError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
RAISING = """#include <Python.h>

extern PyObject *LimitError;

PyObject *
raise_limit(PyObject *value)
{
    PyErr_SetObject(LimitError, value);
    return NULL;
}
"""
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension("limits", ["limits.c", "parts/deep/raising.c"])])
"""


def test_a_source_in_a_folder_below_finds_the_header_of_the_state(tmp_path: Path) -> None:
    (tmp_path / "parts" / "deep").mkdir(parents=True)
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "limits.c").write_text(MAIN)
    (tmp_path / "parts" / "deep" / "raising.c").write_text(RAISING)
    (extension,) = pipeline.load([tmp_path], Settings())
    outcome = pipeline.run(extension, Settings())

    assert outcome.report.outcome == "migrated"
    assert b'#include "../../limits_state.h"\n' in outcome.after[Path("parts/deep/raising.c")]


def test_a_comment_in_a_header_goes_with_what_it_describes(tmp_path: Path) -> None:
    shared = "/* What is raised. */\nextern PyObject *LimitError;\n\n/* How many there may be. */\n#define MOST 3\n"
    (tmp_path / "limits.h").write_text(f"#include <Python.h>\n\n{shared}")
    main = MAIN.replace("PyObject *LimitError;", "/* The only exception. */\nPyObject *LimitError;")
    (tmp_path / "limits.c").write_text(main.replace("#include <Python.h>", '#include "limits.h"'))
    (tmp_path / "raising.c").write_text(
        RAISING.replace("#include <Python.h>\n\nextern PyObject *LimitError;", '#include "limits.h"')
    )
    (extension,) = pipeline.load([tmp_path / "limits.c", tmp_path / "raising.c"], Settings())

    header = pipeline.run(extension, Settings()).after[Path("limits.h")]

    assert header.count(b"/*") == 2 and b"/* How many there may be. */\n#define MOST 3\n" in header
