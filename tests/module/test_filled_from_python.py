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
SETUP = """
from setuptools import Extension, setup
setup(name="pkg", packages=["pkg"], ext_modules=[Extension("pkg._core", ["pkg/_core.c"])])
"""


def told(folder: Path, init: str) -> str:
    """Return how an extension pkg._core can be loaded after its migration, in a package that does this."""
    package = folder / "pkg"
    package.mkdir(exist_ok=True)
    (folder / "setup.py").write_text(SETUP)
    (package / "__init__.py").write_text(init)
    (package / "_core.c").write_text(SOURCE)
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
