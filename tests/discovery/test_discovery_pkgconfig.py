"""Libraries that a build file asks pkg-config for by a literal name bring their folders and macros."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from unstatic.project.discovery import installed
from unstatic.project.discovery.formats import cmake, meson, pkgconfig
from unstatic.project.discovery.setup_py import evaluator

ANSWER = "-I/opt/shelf/include -DSHELF=1 -L/opt/shelf/lib -lshelf"
FOUND = ("-I/opt/shelf/include", "-DSHELF=1")
PROGRAM = f"""#!/bin/sh
echo "$@" >>"$0.log"
for name; do :; done
[ "$name" = shelf ] && echo '{ANSWER}'
"""


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a pkg-config in front that knows one library, `shelf`; it logs what it's asked."""
    script = tmp_path / "bin" / "pkg-config"
    script.parent.mkdir()
    script.write_text(PROGRAM)
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}:/usr/bin:/bin")
    pkgconfig.needs.cache_clear()
    return script


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess\nf = subprocess.check_output(['pkg-config', '--cflags', 'shelf']).decode().split()",
        "import subprocess\nf = subprocess.getoutput('pkg-config --cflags shelf').split()",
        "import os\nf = os.popen('pkg-config --cflags --libs shelf gone').read().split()",
        "import pkgconfig\nf = pkgconfig.parse('shelf')['include_dirs']",
        "import pkgconfig\nf = pkgconfig.cflags('shelf').split()",
        "from x import flags\ndef pkg_config(*a): return flags(a)\nf = pkg_config('--cflags', 'shelf')",
        "from build import flags\nf = flags()",
    ],
)
def test_setup_py(tmp_path: Path, line: str) -> None:
    (tmp_path / "m.c").touch()
    (tmp_path / "build.py").write_text(
        "import subprocess\ndef flags(): return subprocess.getoutput('pkg-config shelf')\n"
    )
    (tmp_path / "setup.py").write_text(
        "from setuptools import setup, Extension\n"
        f"{line}\nsetup(ext_modules=[Extension('m', ['m.c'], extra_compile_args=f)])\n"
    )
    (found,) = evaluator.read(tmp_path)

    assert found.arguments == FOUND
    assert found.libraries == ("shelf",)
    assert "pkg-config was asked about what setup.py asks it for: shelf" in found.notes


def test_only_names_reach_it(tmp_path: Path, program: Path) -> None:
    (tmp_path / "m.c").touch()
    (tmp_path / "setup.py").write_text(
        "from setuptools import setup, Extension\nimport subprocess, sys\n"
        "f = subprocess.getoutput('pkg-config --define-variable=x=y ;touch$IFS/tmp/proof `id` $(id) -- ../x shelf')\n"
        "setup(ext_modules=[Extension('m', ['m.c'], extra_compile_args=f)])\n"
    )
    evaluator.read(tmp_path)

    asked = program.with_name("pkg-config.log").read_text().splitlines()
    assert ["--cflags --libs shelf"] == asked


def test_known_extension_needs_no_question(tmp_path: Path, program: Path) -> None:
    (tmp_path / "m.c").touch()
    (tmp_path / "setup.py").write_text(
        "from setuptools import setup, Extension\nimport sys\n"
        "if sys.platform == 'win32':\n    f = pkgconfig('shelf')\n"
        "setup(ext_modules=[Extension('m', ['m.c'])])\n"
    )
    (found,) = evaluator.read(tmp_path)

    assert (found.arguments, program.with_name("pkg-config.log").exists()) == ((), False)


def test_meson(tmp_path: Path) -> None:
    (tmp_path / "m.c").touch()
    (tmp_path / "meson.build").write_text("py.extension_module('m', 'm.c', dependencies: [dependency('shelf')])\n")
    (found,) = meson.read(tmp_path)

    assert found.arguments == FOUND


def test_cmake(tmp_path: Path) -> None:
    (tmp_path / "m.c").touch()
    (tmp_path / "include").mkdir()
    pkgconfig.needs.cache_clear()
    program = tmp_path / "bin" / "pkg-config"
    program.write_text(PROGRAM.replace("/opt/shelf/include", str(tmp_path / "include")))
    (tmp_path / "CMakeLists.txt").write_text(
        "pkg_check_modules(SHELF REQUIRED IMPORTED_TARGET shelf>=1.0)\nPython_add_library(m MODULE m.c)\n"
    )
    (found,) = cmake.read(tmp_path)

    assert found.arguments == (f"-I{tmp_path}/include",)


def test_headers_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site" / "numpy" / "_core" / "include"
    folder.mkdir(parents=True)
    (tmp_path / "site" / "numpy" / "__init__.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    # What draws plots may have imported the real one.
    monkeypatch.delitem(sys.modules, "numpy", raising=False)
    (tmp_path / "m.c").touch()
    (tmp_path / "setup.py").write_text(
        "from setuptools import setup, Extension\nimport numpy as np\n"
        "setup(ext_modules=[Extension('m', ['m.c'], include_dirs=[np.get_include()])])\n"
    )
    (found,) = evaluator.read(tmp_path)

    assert (found.arguments, found.notes) == ((f"-I{folder}",), ())
    assert installed.include_folders("no_such_package.get_include") is None
