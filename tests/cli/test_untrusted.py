"""Nothing of a project that is only looked at runs, and none keeps the command from ending."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXTENSION = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "positional_type_without_gc"
SETUP = (
    "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('positional_type_without_gc', ['x.c'])])\n"
)
EVIL = '__attribute__((constructor)) static void f(void) { fclose(fopen("%s", "w")); }\n'

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with an extension."""
    root = tmp_path / "p"
    root.mkdir()
    shutil.copy(EXTENSION / "module.c", root / "x.c")
    (root / "setup.py").write_text(SETUP)
    return root


def unstatic(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "unstatic", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert "Traceback" not in done.stderr, done.stderr
    assert 70 != done.returncode
    return done


def evil(project: Path) -> Path:
    """Return the proof that a library made in the project was loaded, were it."""
    proof = project.parent / "proof"
    (project / "evil.c").write_text("#include <stdio.h>\n" + EVIL % proof)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "evil.so", "evil.c"], cwd=project, check=True)
    (project / "evil.c").unlink()
    return proof


@needs_compiler
def test_a_library_that_the_project_names_is_not_loaded(project: Path) -> None:
    proof = evil(project)
    (project / "pyproject.toml").write_text('[tool.unstatic]\nlibclang = "evil.so"\n')
    done = unstatic(project, "scan", ".")

    assert (2, False) == (done.returncode, proof.exists())
    assert "libclang decides which code runs, so a project can't set it" in done.stderr


@needs_compiler
def test_nor_in_a_batch(project: Path) -> None:
    proof = evil(project)
    (project / "pyproject.toml").write_text('[tool.unstatic]\nlibclang = "evil.so"\n')
    (project / "click.py").write_text(f"open({str(proof)!r}, 'w')\n")
    done = unstatic(project.parent, "batch", "p", "--output", "reports")

    assert (2, False) == (done.returncode, proof.exists())


@needs_compiler
def test_plugins_are_not_loaded(project: Path) -> None:
    proof = evil(project)
    library = str(project / "evil.so")
    (project / "response").write_text(f"-fplugin={library}")
    flags = [f"-fplugin={library}", "-fpass-plugin=" + library, "-Xclang", "-load", "-Xclang", library, "@response"]
    flags += ["-mllvm", f"-load={library}", "--config", "response", "-wrapper", "/bin/false", "-B."]
    entry = {"directory": str(project), "file": "x.c", "arguments": ["./cc", *flags, "-c", "x.c"]}
    (project / "compile_commands.json").write_text(json.dumps([entry]))
    (project / "cc").write_text(f"#!/bin/sh\ntouch {proof}\n")
    (project / "cc").chmod(0o755)
    (project / "setup.py").write_text(SETUP.replace("['x.c']", f"['x.c'], extra_compile_args={flags!r}"))
    done = unstatic(project, "scan", ".")

    assert (0, False) == (done.returncode, proof.exists())


def pipe(name: str) -> Callable[[Path], None]:
    def make(project: Path) -> None:
        (project / name).unlink(missing_ok=True)
        os.mkfifo(project / name)

    return make


def endless(name: str) -> Callable[[Path], None]:
    def make(project: Path) -> None:
        (project / name).unlink(missing_ok=True)
        (project / name).symlink_to("/dev/zero")

    return make


def includes(name: str) -> Callable[[Path], None]:
    def make(project: Path) -> None:
        os.mkfifo(project / "pipe.h")
        data = (project / "x.c").read_text()
        (project / "x.c").write_text(f'#include "{name}"\n{data}')

    return make


def holds(name: str, text: str) -> Callable[[Path], None]:
    def make(project: Path) -> None:
        (project / name).write_text(text)

    return make


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (pipe("pyproject.toml"), 2),
        (endless("pyproject.toml"), 2),
        (pipe("setup.py"), 0),
        (endless("setup.py"), 0),
        (pipe("x.c"), 2),
        (includes("/dev/zero"), 4),
        (includes("pipe.h"), 4),
        (holds("setup.py", SETUP.replace("['x.c']", "['x.c'], extra_compile_args=['-include', '/dev/zero']")), 4),
        (holds("pyproject.toml", "a = " + "[" * 20_000), 2),
        (holds("pyproject.toml", '[project]\nrequires-python = ">=3.' + "1" * 5000 + '"\n'), 0),
        (holds("setup.cfg", "[options]\npython_requires = >=3." + "1" * 5000 + "\n"), 0),
        (holds("setup.py", "python_requires=" + "-" * 50_000 + "1"), 0),
        (holds("compile_commands.json", "[" * 100_000), 0),
        (holds("pyproject.toml", '[tool.unstatic]\ncompile-commands = "/dev/zero"\n'), 2),
        (holds("setup.py", "x = 'Programming Language :: " + "\\n" * 300_000 + "'\n" + SETUP), 0),
    ],
)
def test_the_command_ends(project: Path, make: Callable[[Path], None], code: int) -> None:
    make(project)

    assert code == unstatic(project, "scan", ".").returncode


@pytest.mark.parametrize(
    "text",
    [
        "a = ['x']\n" + "a += a\n" * 60,
        "s = 'x'\n" + "s = s + s\n" * 60,
        "(" * 5_000,
        "extension_module('m', " + "[" * 5_000,
    ],
)
def test_meson_files_that_grow(project: Path, text: str) -> None:
    (project / "setup.py").unlink()
    (project / "meson.build").write_text(f"project('x', 'c')\n{text}\n")

    assert unstatic(project, "scan", ".").returncode in (0, 2, 4)


@pytest.mark.parametrize(
    "text", ["set(A aaaaaaaaaa)\n" + "set(A ${A}${A}${A}${A})\n" * 30, "set(A a;b)\n" + "list(APPEND A ${A})\n" * 60]
)
def test_cmake_files_that_grow(project: Path, text: str) -> None:
    (project / "setup.py").unlink()
    (project / "CMakeLists.txt").write_text(f"project(x)\n{text}\nadd_library(x MODULE ${{A}} x.c)\n")

    assert unstatic(project, "scan", ".").returncode in (0, 2, 4)


def test_a_name_that_a_terminal_would_obey(project: Path) -> None:
    (project / "x.c").rename(project / "\x1b]0;evil\x07.c")
    (project / "setup.py").unlink()
    done = unstatic(project, "scan", ".")

    assert "\\x1b]0;evil\\x07.c" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_an_interrupt_during_the_imports(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n")
    command = [sys.executable, "-m", "unstatic", "scan", "."]
    # Ctrl-C is what it's about, also where a shell lets its background jobs ignore it.
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )

    assert (130, "unstatic: interrupted; no file was left half-written\n") == (done.returncode, done.stderr)
