"""What Python code fills once, a module that is imported again alone lacks: reports and `verify` say so."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from harness.compiler import compile_module

from unstatic import pipeline
from unstatic.facts.trust.python_code import may_import
from unstatic.settings.config import Settings
from unstatic.system.building import interpreters
from unstatic.verify import recipes
from unstatic.verify.children import Effort, Json, Subject, run_probes
from unstatic.verify.recipes import Call, Recipe, Recording

CONVERSION = Path(__file__).parents[2] / "corpus" / "conversions" / "_harbour"

SOURCE = """
#include <Python.h>
static PyObject *hook, *table, *pattern, *cached, *defaults, *this;
static struct PyModuleDef def;
static PyObject *set_hook(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(hook, value);
    Py_RETURN_NONE;
}
static PyObject *get_hook(PyObject *module, PyObject *ignored)
{
    if (hook == NULL) { PyErr_SetString(PyExc_LookupError, "no hook"); return NULL; }
    Py_INCREF(hook);
    return hook;
}
static PyObject *get_table(PyObject *module, PyObject *ignored)
{
    if (table == NULL) {
        PyObject *self = PyState_FindModule(&def);
        if (self == NULL) { return NULL; }
        table = PyObject_GetAttrString(self, "table");
        if (table == NULL) { return NULL; }
    }
    Py_INCREF(table);
    return table;
}
static PyObject *get_pattern(PyObject *module, PyObject *ignored)
{
    if (pattern == NULL && (pattern = PyObject_GetAttrString(this, "pattern")) == NULL) { return NULL; }
    Py_INCREF(pattern);
    return pattern;
}
static PyObject *get_cached(PyObject *module, PyObject *key)
{
    if (cached == NULL && (cached = PyDict_New()) == NULL) { return NULL; }
    Py_INCREF(cached);
    return cached;
}
static PyObject *get_defaults(PyObject *module, PyObject *ignored)
{
    Py_INCREF(defaults);
    return defaults;
}
static PyObject *get_cached_again(PyObject *module, PyObject *ignored) { return get_cached(module, ignored); }
static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL}, {"get_hook", get_hook, METH_NOARGS, NULL},
    {"get_table", get_table, METH_NOARGS, NULL}, {"get_pattern", get_pattern, METH_NOARGS, NULL},
    {"get_cached", get_cached, METH_O, NULL}, {"get_defaults", get_defaults, METH_NOARGS, NULL},
    {"get_cached_again", get_cached_again, METH_NOARGS, NULL}, {NULL}
};
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "_core", NULL, -1, methods };
PyMODINIT_FUNC PyInit__core(void)
{
    this = PyModule_Create(&def);
    if (this == NULL) { return NULL; }
    defaults = PyDict_New();
    Py_XINCREF(defaults);
    if (PyModule_AddObject(this, "defaults", defaults) < 0) { return NULL; }
    return this;
}
"""
CHANGEABLE = """
#include <Python.h>
typedef struct { PyObject_HEAD } Box;
static PyTypeObject Meta_Type, Box_Type;
static int Meta_setattro(PyObject *type, PyObject *name, PyObject *value)
{
    if (strcmp(PyUnicode_AsUTF8(name), "most") != 0) {
        return PyType_Type.tp_setattro(type, name, value);
    }
    if (PyDict_SetItem(((PyTypeObject *)type)->tp_dict, name, value) < 0) { return -1; }
    PyType_Modified((PyTypeObject *)type);
    return 0;
}
static PyObject *Box_get_most(PyObject *self, PyObject *ignored)
{
    return PyObject_GetAttrString((PyObject *)Py_TYPE(self), "most");
}
static PyMethodDef Box_methods[] = {{"get_most", Box_get_most, METH_NOARGS, NULL}, {NULL}};
static PyTypeObject Meta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "pkg._core.Meta", .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &PyType_Type, .tp_setattro = Meta_setattro,
};
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(&Meta_Type, 0) .tp_name = "pkg._core.Box", .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew, .tp_methods = Box_methods,
};
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "_core", NULL, -1, NULL };
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module;
    Meta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&Meta_Type) < 0 || PyType_Ready(&Box_Type) < 0) { return NULL; }
    module = PyModule_Create(&def);
    if (module == NULL) { return NULL; }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) { return NULL; }
    return module;
}
"""
SETUP = """
from setuptools import Extension, setup
setup(name="pkg", packages=["pkg"], ext_modules=[Extension("pkg._core", ["pkg/_core.c"])])
"""


def told(folder: Path, init: str, source: str = SOURCE) -> str:
    """Return how an extension pkg._core can be loaded after its migration, in a package that does this."""
    package = folder / "pkg"
    package.mkdir(exist_ok=True)
    (folder / "setup.py").write_text(SETUP)
    (package / "__init__.py").write_text(init)
    (package / "_core.c").write_text(source)
    settings = Settings()
    (extension,) = pipeline.load([folder], settings)
    report = pipeline.run(extension, settings).report

    assert "migrated" == report.outcome
    return report.loading


@pytest.mark.parametrize(
    ("init", "name"),
    [
        ("from pkg import _core\n_core.set_hook(len)\n", "what set_hook() was given"),
        ("import pkg._core\npkg._core.set_hook(len)\n", "what set_hook() was given"),
        ("from ._core import set_hook as prepare\nprepare(len)\n", "what set_hook() was given"),
        ("from . import _core\ndef prepare():\n    _core.table = {}\nprepare()\n", "table"),
        ("from . import _core\nsetattr(_core, 'table', {})\n", "table"),
        ("from . import _core\n_core.pattern = 'a*'\n", "pattern"),
        ("from ._core import defaults as found\nfound['a'] = 1\n", "defaults"),
        ("from . import _core\n_core.defaults.update(a=1)\n", "defaults"),
    ],
)
def test_what_is_filled_once_is_told(tmp_path: Path, init: str, name: str) -> None:
    line = init.count("\n") if "def " not in init else 3

    assert (
        f"imported again alone, it lacks {name}: pkg/__init__.py:{line} fills the first one only; the process kept it"
    ) == told(tmp_path, init)


@pytest.mark.parametrize(
    "init",
    [
        "from ._core import *\n",
        "from . import _core\n_core.get_cached('a')\n",
        "from . import _core\ndef prepare():\n    _core.set_hook(len)\n",
        "from . import _core\n_core.label = 'text'\n",
        "from . import _other\n_other.set_hook(len)\n",
        "from . import _core\n_core.get_defaults().update(a=1)\n",
        "from ._core import defaults\ndef fill():\n    defaults['a'] = 1\n",
        "defaults = {}\ndefaults.update(a=1)\n",
    ],
)
def test_what_is_filled_by_its_users_is_not(tmp_path: Path, init: str) -> None:
    assert "" == told(tmp_path, init)


@pytest.mark.parametrize(
    ("init", "line"),
    [
        ("from ._core import Box\nBox.most = 5\n", 2),
        ("from . import _core\ndef prepare(name):\n    cls = getattr(_core, name)\n    cls.most = 5\n", 4),
        ("from ._core import Box\nsetattr(Box, 'most', 5)\n", 2),
    ],
)
def test_what_is_set_on_types_once_is_told(tmp_path: Path, init: str, line: int) -> None:
    assert (
        f"imported again alone, its types lack most: pkg/__init__.py:{line} sets what the first ones have only; "
        "the process kept it"
    ) == told(tmp_path, init, CHANGEABLE)


@pytest.mark.parametrize(
    ("init", "source"),
    [
        ("from ._core import Box\nBox.least = 5\n", CHANGEABLE),
        ("class Own:\n    def __init__(self):\n        self.most = 5\n", CHANGEABLE),
        (
            "from ._core import Box\nBox.most = 5\n",
            CHANGEABLE.replace(".tp_setattro = Meta_setattro", ".tp_itemsize = 0"),
        ),
    ],
)
def test_what_no_type_is_asked_for_is_not(tmp_path: Path, init: str, source: str) -> None:
    assert "" == told(tmp_path, init, source)


def test_what_an_example_fills_is_not_the_packages_doing(tmp_path: Path) -> None:
    examples = tmp_path / "pkg" / "examples"
    examples.mkdir(parents=True)
    (examples / "first.py").write_text("from pkg import _core\n_core.set_hook(len)\n")

    assert "" == told(tmp_path, "")


@pytest.mark.parametrize(
    ("version", "ended"),
    [
        ("before", "ok"),
        ("right", "ok"),
        ("G146-appointed-once", "guide('Anna') raised LookupError: nobody was appointed, in the second module only"),
    ],
)
def test_recorded_calls_of_a_second_module(version: str, ended: str, tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    shutil.copytree(CONVERSION, folder)
    if version not in ("before", "right"):
        command = ["patch", "-p1", "-s", "-i", str(folder / "wrong" / f"{version}.diff")]
        subprocess.run(command, cwd=folder, check=True)
    source = (folder / ("before.c" if version == "before" else "right.c")).read_bytes()
    python = interpreters.at(Path(sys.executable))
    assert python is not None
    build = compile_module({"_harbour.c": source}, ["_harbour.c"], "_harbour", python, tmp_path)
    recording = Recording("_harbour", (Recipe("", (), (), Call("guide", "'Anna'")),))

    subject = Subject("_harbour", (build.folder, folder / "python"), recipes.source(recording))
    seen, _ = run_probes(python.executable, (), ("reimport",), subject, Effort(quick=True, timeout=60))

    assert {"again after its package": ended} == only(seen["reimport"], "again after its package")


def test_attributes_of_types_in_a_second_module(tmp_path: Path) -> None:
    told(tmp_path, "from ._core import Box\nBox.most = 5\n", CHANGEABLE)
    (extension,) = pipeline.load([tmp_path], Settings())
    migrated = dict(pipeline.run(extension, Settings()).after)
    python = interpreters.at(Path(sys.executable))
    assert python is not None
    endings = []
    for source in (CHANGEABLE.encode(), migrated[Path("pkg/_core.c")]):
        build = compile_module({"_core.c": source}, ["_core.c"], "_core", python, tmp_path)
        shutil.copy(next(build.folder.glob("_core*")), tmp_path / "pkg")
        subject = Subject("pkg._core", (tmp_path,), "def exercise(module):\n    return [module.Box()]\n")
        seen, _ = run_probes(python.executable, (), ("reimport",), subject, Effort(quick=True, timeout=60))
        endings.append(only(seen["reimport"], "again after its package"))

    assert [
        {"again after its package": "ok"},
        {"again after its package": "Box.most, in the first module only"},
    ] == endings


def only(outcome: Json, key: str) -> dict[str, Json]:
    """Return what a probe says of one thing."""
    value = outcome.get("value") if isinstance(outcome, dict) else None
    return {key: value[key]} if isinstance(value, dict) else {}


@pytest.mark.parametrize(
    ("text", "name", "is_told"),
    [
        ("import one", "one", True),
        ("import package.one as x, two", "one", True),
        ("# import one\nx = 1 # one\nimport two", "one", False),
        ("import two; one = 1", "one", False),
        ("try:import one\nexcept ImportError:pass", "one", True),
        ("x = 1; from package import \\\n two, \\\n one", "package.one", True),
        ("from package import (two, # :)\n  one)", "one", True),
        ("from .one import two", "one", True),
        ("from . import two\none = 1", "one", True),
        ("from .\\\n.. import two\none = 1", "one", True),
        ("from .two import three\none = 1", "one", False),
        ("from . import two", "one", False),
        ("import ones\rimport one", "one", True),
        ("import ones", "one", False),
    ],
)
def test_text_tells_which_files_may_import_an_extension(text: str, name: str, is_told: bool, tmp_path: Path) -> None:
    source = tmp_path / "about.py"
    source.write_bytes(text.encode())

    assert may_import(source, name) == is_told
