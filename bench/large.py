"""One large generated source of each kind that might take more time than its size explains.

`python -m bench.large FOLDER` writes them, `python -m bench.large FOLDER --measure` also runs `unstatic scan` over half
of each and over all of it, and prints how the time grows.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

_HEAD = "#include <Python.h>\n\n"
_END = """
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "big", NULL, -1, %(methods)s};

PyMODINIT_FUNC
PyInit_big(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
%(body)s    return module;
}
"""
_FUNCTION = """
static int
step_%(n)d(int value)
{
    int result = value + %(n)d;

    if (result > 100)
        result -= 100;
    return result;
}
"""
_GLOBAL = """
static PyObject *name_%(n)d;

static PyObject *
get_%(n)d(PyObject *module, PyObject *unused)
{
    Py_INCREF(name_%(n)d);
    return name_%(n)d;
}
"""
_METHOD = """
static PyObject *
method_%(n)d(PyObject *module, PyObject *argument)
{
    return PyObject_Repr(argument);
}
"""
_TYPE = """
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Box_%(n)d;

static void
Box_%(n)d_dealloc(Box_%(n)d *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_%(n)d_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "big.Box_%(n)d",
    .tp_basicsize = sizeof(Box_%(n)d),
    .tp_dealloc = (destructor)Box_%(n)d_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
"""


def lines(count: int) -> str:
    """Return a module of about *count* lines that nothing has to be done about."""
    functions = "".join(_FUNCTION % {"n": number} for number in range(count // 10))
    return _HEAD + functions + _END % {"methods": "NULL", "body": ""}


def objects(count: int) -> str:
    """Return a module with *count* global objects, each of which one function uses."""
    body = "".join(
        f'    name_{n} = PyUnicode_FromString("{n}");\n    if (name_{n} == NULL)\n        return NULL;\n'
        for n in range(count)
    )
    functions = "".join(_GLOBAL % {"n": number} for number in range(count))
    return _HEAD + functions + _table("get", "METH_NOARGS", count) + _END % {"methods": "methods", "body": body}


def methods(count: int) -> str:
    """Return a module with *count* functions."""
    functions = "".join(_METHOD % {"n": number} for number in range(count))
    return _HEAD + functions + _table("method", "METH_O", count) + _END % {"methods": "methods", "body": ""}


def types(count: int) -> str:
    """Return a module with *count* static types."""
    body = "".join(
        f"    if (PyType_Ready(&Box_{n}_Type) < 0)\n        return NULL;\n    Py_INCREF(&Box_{n}_Type);\n"
        f'    if (PyModule_AddObject(module, "Box_{n}", (PyObject *)&Box_{n}_Type) < 0)\n        return NULL;\n'
        for n in range(count)
    )
    return _HEAD + "".join(_TYPE % {"n": number} for number in range(count)) + _END % {"methods": "NULL", "body": body}


def bomb(depth: int) -> str:
    """Return a macro that expands to ten to the power of *depth* tokens."""
    steps = "".join(f"#define A{n} {' '.join([f'A{n - 1}'] * 10)}\n" for n in range(1, depth + 1))
    return f"{_HEAD}#define A0 +1\n{steps}\nint total = 0 A{depth};\n" + _END % {"methods": "NULL", "body": ""}


def _table(name: str, flags: str, count: int) -> str:
    rows = "".join(f'    {{"{name}_{n}", {name}_{n}, {flags}, NULL}},\n' for n in range(count))
    return f"\nstatic PyMethodDef methods[] = {{\n{rows}    {{NULL, NULL, 0, NULL}}\n}};\n"


KINDS: dict[str, tuple[Callable[[int], str], int]] = {
    "lines": (lines, 200_000),
    "objects": (objects, 2_000),
    "methods": (methods, 10_000),
    "types": (types, 500),
    "bomb": (bomb, 9),
}
"""What makes the source of each kind, and how large it is asked to be."""


def write(folder: Path, kind: str, size: int) -> Path:
    """Return a source of a kind and size in *folder*."""
    path = folder / f"{kind}{size}" / "big.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(KINDS[kind][0](size), encoding="utf-8")
    return path


def _seconds(path: Path) -> float:
    start = time.monotonic()
    argv = [sys.executable, "-m", "unstatic", "scan", "--no-cache", "--quiet", str(path)]
    subprocess.run(argv, stdout=subprocess.DEVNULL, check=False)
    return time.monotonic() - start


def main(folder: Path, kinds: tuple[str, ...], *, measured: bool) -> None:
    """Write the sources of some *kinds*, and print what `scan` takes for half of each and for all of it."""
    for kind in kinds or tuple(KINDS):
        size = KINDS[kind][1]
        paths = [write(folder, kind, part) for part in ((size,) if kind == "bomb" else (size // 2, size))]
        found = " -> ".join(f"{_seconds(path):.1f} s" for path in paths) if measured else "written"
        print(f"{kind}: {size}: {found}", flush=True)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        tuple(word for word in sys.argv[2:] if not word.startswith("-")),
        measured="--measure" in sys.argv,
    )
