"""Problems of the initialisation are reported where they stand, and so is what stays because of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.plan.decisions import Plan, Verdict
from unstatic.settings.config import Settings

HEAD = """\
#include <Python.h>
static PyObject *label;
static PyObject *m_label(PyObject *module, PyObject *Py_UNUSED(args)) { return Py_NewRef(label); }
static PyMethodDef methods[] = {{"label", m_label, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
"""
DEFINITION = 'static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};\n'
START = """\
PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m;
    label = PyUnicode_FromString("label");
"""
MAKE = "    m = PyModule_Create(&def);\n    if (m == NULL)\n        return NULL;\n"
END = "    return m;\n}\n"
# Each with the mark at the end of the line that a person would have to change.
MARK = "/* here */"
SOURCES = {
    "another value": DEFINITION + START + MAKE + f'    m = PyImport_ImportModule("x"); {MARK}\n' + END,
    "another return": DEFINITION + START + MAKE + f"    if (label == NULL)\n        return Py_None; {MARK}\n" + END,
    "a return of a call": DEFINITION
    + START
    + MAKE
    + f"    if (!label)\n        return PyObject_Repr(m); {MARK}\n"
    + END,
    "a macro that returns": "#define CHECK(x) if (!(x)) return PyErr_NoMemory()\n"
    + DEFINITION
    + START
    + MAKE
    + f"    CHECK(label); {MARK}\n"
    + END,
    "a creation among others": DEFINITION + START + f"    m = PyModule_Create(&def), label = NULL; {MARK}\n" + END,
    "a creation in a loop": DEFINITION + START + f"    do {{\n        m = PyModule_Create(&def); {MARK}\n"
    "        if (m == NULL)\n            return NULL;\n    } while (0);\n" + END,
    "a definition that changes": DEFINITION + START + f'    def.m_doc = "doc"; {MARK}\n' + MAKE + END,
    "a release in an expression": DEFINITION + START + MAKE + f"    if (!label) {{ (void)0, Py_DECREF(m); {MARK}\n"
    "        return NULL; }\n" + END,
    "a release by a helper": "static void drop(PyObject *made) { PyObject *x = made;\n"
    f"    if (x) {{ Py_INCREF(made); }} Py_DECREF(made); {MARK}\n}}\n"
    + DEFINITION
    + START
    + MAKE
    + "    drop(m);\n"
    + END,
    "a lookup": DEFINITION + "static int find(PyObject *self) {\n"
    f"    return PyState_FindModule(&def) == self || PyState_RemoveModule(&def); {MARK}\n}}\n"
    + START
    + MAKE
    + "    find(m);\n"
    + END,
    "a use of the function": DEFINITION + "PyMODINIT_FUNC PyInit_m(void);\n"
    f"void *table[] = {{(void *)PyInit_m}}; {MARK}\n" + START + MAKE + END,
}


def plan_of(source: str, folder: Path) -> Plan:
    """Return the plan for an extension of one file."""
    (folder / "m.c").write_text(source)
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    plan = pipeline.run(extension, Settings()).plan
    assert plan is not None
    return plan


@pytest.mark.parametrize("situation", SOURCES)
def test_the_place_is_that_of_the_problem(situation: str, tmp_path: Path) -> None:
    source = HEAD + SOURCES[situation]
    decisions = plan_of(source, tmp_path).decisions

    line = next(number for number, text in enumerate(source.splitlines(), 1) if text.endswith(MARK))
    expected = {("init:PyInit_m", Verdict.REFUSE, "init", line), ("global:label", Verdict.REFUSE, "init", line)}

    assert expected == {(item.subject, item.verdict, item.rule, item.location.line) for item in decisions}


@pytest.mark.parametrize("situation", SOURCES)
def test_the_sentence_names_no_place(situation: str, tmp_path: Path) -> None:
    reasons = [item.reason for item in plan_of(HEAD + SOURCES[situation], tmp_path).decisions]

    assert [] == [reason for reason in reasons if "m.c" in reason]


def test_a_definition_whose_initialiser_does_not_parse(tmp_path: Path) -> None:
    source = HEAD + DEFINITION.replace("methods}", "functions}") + START + MAKE + END
    found = {item.subject: item for item in plan_of(source, tmp_path).decisions}["init:PyInit_m"]

    assert (Verdict.REFUSE, "init") == (found.verdict, found.rule)
    assert "the module definition has no initialiser that can be read" == found.reason
