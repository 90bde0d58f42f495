"""Pointers to elements of a table that holds objects: where they are followed, and where the table stays (G496)."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

START = '{"equal", NULL, 1}, {"delete", NULL, 2}, {NULL, NULL, 0}'
SOURCE = """#include <Python.h>
typedef struct { const char *text; PyObject *name; int code; } Entry;
typedef struct { Entry *entry; } Owner;
static Entry entries[] = {%s};
%s
static PyObject *
ask(PyObject *self, PyObject *arg)
{
    Entry *e = entries;
    %s
    Py_RETURN_NONE;
}
static PyMethodDef functions[] = {{"ask", ask, METH_O, NULL}, {NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, functions};
static int
fill(void)
{
    Entry *e;
    for (e = entries; e->text != NULL; e++) {
        e->name = PyUnicode_FromString(e->text);
        if (e->name == NULL)
            return -1;
    }
    return 0;
}
PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (fill() < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""
LED_TO = "a pointer to it is used here: what is done through that can't be followed"
STORED = "a pointer to it is stored here, and may be used when the module is gone"
HANDED = "a pointer to it is handed to code here that can't be followed"
COPIED = "one of its structs is copied or set as a whole here, with objects that nobody counts"
GIVEN = "an element is given a borrowed reference"
UNSEEN = "a pointer to it is named in code that isn't compiled here"
FIRST = "static Entry *first(void) { return &entries[0]; }"
PUT = "static void put(Entry *entry, PyObject *name) { %s entry->name = name; }"


def told(folder: Path, before: str, body: str, start: str = START) -> str | None:
    """Return why the table stays, None if it moves."""
    (folder / "m.c").write_text(SOURCE % (start, before, body))
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    report = pipeline.run(extension, Settings()).report
    return next((item.reason for item in report.globals if item.name == "entries" and item.outcome != "migrate"), None)


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "for (e = entries; e->text; e++) if (e->name == arg) return Py_NewRef(e->name);"),
        ("", "for (const Entry *end = e + Py_ARRAY_LENGTH(entries); e < end; ++e) if (e - entries == 2) break;"),
        ("", "Py_INCREF(arg); Py_XSETREF(e[1].name, arg); Py_CLEAR(entries->name);"),
        ("", "e = arg == Py_None ? &entries[0] : entries + 1; return Py_NewRef(e->name);"),
        ("", "PyObject *name = e->name; e->name = NULL; return name;"),
        ("#define SET(x, v) do { (x) = (v); if ((x) == NULL) return NULL; } while (0)", "SET(e->code, 1);"),
        (FIRST, "if ((e = first()) == NULL) return NULL; Py_INCREF(arg); Py_SETREF(e->name, arg);"),
        (FIRST, "return PyLong_FromLong(first()->code);"),
        (PUT % "Py_INCREF(name);", "put(e, arg); put(&entries[1], arg); put(entries, arg);"),
    ],
)
def test_followed(tmp_path: Path, before: str, body: str) -> None:
    assert told(tmp_path, before, body) is None


@pytest.mark.parametrize(
    ("before", "body", "reason"),
    [
        ("", "e->name = arg;", GIVEN),
        ("", "e->name = arg; e++; Py_INCREF(arg); e->name = arg;", GIVEN),
        (PUT % "", "put(e, arg);", GIVEN),
        ("", "Py_DECREF(e->name);", "an element is given away without a reference of its own"),
        (FIRST, "Py_DECREF(first()->name);", LED_TO),
        ("", "(*e).name = arg;", LED_TO),
        ("", "(e + 1)->name = arg;", LED_TO),
        ("", "Entry **all = &e; (*all)->name = arg;", LED_TO),
        ("", "PyObject **names = (PyObject **)entries; names[1] = arg;", LED_TO),
        ("", "void *any = entries; ((Entry *)any)->name = arg;", LED_TO),
        ("", "static Entry *last; last = e; last->name = arg;", STORED),
        ("static Entry *last;", "last = e;", STORED),
        ("", "Owner owner; owner.entry = e; owner.entry->name = arg;", STORED),
        ("", "Owner owner = {entries}; owner.entry->name = arg;", STORED),
        ("static Entry *all[] = {&entries[0]};", "all[0]->name = arg;", STORED),
        ("", "Entry copy = entries[0]; Py_CLEAR(copy.name);", COPIED),
        ("", "Entry copy; copy = *e; Py_CLEAR(copy.name);", COPIED),
        ("", "*e = entries[1];", COPIED),
        ("", "memset(entries, 0, sizeof(entries));", HANDED),
        ("", "return PyCapsule_New(e, NULL, NULL);", HANDED),
        ("void keep(Entry *entry);", "keep(e);", HANDED),
        ("Entry *first(void) { return entries; }", "", "a pointer to it is returned to callers that aren't known"),
        ("", "\n#ifdef UNHEARD_OF\n  something(e);\n#endif\n", UNSEEN),
    ],
)
def test_refused(tmp_path: Path, before: str, body: str, reason: str) -> None:
    assert reason == told(tmp_path, before, body)


def test_start_in_a_group(tmp_path: Path) -> None:
    group = "\n#ifdef UNHEARD_OF\n%s,\n#endif\n" + START

    assert told(tmp_path, "", "", group % '{"more", NULL, 3}') is None
    reason = told(tmp_path, "", "", group % '{"more", (PyObject *)&PyLong_Type, 3}')
    assert reason == "what it starts with differs between #if groups"
