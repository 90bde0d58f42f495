"""A file that several extensions are made from changes as all of them need it, or stays for those that differ."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from unstatic.cli.shared.bystanders import skipped_definitions
from unstatic.pipeline import Compiled
from unstatic.text.source import Span

SETUP = """\
from setuptools import Extension, setup
setup(ext_modules=[Extension("first", ["first.c"]), Extension("second", ["second.c"])])
"""
SHARED = """\
#include <Python.h>

static PyObject *error;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetString(error, "no");
    return NULL;
}
"""
MODULE = """\
#include "shared.h"
%(more)s
static PyObject *other;

static PyObject *
get(PyObject *module, PyObject *unused)
{
    return Py_NewRef(other);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "%(name)s", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_%(name)s(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    other = PyList_New(0);
    if (other == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    %(error)s
    return m;
}
"""
CALLBACK = """
extern void on_error(void (*)(void));

static void
called(void)
{
    PyErr_SetString(error, "called");
}
"""
UNREADABLE = "#if 1\n" * 3 + "int broken = {{{;\n"


def put(folder: Path, **files: str) -> Path:
    (folder / "setup.py").write_text(SETUP)
    (folder / "shared.h").write_text(SHARED)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def module(name: str, more: str = "", error: str = 'error = PyErr_NewException("shared.error", NULL, NULL);') -> str:
    return MODULE % {"name": name, "more": more, "error": error}


def diff(folder: Path, *options: str) -> tuple[int, str, dict[str, Any]]:
    """Return the exit code, the diff, and the report on each extension by its name."""
    command = [sys.executable, "-m", "unstatic", "diff", ".", "--no-cache", "--report", "report.json", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr
    report = json.loads((folder / "report.json").read_text())
    return done.returncode, done.stdout, {one["name"]: one for one in report["extensions"]}


def outcomes(report: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {one["name"]: (one["outcome"], one["rule"]) for one in report["globals"]}


def test_a_header_that_another_needs_as_it_is(tmp_path: Path) -> None:
    put(tmp_path, first_c=module("first"), second_c=module("second", CALLBACK, "on_error(called);"))
    code, changes, reports = diff(tmp_path)

    assert 0 == code
    assert "shared.h" not in changes
    assert ("refused", "foreign-file") == outcomes(reports["first"])["error"]
    (why,) = {one["reason"] for one in reports["first"]["globals"] if one["rule"] == "foreign-file"}
    assert "part of second as well" in why


@pytest.mark.parametrize("other", ["other", "another"])
def test_a_header_that_both_change_differently(tmp_path: Path, other: str) -> None:
    put(tmp_path, first_c=module("first"), second_c=module("second").replace("other", other))
    code, changes, reports = diff(tmp_path)

    assert 0 == code
    assert "b/shared.h" not in changes
    assert {("refused", "foreign-file")} == {outcomes(one)["error"] for one in reports.values()}


@pytest.mark.parametrize("text", [UNREADABLE, '#include "missing.h"\n'])
def test_a_header_of_what_cannot_be_read(tmp_path: Path, text: str) -> None:
    put(tmp_path, first_c=module("first"), second_c=f'{text}#include "shared.h"\nPyInit_second')
    code, changes, reports = diff(tmp_path)

    assert 4 == code
    assert "shared.h" not in changes
    assert "failed" == reports["second"]["outcome"]
    assert ("refused", "foreign-file") == outcomes(reports["first"])["error"]


def test_a_header_that_no_other_reads_moves(tmp_path: Path) -> None:
    put(tmp_path, first_c=module("first"), second_c=module("second").replace("shared.h", "Python.h"))
    text = (tmp_path / "second.c").read_text().replace('    {"fail", fail, METH_NOARGS, NULL},\n', "")
    (tmp_path / "second.c").write_text(text.replace('error = PyErr_NewException("shared.error", NULL, NULL);', ""))
    code, changes, reports = diff(tmp_path)

    assert 0 == code
    assert "+++ b/shared.h" in changes
    assert {"migrated"} == {one["outcome"] for one in reports.values()}


def test_what_is_asked_for_by_name_may_be_in_either(tmp_path: Path) -> None:
    put(tmp_path, first_c=module("first"), second_c=module("second"))
    code, _, reports = diff(tmp_path, "--only", "global:other")

    assert 0 == code
    assert ["first", "second"] == list(reports)


def test_a_build_that_makes_one_of_all_is_left_out(tmp_path: Path) -> None:
    whole = module("first") + '\n#ifdef ONE_BUILD\n#define FIRST methods\n#include "second.c"\n#endif\n'
    text = module("second").replace("shared.h", "Python.h").replace('    {"fail", fail, METH_NOARGS, NULL},\n', "")
    text = text.replace('error = PyErr_NewException("shared.error", NULL, NULL);', "")
    put(tmp_path, first_c=whole, second_c=re.sub(r"\b(other|get|methods|def)\b", r"second_\1", text))
    code, changes, reports = diff(tmp_path)

    assert 0 == code
    assert {"migrated"} == {one["outcome"] for one in reports.values()}
    assert {"error", "other"} == outcomes(reports["first"]).keys()
    assert "+++ b/second.c" in changes
    told = [note for note in reports["first"]["notes"] if "second.c" in note]
    assert ["another build includes second.c, of which other extensions are made: that build wasn't read"] == told


HALVES = """\
#include <Python.h>
#ifdef FIRST
#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)
#else
static PyTypeObject *box_type;
#define Box_Check(op) PyObject_TypeCheck(op, box_type)
#endif
#define REQUIRE_BOX(op) \\
    if (!Box_Check(op)) { \\
        PyErr_SetString(PyExc_TypeError, "no box"); \\
        return NULL; \\
    }
"""
ASKING = """\
static PyObject *
ask(PyObject *module, PyObject *op)
{
    REQUIRE_BOX(op)
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"ask", ask, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "%(name)s", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_%(name)s(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m != NULL && %(made)s < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""


def test_a_macro_that_others_use_without_the_state_stays(tmp_path: Path) -> None:
    box = 'static PyTypeObject Box_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "first.Box"};\n'
    first = f'#define FIRST\n#include "shared.h"\n{box}{ASKING}' % {
        "name": "first",
        "made": "PyModule_AddType(m, &Box_Type)",
    }
    second = f'#include "shared.h"\n{ASKING}' % {"name": "second", "made": "(box_type = &PyList_Type) == NULL ? -1 : 0"}
    put(tmp_path, first_c=first, second_c=second)
    (tmp_path / "shared.h").write_text(HALVES)
    code, changes, reports = diff(tmp_path)

    assert 0 == code
    assert "shared.h" not in changes
    assert "refused" == reports["first"]["outcome"]
    assert {("Box_Type", "foreign-file")} == {(one["name"], one["rule"]) for one in reports["first"]["types"]}


API = """\
#ifndef API_H
#define API_H
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Box;

#ifdef IN_FIRST
extern PyTypeObject Box_Type;
PyObject *box_new(long count);
#else
HALF
#endif
#endif
"""
BOX = """\
#define IN_FIRST
#include "api.h"

PyObject *
box_new(long count)
{
    Box *box = PyObject_New(Box, &Box_Type);
    if (box != NULL)
        box->count = count;
    return (PyObject *)box;
}

static PyObject *
box_add(PyObject *left, PyObject *right)
{
    if (!PyObject_TypeCheck(left, &Box_Type) || !PyObject_TypeCheck(right, &Box_Type))
        Py_RETURN_NOTIMPLEMENTED;
    return box_new(((Box *)left)->count + ((Box *)right)->count);
}

static PyNumberMethods box_as_number = {.nb_add = box_add};

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "first.Box",
    .tp_basicsize = sizeof(Box),
    .tp_as_number = &box_as_number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
"""
FIRST = """\
#define IN_FIRST
#include "api.h"

static PyObject *
make(PyObject *module, PyObject *count)
{
    return box_new(PyLong_AsLong(count));
}

static PyMethodDef methods[] = {{"make", make, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "first", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_first(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (PyModule_AddType(m, &Box_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""
SECOND = MODULE.replace("shared.h", "api.h").replace('    {"fail", fail, METH_NOARGS, NULL},\n', "")


def put_first(folder: Path, half: str, second: str) -> Path:
    """Put an extension of two sources, whose header has a half for another one."""
    put(folder, api_h=API.replace("HALF", half), box_c=BOX, first_c=FIRST)
    others = "" if not second else ', Extension("second", ["second.c"])'
    (folder / "second.c").write_text(second)
    (folder / "setup.py").write_text(
        "from setuptools import Extension, setup\n"
        f'setup(ext_modules=[Extension("first", ["first.c", "box.c"]){others}])\n'
    )
    return folder


def test_the_state_leaves_a_header_that_others_include(tmp_path: Path) -> None:
    put_first(tmp_path, '#define BOX_API "first._api"', SECOND % {"name": "second", "more": "", "error": ""})
    code, changes, reports = diff(tmp_path, "--min-python", "3.9")

    assert 0 == code
    assert ["migrated", "migrated"] == [one["outcome"] for one in reports.values()]
    changed = set(re.findall(r"^\+\+\+ b/(\S+)", changes, re.MULTILINE))
    assert {"MANIFEST.in", "api.h", "box.c", "first.c", "first_state.h", "second.c"} == changed
    header = changes.split("+++ b/api.h")[1].split("\n--- ")[0]
    assert header.index("#ifdef IN_FIRST") < header.index('+#include "first_state.h"') < header.index("#else")


def test_a_half_for_others_may_have_pointers_by_the_names_of_functions(tmp_path: Path) -> None:
    put_first(tmp_path, "static PyObject *(*box_new)(long count);", "")
    code, _, reports = diff(tmp_path, "--min-python", "3.9")

    assert (0, "migrated") == (code, reports["first"]["outcome"])


@pytest.mark.parametrize("opening", ["#ifdef IN_FIRST", "#ifndef IN_FIRST"])
def test_a_group_in_the_half_of_others_concerns_them(opening: str) -> None:
    halves = ["int own(void);", "int given(void);\n#ifdef OLD\nint lacking(void);\n#endif"]
    first, second = halves if opening == "#ifdef IN_FIRST" else reversed(halves)
    text = "\n".join((opening, first, "#else", second, "#endif", "")).encode()
    names = {b"int own(void);", b"int lacking(void);"}
    file = Compiled(tuple(Span(text.index(name), text.index(name) + len(name)) for name in names), "", {}, ())

    assert names == skipped_definitions(text, file, frozenset())
    assert {b"int lacking(void);"} == skipped_definitions(text, file, frozenset((b"IN_FIRST",)))
