"""How a function that nothing leads to the module ends where there is none, and whether it holds the GIL."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.state.interpreter_dict import gil_problems, way_out
from unstatic.model.extension import Extension, Function
from unstatic.settings.config import Settings

SOURCE = """#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

typedef struct {
    int (*read)(void);
} Stream;

#define GIL_TAKEN PyGILState_STATE gil = PyGILState_Ensure()
#define ANY_THREAD_SAYS(text) do { GIL_TAKEN; PyErr_SetString(error, text); PyGILState_Release(gil); } while (0)
#define OTHERS_RUN Py_BEGIN_ALLOW_THREADS
#define FAIL(op) if (op == NULL) { PyErr_SetString(error, "no"); return NULL; }

extern Stream *opened(PyObject *);
static Stream *stream;
static PyObject *error;

static int
read_stream(void)
{
    PyGILState_STATE gil = PyGILState_Ensure();

    PyErr_SetString(error, "nothing to read");
    PyErr_WriteUnraisable(NULL);
    PyGILState_Release(gil);
    return 0;
}

static %s
work(PyObject *op)
{
    %s
}

void *table[] = {work, &error, read_stream};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "m", .m_size = -1};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&module);
}
"""
RAISED = (b"return NULL;",)
TOLD = (b"PyErr_WriteUnraisable(NULL);", b"return NULL;")
POINTERS = [
    ("Box *", "return (Box *)op;", TOLD[:0]),
    ("Box *", "if (op == NULL) return NULL; return (Box *)op;", TOLD),
    ("Box *", "return (Box *)Py_TYPE(op)->tp_alloc(Py_TYPE(op), 0);", RAISED),
    ("Box *", "FAIL(op) return (Box *)op;", RAISED),
    ("Stream *", "return op != NULL ? opened(op) : (Stream *)PyErr_NoMemory();", TOLD[:0]),
    ("Stream *", "if (op == NULL) return (Stream *)PyErr_NoMemory(); return opened(op);", RAISED),
    ("Stream *", "Stream *s = opened(op); if (!s) { if (PyErr_Occurred()) return NULL; } return s;", RAISED),
    ("Stream *", 'if (op == NULL) { PyErr_SetString(error, "no"); return NULL; } return opened(op);', RAISED),
    ("Stream *", "if (op == NULL) return NULL; return opened(op);", TOLD),
    ("Stream *", "if (op == NULL) { PyErr_NoMemory(); PyErr_Print(); return NULL; } return opened(op);", TOLD),
    ("Stream *", "return opened(op);", TOLD[:0]),
]


def worked(result: str, body: str, folder: Path) -> tuple[Extension, Function]:
    (folder / "m.c").write_text(SOURCE % (result, body))
    (extension,) = pipeline.load([folder / "m.c"], Settings())
    model = pipeline.model_of(extension, Settings(), {})
    (function,) = [item for item in model.functions.values() if item.name == "work"]
    return model, function


@pytest.mark.parametrize(("result", "body", "expected"), POINTERS)
def test_pointer(result: str, body: str, expected: tuple[bytes, ...], tmp_path: Path) -> None:
    assert expected == (way_out(*worked(result, body, tmp_path)) or ())


NUMBERS = [
    ("if (!(stream = opened(op))) return 1; return 0;", b"1"),
    ("if (opened(op) == NULL) { return 2; } return 0;", b"2"),
    ("if (!opened(op)) return 1; if (op == NULL) return 3; return 0;", b""),
    ("if (!op) return 1; return 0;", b""),
    ("if (opened(op)) return 1; return 0;", b""),
    ("if (!opened(op) || op == error) return 1; return 0;", b""),
    ("if (!opened(op)) return 0; return 1;", b""),
    ("if (op == NULL) return 0; stream = opened(op); return stream == NULL;", b"1"),
    ("stream = opened(op); return !stream;", b"1"),
    ("stream = (Stream *)op; return stream == NULL;", b""),
    ("stream = opened(op); return stream != NULL;", b""),
]


@pytest.mark.parametrize(("body", "value"), NUMBERS)
def test_number_that_says_what_failed(body: str, value: bytes, tmp_path: Path) -> None:
    expected = (b"PyErr_WriteUnraisable(NULL);", b"return " + value + b";") if value else ()

    assert expected == (way_out(*worked("int", body, tmp_path)) or ())


@pytest.mark.parametrize("body", ["{} return 3;", "if (op == NULL) {} return 3;"])
def test_number_behind_an_empty_block(body: str, tmp_path: Path) -> None:
    assert way_out(*worked("int", body, tmp_path)) == (b"PyErr_WriteUnraisable(NULL);", b"return 3;")


def test_what_is_registered_takes_the_gil_for_itself(tmp_path: Path) -> None:
    registered = "Stream *s = opened(op); PyObject_Repr(op); s->read = read_stream; return s;"

    assert not list(gil_problems(*worked("Stream *", registered, tmp_path)))


def test_what_is_called_takes_the_gil_that_nobody_held(tmp_path: Path) -> None:
    called = "return read_stream() ? opened(op) : NULL;"
    (problem,) = gil_problems(*worked("Stream *", called, tmp_path))

    assert "without the GIL" in problem.reason


def test_what_only_registers_may_be_called_without_the_gil(tmp_path: Path) -> None:
    registered = "Stream *s = opened(op); if (error != NULL) s->read = read_stream; return s;"
    (problem,) = gil_problems(*worked("Stream *", registered, tmp_path))

    assert "without the GIL" in problem.reason


def test_what_takes_the_gil_by_a_macro_may_start_without(tmp_path: Path) -> None:
    (problem,) = gil_problems(*worked("Stream *", 'ANY_THREAD_SAYS("no"); return opened(op);', tmp_path))

    assert "without the GIL" in problem.reason


def test_what_is_called_where_a_macro_releases_the_gil(tmp_path: Path) -> None:
    model, function = worked("Stream *", "return opened(op);", tmp_path)
    assert not list(gil_problems(model, function))
    path = tmp_path / "m.c"
    caller = """static void *
read_all(void)
{
    void *stream;
    OTHERS_RUN
    stream = work(error);
    Py_END_ALLOW_THREADS
    return stream;
}

void *table[] = {read_all, """
    path.write_text(path.read_text().replace("void *table[] = {", caller))
    (extension,) = pipeline.load([path], Settings())
    model = pipeline.model_of(extension, Settings(), {})
    (problem,) = gil_problems(model, next(item for item in model.functions.values() if item.name == "work"))

    assert "where the GIL may be released" in problem.reason
