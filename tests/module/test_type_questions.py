"""Which functions only ask whether something is of one of the module's types, so that 0 is right without a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.state.routes.type_questions import types_asked_for
from unstatic.settings.config import Settings

SOURCE = """#include <Python.h>

#define Box_Check(op) (PyObject_TypeCheck((op), &Box_Type) || Py_IS_TYPE(op, &Lid_Type))
#define Any_Check(op) (1 || Box_Check(op))
#define Counted_Check(op) (asked++, Box_Check(op))

static PyTypeObject Box_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Box"};
static PyTypeObject Lid_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Lid"};
static long asked;

int note(PyObject *op);

static int
ask(PyObject *op)
{
    %s
}

void *table[] = {ask, &asked};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "m", .m_size = -1};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&module);
}
"""

QUESTIONS = [
    "return PyObject_TypeCheck(op, &Box_Type);",
    "return op ? Box_Check(op) : 0;",
    "return op != NULL && Box_Check(op);",
    "return Py_TYPE(op) == &Box_Type || op->ob_type == (&Lid_Type);",
    "if (op == NULL) return 0; return Box_Check(op);",
    "if (Box_Check(op)) { return 1; } return 0;",
    "if (Box_Check(op)) return 1; else return 0;",
    "PyTypeObject *type = Py_TYPE(op); assert(op != NULL); return PyType_IsSubtype(type, &Box_Type);",
    "if (op == Py_None) return 0; if (Box_Check(op)) return note(op) == 0 ? 1 : 0; return 0;",
]
OTHERS = [
    "return !Box_Check(op);",
    "return Any_Check(op);",
    "return Counted_Check(op);",
    "asked++; return Box_Check(op);",
    "return op == NULL || Box_Check(op);",
    "return op ? Box_Check(op) : 1;",
    "return op ? 1 : Box_Check(op);",
    "if (op == NULL) return -1; return Box_Check(op);",
    "if (op == NULL) return note(op); return Box_Check(op);",
    "if (!Box_Check(op)) return 2; return 0;",
    "return Py_TYPE(op) != &Box_Type;",
    "return Box_Type.tp_basicsize == Py_TYPE(op)->tp_basicsize;",
    "return note(op) && Box_Check(op);",
    "return PyObject_TypeCheck(op, &PyLong_Type);",
    "if (Box_Check(op)) return 1;\n#ifdef NDEBUG\nreturn 1;\n#endif\nreturn 0;",
    "while (op == NULL) return 1; return Box_Check(op);",
]


def asked_for(body: str, folder: Path) -> frozenset[str] | None:
    (folder / "m.c").write_text(SOURCE % body)
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    model = pipeline.model_of(extension, Settings(), {})
    (function,) = [item for item in model.functions.values() if item.name == "ask"]
    return types_asked_for(model, function.symbol, function.definition)


@pytest.mark.parametrize("body", QUESTIONS)
def test_question(body: str, tmp_path: Path) -> None:
    assert asked_for(body, tmp_path)


@pytest.mark.parametrize("body", OTHERS)
def test_more_than_a_question(body: str, tmp_path: Path) -> None:
    assert asked_for(body, tmp_path) is None


def test_all_types_that_are_asked_for_are_told(tmp_path: Path) -> None:
    assert len(asked_for("return Box_Check(op);", tmp_path) or ()) == 2
