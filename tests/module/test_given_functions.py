"""Which functions get the state as one more parameter because all pointers to them can be followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.state.pointers.given_functions import given_functions
from unstatic.settings.config import Settings

SOURCE = """#include <Python.h>
#include <stdlib.h>

typedef int (*action)(int number);

static PyObject *last;

static int
first(int number)
{
    Py_XSETREF(last, PyLong_FromLong(number));
    return 0;
}

static int
second(int number)
{
    return number;
}

static int
run(action given, int number)
{
    return given(number);
}

static PyObject *
work(PyObject *module, PyObject *number)
{
    run(first, 1);
    run(second, 2);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"work", work, METH_O, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "m", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&module);
}
"""
BOTH = {"first", "second"}


def given(folder: Path, source: str) -> set[str]:
    (folder / "m.c").write_text(source)
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    model = pipeline.model_of(extension, Settings(), {})
    return {model.functions[symbol].name for symbol in given_functions(model)}


FOLLOWED = [
    ("given(number)", "(*given)(number)"),
    ("given(number)", "given != NULL ? given(number) : 0"),
    ("run(second, 2)", "run(number == Py_None ? &second : NULL, 2)"),
    ("run(second, 2)", "run((second), 2)"),
    ("run(action given", "run(int (*given)(int)"),
    ("static int\nrun(", "/* action */ int\nrun("),
]


@pytest.mark.parametrize(("old", "new"), FOLLOWED)
def test_followed(old: str, new: str, tmp_path: Path) -> None:
    assert given(tmp_path, SOURCE.replace(old, new)) == BOTH


NOT_FOLLOWED = [
    ("run(second, 2)", "run((action)second, 2)"),
    ("run(second, 2)", "run(abs, 2)"),
    ("run(second, 2)", "int found = ({ run(second, 2); }); (void)found"),
    ("run(second, 2)", 'run(second, 2); __asm__ volatile ("" : : "r"(first))'),
    ("run(second, 2)", "run(second, sizeof(first(1)) + (first == second))"),
    ("run(second, 2)", "run((action)PyLong_AsLong(number), 2)"),
    ("run(second, 2)", "run(second ?: first, 2)"),
    ("run(second, 2)", "action local = second; run(local, 2)"),
    ("run(second, 2)", "run(second, 2); atexit((void (*)(void))first)"),
    ("return given(number)", "static action kept; kept = given; return given(number)"),
    ("return given(number)", "action *held = &given; return (*held)(number)"),
    ("return given(number)", "if (number == 0) given = second; return given(number)"),
    ("return given(number)", "return number == (int)(Py_ssize_t)given"),
    ("return given(number)", "return 0"),
    ("static PyMethodDef", "static int (*other)(action, int) = run;\nstatic PyMethodDef"),
    ("static PyMethodDef", "struct holder { action kept; };\nstatic PyMethodDef"),
    ("static PyMethodDef", "#ifdef _WIN32\nextern void use(action);\n#endif\nstatic PyMethodDef"),
    ("static PyMethodDef", "#define ACTION(x) ((action)(x))\nstatic PyMethodDef"),
    ("run(second, 2)", "\n#ifdef _WIN32\n    run(first, 3);\n#endif\n    run(second, 2)"),
    ("typedef int (*action)(int number);", "typedef int action_type(int);\ntypedef action_type *action;"),
    ("static PyObject *last;", "#define GIVEN(f) run(f, 5)\nstatic PyObject *last;"),
]


@pytest.mark.parametrize(("old", "new"), NOT_FOLLOWED)
def test_not_followed(old: str, new: str, tmp_path: Path) -> None:
    changed = SOURCE.replace(old, new)
    if "GIVEN(f)" in new:
        changed = changed.replace("run(second, 2)", "GIVEN(second)")
    assert changed != SOURCE
    assert given(tmp_path, changed) == set()
