"""How time and memory grow with the size of an extension, and with the number of extensions: generated C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.costs import Command, Cost, Failed

_UNIT = """\
#include <Python.h>

static PyObject *%(name)s_error;
static PyObject *%(name)s_names[2];

typedef struct {
    PyObject_HEAD
    PyObject *value;
} %(name)s_Object;

static PyTypeObject %(name)s_Type;

static PyObject *
%(name)s_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    %(name)s_Object *self;
    PyObject *value = Py_None;

    if (!PyArg_ParseTuple(args, "|O:%(name)s", &value)) {
        PyErr_SetString(%(name)s_error, "one value at most");
        return NULL;
    }
    self = (%(name)s_Object *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
%(name)s_dealloc(%(name)s_Object *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
%(name)s_repr(%(name)s_Object *self)
{
    return PyUnicode_FromFormat("<%(name)s %%R of %%R>", self->value, %(name)s_names[0]);
}

static PyTypeObject %(name)s_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "%(name)s.Box",
    .tp_basicsize = sizeof(%(name)s_Object),
    .tp_dealloc = (destructor)%(name)s_dealloc,
    .tp_repr = (reprfunc)%(name)s_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = %(name)s_new,
};

static struct PyModuleDef %(name)s_def = {PyModuleDef_HEAD_INIT, "%(name)s", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_%(name)s(void)
{
    PyObject *module;

    if (PyType_Ready(&%(name)s_Type) < 0)
        return NULL;
    module = PyModule_Create(&%(name)s_def);
    if (module == NULL)
        return NULL;
    %(name)s_names[0] = PyUnicode_InternFromString("%(name)s");
    %(name)s_error = PyErr_NewException("%(name)s.error", NULL, NULL);
    Py_XINCREF(%(name)s_error);
    if (PyModule_AddObject(module, "error", %(name)s_error) < 0) {
        Py_XDECREF(%(name)s_error);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&%(name)s_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&%(name)s_Type) < 0) {
        Py_DECREF(&%(name)s_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""


@dataclass(frozen=True, slots=True)
class Point:
    """What a run over a project of *units* extensions, of one source each, cost."""

    units: int
    cost: Cost


def write(folder: Path, units: int) -> Path:
    """Return a project of that many extensions in *folder*."""
    root = folder / f"scale{units}"
    root.mkdir(parents=True, exist_ok=True)
    names = [f"unit{number:04}" for number in range(units)]
    for name in names:
        (root / f"{name}.c").write_text(_UNIT % {"name": name}, encoding="utf-8")
    lines = [f"    Extension({name!r}, [{name + '.c'!r}])," for name in names]
    text = ["from setuptools import Extension, setup", "", "setup(ext_modules=[", *lines, "])", ""]
    (root / "setup.py").write_text("\n".join(text), encoding="utf-8")
    return root


def measure(
    folder: Path,
    sizes: Sequence[int],
    argv: Sequence[str],
    cost_of: Callable[[Iterable[Command]], Cost],
    tell: Callable[[str], None],
) -> tuple[list[Point], str]:
    """Return the cost of *argv*, with a project behind it, for each size, and what went wrong if something did."""
    points: list[Point] = []
    for units in sizes:
        tell(f"{units} sources")
        try:
            points.append(Point(units, cost_of([Command((*argv, str(write(folder, units))))])))
        except Failed as error:
            return points, str(error)
    return points, ""


def plot(series: dict[str, list[Point]], path: Path) -> None:
    """Draw seconds and memory over the number of sources. Raises ImportError without matplotlib."""
    import matplotlib

    matplotlib.use("svg")
    # Equal figures give an equal file.
    matplotlib.rcParams["svg.hashsalt"] = "unstatic"
    from matplotlib import pyplot

    figure, (time, memory) = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for name, points in series.items():
        sizes = [point.units for point in points]
        time.plot(sizes, [point.cost.cpu for point in points], marker="o", label=name)
        memory.plot(sizes, [point.cost.peak for point in points], marker="o", label=name)
    time.set(xscale="log", yscale="log", xlabel="sources", ylabel="seconds of processors")
    memory.set(xscale="log", xlabel="sources", ylabel="largest size of a process in MB", ylim=(0, None))
    for axes in (time, memory):
        axes.grid(visible=True, which="both", alpha=0.25)
        axes.legend()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
