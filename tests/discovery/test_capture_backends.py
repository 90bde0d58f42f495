"""`--capture` with the build backends that people use, which pip downloads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.corpus

NAME = "positional_type_without_gc"
GOOD = (Path(__file__).resolve().parents[2] / "corpus" / "extensions" / NAME / "module.c").read_text()
NEEDS_HEADER = f'#include "config.h"\n#ifndef HAVE_IT\n#error no config\n#endif\n{GOOD}'
PYPROJECT = """\
[build-system]
requires = [{requires}]
build-backend = "{backend}"
[project]
name = "shelf"
version = "1"
"""
MESON = f"""\
project('shelf', 'c', version: '1')
py = import('python').find_installation(pure: false)
data = configuration_data()
data.set('HAVE_IT', 1)
configure_file(output: 'config.h', configuration: data)
other = static_library('other', 'src/other.c', dependencies: py.dependency())
py.extension_module('{NAME}', 'src/x.c', link_with: other, include_directories: include_directories('.'),
                    dependencies: py.dependency(), install: true, subdir: 'shelf')
"""
CMAKE = f"""\
cmake_minimum_required(VERSION 3.20)
project(shelf C)
configure_file(src/config.h.in config.h)
find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
add_library(other STATIC src/other.c)
set_property(TARGET other PROPERTY POSITION_INDEPENDENT_CODE ON)
python_add_library({NAME} MODULE WITH_SOABI src/x.c)
target_include_directories({NAME} PRIVATE ${{CMAKE_CURRENT_BINARY_DIR}})
target_link_libraries({NAME} PRIVATE other)
install(TARGETS {NAME} DESTINATION shelf)
"""
SETUP = f"""\
from Cython.Build import cythonize
from setuptools import Extension, setup
open("src/config.h", "w").write("#define HAVE_IT 1")
setup(py_modules=[], ext_modules=cythonize([Extension("shelf.made", ["made.pyx"])]) + [
    Extension("shelf.{NAME}", ["src/x.c", "src/other.c"])
])
"""


@pytest.mark.parametrize(
    ("requires", "backend", "files"),
    [
        ("'meson-python'", "mesonpy", {"meson.build": MESON}),
        (
            "'scikit-build-core'",
            "scikit_build_core.build",
            {"CMakeLists.txt": CMAKE, "src/config.h.in": "#define HAVE_IT 1"},
        ),
        (
            "'setuptools', 'Cython'",
            "setuptools.build_meta",
            {"setup.py": SETUP, "made.pyx": "def f(x): return x\n"},
        ),
    ],
    ids=["meson-python", "scikit-build-core", "setuptools and Cython"],
)
def test_backend(tmp_path: Path, requires: str, backend: str, files: dict[str, str]) -> None:
    project = tmp_path / "shelf"
    (project / "src").mkdir(parents=True)
    sources = {"src/x.c": NEEDS_HEADER, "src/other.c": "int other(void) { return 1; }\n"}
    for name, text in {
        **sources,
        **files,
        "pyproject.toml": PYPROJECT.format(requires=requires, backend=backend),
    }.items():
        (project / name).write_text(text)
    (tmp_path / "temporary").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "unstatic", "scan", "--capture", "--format", "json", str(project)],
        env=os.environ | {"TMPDIR": str(tmp_path / "temporary")},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert 0 == done.returncode, done.stderr
    (found,) = json.loads(done.stdout)["extensions"]

    assert (f"shelf.{NAME}", "migrated") == (found["name"], found["outcome"])
    assert ["src/other.c", "src/x.c"] == sorted(found["files"])
    assert [] == list((tmp_path / "temporary").iterdir())
