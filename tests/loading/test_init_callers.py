"""An init function that other files call keeps returning the module."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings import config

MODULE = """\
#include <Python.h>

static PyObject *error;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetNone(error);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
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
CALLS = {
    "argument": "int main(void)\n{\n    add(modules, PyInit_m());\n}\n",
    "assigned": "static PyObject *\nmade(void)\n{\n    PyObject *m = PyInit_m ();\n    return m;\n}\n",
    "for every Python": "#if PY_MAJOR_VERSION >= 3\nPyObject *m = PyInit_m();\n#else\nint m;\n#endif\n",
    "returned": "PyObject *\nmade(void)\n{\n    return PyInit_m();\n}\n",
}
OTHERS = {
    "of another module": "PyObject *m = PyInit_mm();\n",
    "declared": "PyMODINIT_FUNC PyInit_m();\nextern PyObject *PyInit_m();\nPyObject *PyInit_m(void);\n",
    "in a comment": "/* PyInit_m() makes the module. */\n",
    "in a table": 'struct _inittab table[] = {{"m", PyInit_m}, {NULL, NULL}};\n',
    "registered": 'int main(void)\n{\n    PyImport_AppendInittab("m", PyInit_m);\n}\n',
}


def migrated(folder: Path, other: str) -> Outcome:
    (folder / "m.c").write_text(MODULE)
    (folder / "programs").mkdir()
    (folder / "programs" / "embedding.c").write_text("#include <Python.h>\n\n" + other)
    (found,) = pipeline.load([folder / "m.c"], config.load(folder))
    return pipeline.run(found, config.load(folder))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_called_for_its_module(tmp_path: Path, call: str) -> None:
    found = migrated(tmp_path, call)

    assert not found.after
    assert found.report.init is not None
    assert found.report.init.reason == "programs/embedding.c calls it, for the module that it returns"
    assert found.report.init.location is not None
    assert found.report.init.location.path == tmp_path / "programs" / "embedding.c"


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_named_otherwise(tmp_path: Path, other: str) -> None:
    assert list(migrated(tmp_path, other).after) == [Path("m.c")]


def test_a_call_that_only_some_builds_have_is_told(tmp_path: Path) -> None:
    call = '#ifdef ONE_LIBRARY\nvoid\nload(void)\n{\n    submodule("m", PyInit_m());\n}\n#endif\n'

    found = migrated(tmp_path, call)

    assert found.after
    assert any(note.startswith("programs/embedding.c:7:20: a build in which") for note in found.report.notes)
