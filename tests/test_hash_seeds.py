"""Diffs and reports don't depend on the order in which sets happen to be walked, which differs per process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXTENSIONS = Path(__file__).resolve().parents[1] / "corpus" / "extensions"
SEEDS = ("0", "1", "2")
FOLDERS = ("header_shared_types_and_exceptions", "same_named_statics_in_two_units")
USERS = "abcdefgh"
# Each of several exported functions that nothing calls would do as the reason why both variables stay.
MODULE = """\
#include <Python.h>

void count(PyObject *value);
%(prototypes)s
static PyObject *kept = NULL;
static PyObject *other = NULL;

void
count(PyObject *value)
{
    Py_XDECREF(kept);
    Py_XDECREF(other);
    Py_INCREF(value);
    kept = value;
    Py_INCREF(value);
    other = value;
}

static PyObject *
m_store(PyObject *module, PyObject *value)
{
    count(value);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"store", m_store, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&def);
}
"""
OTHER = """\
#include <Python.h>

void count(PyObject *value);
%(prototypes)s
%(functions)s
"""
SETUP = """\
from setuptools import Extension, setup
setup(ext_modules=[Extension(%r, %r)])
"""


def _project(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    units = sorted(name for name in files if name.endswith((".c", ".cpp")))
    (folder / "setup.py").write_text(SETUP % (folder.name, units))
    for name, data in files.items():
        (folder / name).write_bytes(data)


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of projects: small extensions, and one in which much that nothing calls reaches what may move."""
    root = tmp_path_factory.mktemp("projects")
    for name in FOLDERS:
        found = (path for path in (EXTENSIONS / name).glob("*.[ch]") if ".after" not in path.name)
        _project(root / name, {path.name: path.read_bytes() for path in found if path.name != "after.c"})
    exported = '__attribute__((visibility("default")))'
    prototypes = "".join(f"{exported} void use_{letter}(PyObject *value);\n" for letter in USERS)
    functions = "\n".join(f"void\nuse_{letter}(PyObject *value)\n{{\n    count(value);\n}}" for letter in USERS)
    written = {"m.c": MODULE % {"prototypes": prototypes}}
    written["other.c"] = OTHER % {"prototypes": prototypes, "functions": functions}
    _project(root / "m", {name: text.encode() for name, text in written.items()})
    return root


def test_every_process_tells_the_same(projects: Path, tmp_path: Path) -> None:
    """The diff, the report and what is printed beside them are equal to the byte with every seed."""
    first, *others = (_told("diff", projects, seed, tmp_path) for seed in SEEDS)
    diff, report, _ = first
    assert diff.count(b"diff --git") > len(FOLDERS)
    assert b"nothing here calls it" in report
    for seed, found in zip(SEEDS[1:], others, strict=True):
        assert found == first, f"PYTHONHASHSEED={seed} gives something else than {SEEDS[0]}"


@pytest.fixture(scope="module")
def extensions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a project for every other one of the small extensions, made of all its sources."""
    root = tmp_path_factory.mktemp("extensions")
    for folder in sorted(path for path in EXTENSIONS.iterdir() if path.is_dir())[::2]:
        found = [path for path in folder.rglob("*.[ch]*") if path.stem != "after" and ".after" not in path.name]
        _project(root / folder.name, {path.name: path.read_bytes() for path in found})
    return root


def test_every_process_names_the_same_reasons(extensions: Path, tmp_path: Path) -> None:
    """What is told of the small extensions, places and reasons included, is equal to the byte with every seed."""
    first, *others = (_told("scan", extensions, seed, tmp_path) for seed in SEEDS[:2])

    assert len(json.loads(first[1])["extensions"]) >= len(list(extensions.iterdir()))
    assert [first] == others


def _told(command: str, projects: Path, seed: str, folder: Path) -> tuple[bytes, bytes, bytes]:
    report = folder / "report.json"
    words = [sys.executable, "-m", "unstatic", command, "--jobs", "1", "--report", str(report)]
    done = subprocess.run(
        [*words, *map(str, sorted(projects.iterdir()))],
        capture_output=True,
        # A cache of its own: nothing is read that another seed made.
        env={**os.environ, "PYTHONHASHSEED": seed, "UNSTATIC_CACHE_DIR": str(folder / f"cache-{seed}")},
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    # How often progress is told depends on the machine.
    return done.stdout, report.read_bytes(), re.sub(rb"\d+ of \d+ extensions? done, \d+ s\n", b"", done.stderr)
