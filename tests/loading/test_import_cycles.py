"""Imports in an initialisation that come back to the extension before it is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.facts.module.import_cycles import import_cycles
from unstatic.settings.config import Settings

SOURCE = """
#include <Python.h>
static PyObject *count(PyObject *module, PyObject *ignored) { Py_RETURN_NONE; }
static PyMethodDef methods[] = { {"count", count, METH_NOARGS, NULL}, {NULL} };
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "_core", NULL, -1, methods };
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *other;
    PyObject *module = PyModule_Create(&def);
    if (module == NULL || PyModule_AddIntConstant(module, "EARLY", 1) < 0) { return NULL; }
    other = PyImport_ImportModule("%s");
    if (other == NULL || PyModule_AddIntConstant(module, "LATE", 2) < 0) { return NULL; }
    Py_DECREF(other);
    return module;
}
"""
SETUP = """
from setuptools import Extension, setup
setup(name="pkg", packages=["pkg"], ext_modules=[Extension("pkg._core", ["pkg/_core.c"])])
"""


def found(folder: Path, imported: str, init: str = "", **files: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cycles of an extension pkg._core that imports *imported*, in a package with *files*."""
    package = folder / "pkg"
    package.mkdir()
    (folder / "setup.py").write_text(SETUP)
    (package / "__init__.py").write_text(init)
    (package / "_core.c").write_text(SOURCE % imported)
    for name, text in files.items():
        (package / f"{name}.py").write_text(text)
    (extension,) = pipeline.load([folder], Settings())
    return [(item.module, item.missing) for item in import_cycles(pipeline.model_of(extension, Settings(), {}))]


@pytest.mark.parametrize(
    "text",
    [
        "from pkg._core import LATE",
        "from ._core import LATE",
        "from . import _core\nx = _core.LATE",
        "from . import deep",
    ],
)
def test_code_that_takes_what_is_added_later(tmp_path: Path, text: str) -> None:
    deep = "import pkg._core\nif True:\n    x = pkg._core.LATE\n"

    assert [("pkg.errors", ("LATE",))] == found(tmp_path, "pkg.errors", errors=text, deep=deep)


@pytest.mark.parametrize(
    "text",
    [
        "from pkg._core import EARLY, count",
        "from . import _core\ndef f():\n    return _core.LATE",
        "def f():\n    from ._core import LATE",
        "import collections",
    ],
)
def test_code_that_takes_what_is_there(tmp_path: Path, text: str) -> None:
    assert [] == found(tmp_path, "pkg.errors", errors=text)


def test_other_code_is_harmless(tmp_path: Path) -> None:
    assert [] == found(tmp_path, "collections.abc")


def test_other_extension_of_the_package(tmp_path: Path) -> None:
    assert [] == found(tmp_path, "pkg._other")


def test_part_of_the_package_that_is_not_here(tmp_path: Path) -> None:
    assert [("pkg.sub.errors", ())] == found(tmp_path, "pkg.sub.errors")


def test_package_that_is_imported_already(tmp_path: Path) -> None:
    init = "from ._core import LATE"

    assert [] == found(tmp_path, "pkg.errors", init, errors="import json")


def test_code_that_the_package_imports_first(tmp_path: Path) -> None:
    init = "from . import errors\nfrom ._core import LATE"

    assert [] == found(tmp_path, "pkg.errors", init, errors="from ._core import LATE")


def made(folder: Path, setup: str, source: Path, *inits: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cycles of the extension that *setup* builds from *source*, which imports `ns.pkg.errors`."""
    (folder / "setup.py").write_text(setup)
    for path in (source, *inits):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("")
    (folder / source).write_text(SOURCE % "ns.pkg.errors")
    (extension,) = pipeline.load([folder], Settings())
    return [(item.module, item.missing) for item in import_cycles(pipeline.model_of(extension, Settings(), {}))]


@pytest.mark.parametrize("text", ["from ns.pkg._core import LATE", "from . import _core\n_core.LATE"])
def test_package_in_a_namespace(tmp_path: Path, text: str) -> None:
    setup = SETUP.replace('"pkg', '"ns.pkg').replace("pkg/", "src/ns/pkg/").replace("ns.src", "src")
    package = tmp_path / "src" / "ns" / "pkg"
    package.mkdir(parents=True)
    (package / "errors.py").write_text(text)

    assert [("ns.pkg.errors", ("LATE",))] == made(
        tmp_path, setup, Path("src/ns/pkg/_core.c"), Path("src/ns/pkg/__init__.py")
    )


def test_other_package_of_the_namespace(tmp_path: Path) -> None:
    setup = SETUP.replace('"pkg', '"ns.other')

    assert [] == made(
        tmp_path, setup.replace("ns.other/", "ns/other/"), Path("ns/other/_core.c"), Path("ns/other/__init__.py")
    )


@pytest.mark.parametrize("text", ["from ns.pkg._core import LATE", ""])
def test_package_in_a_folder_of_another_name(tmp_path: Path, text: str) -> None:
    setup = SETUP.replace('"pkg._core", ["pkg/_core.c"]', '"ns.pkg._core", ["c/_core.c"]').replace(
        'packages=["pkg"]', 'packages=["ns", "ns.pkg"], package_dir={"ns": "python"}'
    )
    package = tmp_path / "python" / "pkg"
    package.mkdir(parents=True)
    (package / "errors.py").write_text(text)
    inits = [Path("python/__init__.py"), Path("python/pkg/__init__.py")]

    assert ([("ns.pkg.errors", ("LATE",))] if text else []) == made(tmp_path, setup, Path("c/_core.c"), *inits)


@pytest.mark.parametrize("text", ["from ns.pkg._core import LATE", ""])
def test_package_that_meson_installs_from_a_folder_of_another_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "meson.build").write_text("name = 'ns' / 'pkg'\nsubdir('python')\n")
    package = tmp_path / "python"
    package.mkdir()
    (package / "meson.build").write_text(
        "sources = files('__init__.py', 'errors.py')\nimport('python').find_installation().install_sources("
        "sources, subdir: name)\n"
    )
    (package / "errors.py").write_text(text)
    setup = SETUP.replace('"pkg._core", ["pkg/_core.c"]', '"ns.pkg._core", ["c/_core.c"]')

    assert ([("ns.pkg.errors", ("LATE",))] if text else []) == made(
        tmp_path, setup, Path("c/_core.c"), Path("python/__init__.py")
    )


HELPERS = """
#include <Python.h>
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, "_core", NULL, -1 };
static int first(void)
{
    PyObject *other = PyImport_ImportModule("pkg.deep");
    Py_XDECREF(other);
    return other == NULL ? -1 : 0;
}
static int last(void)
{
    PyObject *other = PyImport_ImportModule("pkg.errors");
    Py_XDECREF(other);
    return other == NULL ? -1 : 0;
}
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL || %s < 0) { return NULL; }
    if (PyModule_AddIntConstant(module, "LATE", 2) < 0 || %s < 0) { return NULL; }
    return module;
}
"""


@pytest.mark.parametrize(
    ("calls", "missing"), [(("first()", "last()"), "pkg.deep"), (("last()", "first()"), "pkg.errors")]
)
def test_imports_are_looked_at_as_they_run(tmp_path: Path, calls: tuple[str, str], missing: str) -> None:
    errors, deep = "from pkg._core import LATE", "from . import errors"
    package = tmp_path / "pkg"
    package.mkdir()
    for name, text in {"__init__.py": "", "_core.c": HELPERS % calls, "errors.py": errors, "deep.py": deep}.items():
        (package / name).write_text(text)
    (tmp_path / "setup.py").write_text(SETUP)
    (extension,) = pipeline.load([tmp_path], Settings())
    model = pipeline.model_of(extension, Settings(), {})

    assert [(missing, ("LATE",))] == [(item.module, item.missing) for item in import_cycles(model)]
