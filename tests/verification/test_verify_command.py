"""`unstatic verify` and `unstatic migrate --verify`, from the command line to the exit code."""

from __future__ import annotations

import contextlib
import errno
import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

import pytest
from harness.compiler import compile_module, has_compiler

from unstatic.cli import main
from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify import verification
from unstatic.verify.building import builds, sanitizer
from unstatic.verify.children import Effort, Observation, Subject, observe
from unstatic.verify.verdict import CHECKS

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
SHELF = CORPUS / "conversions" / "shelf"
EXERCISE = str(SHELF / "exercise.py")
BITS = "leaf_type_with_sizeof"
# The first that is here; the others are for machines that have only one.
MINORS = ("3.12", "3.13", "3.11", "3.10", "3.9")

CRASHES = "#include <Python.h>\nPyMODINIT_FUNC PyInit_shelf(void) { abort(); }\n"
SAYS_NOTHING = "#include <Python.h>\n#include <unistd.h>\nPyMODINIT_FUNC PyInit_shelf(void) { _exit(0); }\n"
DOES_NOT_COMPILE = "#include <Python.h>\nint oops(void) { return nowhere; }\n"

# What pip would take half a minute for.
BUILD = """
import pathlib, shlex, subprocess, sys, sysconfig, zipfile
(source,) = pathlib.Path().glob("*.c")
get = sysconfig.get_config_var
library = source.stem + get("EXT_SUFFIX")
flags = [*shlex.split(get("CFLAGS")), "-fPIC", "-shared", "-I" + sysconfig.get_paths()["include"]]
done = subprocess.run([*shlex.split(get("CC")), *flags, "-o", library, str(source)])
if done.returncode:
    sys.exit(1)
with zipfile.ZipFile(pathlib.Path(sys.argv[1], source.stem + "-1-py3-none-any.whl"), "w") as wheel:
    wheel.write(library)
    info = source.stem + "-1.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: " + source.stem + "\\nVersion: 1\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
"""
BUILT_BY_HAND = ("--build", "{py} build.py {out}")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it printed."""

    code: int
    output: str
    errors: str


def quick_environment(python: Interpreter, folder: Path, log: Path) -> Path:
    """Make a real environment, but with the interpreter's own pip: installing one takes seconds, three times a run."""
    command = [str(python.executable), "-m", "venv", "--without-pip", "--system-site-packages", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "bin" / "python"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, python: Interpreter) -> None:
    """Make environments quickly, where the interpreter has a pip to lend."""
    if not subprocess.run([python.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        monkeypatch.setattr(builds, "environment_of", quick_environment)


@pytest.fixture
def few_probes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use only the probes that matter to a test: these two, and those that it names."""
    wanted = ("import", "definition", *getattr(request, "param", ()))

    def look(python: Path, subject: Subject, effort: Effort) -> Observation:
        assert set(wanted) <= set(effort.plain)
        return observe(python, subject, replace(effort, plain=wanted, strict=("import",)))

    monkeypatch.setattr(verification, "observe", look)


@pytest.fixture(scope="session")
def python() -> Interpreter:
    found = next((python for minor in MINORS if (python := interpreters.find(minor)) is not None), None)
    if found is None:
        pytest.skip(f"none of Python {', '.join(MINORS)} with headers here")
    if not has_compiler(found):
        pytest.skip(f"no compiler {found.compiler[0]} here")
    return found


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where everything temporary goes."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def wrong_source(mistake: str, conversion: Path = SHELF) -> bytes:
    """Return the right conversion, of the shelf if it isn't said, with one mistake."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "right.c").write_bytes((conversion / "right.c").read_bytes())
        diff = (conversion / "wrong" / f"{mistake}.diff").read_bytes()
        subprocess.run(["patch", "-p1", "--silent"], input=diff, cwd=folder, check=True)
        return (Path(folder) / "right.c").read_bytes()


def library(source: bytes | str, python: Interpreter, cache: Path, name: str = "shelf") -> Path:
    """Return the compiled module."""
    text = source.encode() if isinstance(source, str) else source
    build = compile_module({f"{name}.c": text}, [f"{name}.c"], name, python, cache)
    assert build.compiled, build.log
    return build.library


@pytest.fixture(scope="session")
def cache(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.getfixturevalue("builds")
    return folder


@pytest.fixture(scope="session")
def before(python: Interpreter, cache: Path) -> Path:
    return library((SHELF / "before.c").read_bytes(), python, cache)


@pytest.fixture(scope="session")
def right(python: Interpreter, cache: Path) -> Path:
    return library((SHELF / "right.c").read_bytes(), python, cache)


def wheel(library: Path, folder: Path) -> Path:
    """Return a wheel that holds one library."""
    folder.mkdir(parents=True)
    name = library.name.partition(".")[0]
    made = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.write(library, library.name)
        archive.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        archive.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n")
        archive.writestr(f"{name}-1.dist-info/RECORD", "")
    return made


def project(folder: Path, source: bytes | str, name: str = "shelf") -> Path:
    """Return a project of one C file, to be built by pip or by BUILD."""
    folder.mkdir(parents=True)
    (folder / f"{name}.c").write_bytes(source.encode() if isinstance(source, str) else source)
    (folder / "build.py").write_text(BUILD)
    (folder / "setup.py").write_text(
        "from setuptools import Extension, setup\n"
        f"setup(name={name!r}, version='1', py_modules=[], ext_modules=[Extension({name!r}, ['{name}.c'])])\n"
    )
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def run(python: Interpreter, capfd: pytest.CaptureFixture[str]) -> Runner:
    return Runner(python, capfd)


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs a command line in this process."""

    python: Interpreter
    captured: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path, command: str = "verify", python: str = "") -> Ended:
        code = main([command, "--quick", "--python", python or str(self.python.executable), *map(str, arguments)])
        output, errors = self.captured.readouterr()
        assert "Traceback" not in errors
        return Ended(code, output, errors)


def processes_of(folder: Path) -> list[str]:
    """Return the commands that run with *folder* in their environment, once those that are dying have died."""
    end = time.monotonic() + 5
    while found := list(_processes_of(folder)):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return found


def _processes_of(folder: Path) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.fsencode(folder) in (process / "environ").read_bytes():
                yield (process / "cmdline").read_bytes().decode(errors="replace")


# --- two built modules


def test_a_right_conversion(run: Runner, before: Path, right: Path, tmp_path: Path, temporary: Path) -> None:
    report = tmp_path / "report.md"
    done = run("--prebuilt", "--exercise", EXERCISE, "--report", report, before, right)

    assert 0 == done.code, done.output
    rows = [line.split("  ")[0] for line in done.output.splitlines()]
    expected = [name for name in CHECKS if name != "address sanitizer"]
    assert set(expected) <= set(rows)
    assert "FAILED" not in done.output
    assert "keeps what it claims" in done.output.splitlines()[-1]
    text = report.read_text()
    assert text.startswith("## Verification\n\n**Passed**")
    assert f"| check | {run.python.version} |\n| --- | --- |\n| works at all | ok |\n" in text
    assert "- shelf: surface/types/Shelf/flags: " in text.partition("<details>")[2].partition("</details>")[0]
    assert [] == list(temporary.iterdir())


def test_a_right_conversion_for_programs(run: Runner, before: Path, right: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    arguments = ("--prebuilt", "--format", "json", "--report", report, "--python", "3.99", before, right)
    done = run("--exercise", f"shelf={EXERCISE}", *arguments)
    found = json.loads(done.output)

    assert (0, True) == (done.code, found["ok"])
    assert found == json.loads(report.read_text())
    (python,) = found["pythons"]
    assert (run.python.version, "own") == (python["python"], python["modules"][0]["claim"])
    assert {"ok"} == {check["status"] for check in python["modules"][0]["checks"]} - {"not provable"}
    # What was asked for and isn't there is named, and no reason to fail.
    assert ["no Python 3.99 with headers here"] == found["skipped"]
    assert "unstatic: skipped: no Python 3.99 with headers here" in done.errors


def test_a_wrong_conversion(run: Runner, before: Path, cache: Path, temporary: Path) -> None:
    wrong = library(wrong_source("G34-basetype-lost"), run.python, cache)
    done = run("--prebuilt", "--exercise", EXERCISE, before, wrong)

    assert 5 == done.code
    failed = [line for line in done.output.splitlines() if line.startswith("FAILED ")]
    place = f"FAILED Python {run.python.version}: shelf: surface/"
    assert f"{place}types/Shelf/flags: -BASETYPE +HEAPTYPE [G34]" in failed
    assert any(re.match(rf"{re.escape(place)}\S.*: .+ -> .+", line) for line in failed)
    assert f"is not proven to be right: {len(failed)} failures" in done.output
    # Only logs are left, and we are told where.
    (logs,) = temporary.iterdir()
    assert f"the logs are in {logs}" in done.errors
    assert {".log"} == {path.suffix for path in logs.iterdir()}


@pytest.mark.parametrize(
    ("side", "source"), [("before", CRASHES), ("after", CRASHES), ("after", SAYS_NOTHING)], ids=["before", "after", "0"]
)
def test_a_module_that_ends_the_process(
    side: str, source: str, run: Runner, right: Path, before: Path, cache: Path
) -> None:
    broken = library(source, run.python, cache)
    pair = (broken, right) if side == "before" else (before, broken)
    done = run("--prebuilt", "--exercise", EXERCISE, *pair)

    assert 5 == done.code
    failed = [line for line in done.output.splitlines() if line.startswith("FAILED ")]
    assert any(word in "".join(failed) for word in ("'crashed': -6", "'silent'", "'exited': 0"))
    if side == "before":
        assert any(": exercise: fails with the original: " in line for line in failed)


def test_a_module_that_is_gone(run: Runner, before: Path, cache: Path) -> None:
    other = library(
        b"#include <Python.h>\nPyMODINIT_FUNC PyInit_other(void) { return NULL; }", run.python, cache, "other"
    )
    done = run("--prebuilt", before, other)

    assert 5 == done.code
    assert f"FAILED Python {run.python.version}: the module shelf is gone" in done.output


@pytest.mark.parametrize(
    ("mistake", "few_probes", "place"),
    [
        ("G100-guard-forbids-again", ("reimport",), "reimport/again"),
        ("G100-main-interpreter-only", ("orders",), "orders/legacy first"),
        ("G84-base-outlives-finalize", ("restart",), "restart/second life"),
        ("G145-guard-set-before-failure", ("failing imports",), "failing imports/again after copy"),
    ],
    indirect=["few_probes"],
)
def test_less_than_the_original_fails(mistake: str, place: str, few_probes: None, run: Runner, cache: Path) -> None:
    quota = CORPUS / "conversions" / "quota"
    sources = (quota / "before.c").read_bytes(), wrong_source(mistake, quota)
    pair = [library(source, run.python, cache, "quota") for source in sources]
    done = run("--prebuilt", "--exercise", quota / "exercise.py", *pair)

    assert 5 == done.code
    assert f"FAILED Python {run.python.version}: quota: {place}: ok -> " in done.output


def test_the_same_module_twice_proves_nothing(run: Runner, before: Path) -> None:
    done = run("--prebuilt", before, before)

    assert 5 == done.code
    assert "no extension module differs, so there is nothing to verify" in done.output


def test_a_build_without_the_extension_proves_nothing(run: Runner, tmp_path: Path, quick: None) -> None:
    old, new = (project(tmp_path / name, DOES_NOT_COMPILE) for name in ("old", "new"))
    for folder in (old, new):
        script = folder / "setup.py"
        script.write_text(script.read_text().replace("['shelf.c']", "['shelf.c'], optional=True"))
    done = run(old, new)

    assert 5 == done.code
    said = next(line for line in done.output.splitlines() if line.startswith("FAILED "))
    assert "the original's build installs no extension module" in said
    assert "nowhere" in Path(said.rpartition("the log: ")[2]).read_text()


def test_a_module_of_another_python(run: Runner, before: Path, right: Path) -> None:
    others = [minor for minor in MINORS if minor != run.python.minor and interpreters.find(minor)]
    if not others:
        pytest.skip("there is no other Python here")
    done = run("--prebuilt", before, right, python=others[0])

    assert 4 == done.code
    assert f"is not for Python {others[0]}" in done.errors


# --- command lines that can't be used


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"def exercise(module:\n", "exercise.py:1: "),
        (b"x = 1\n", "exercise.py:1: makes nothing"),
        (b"\0", "exercise.py:1: "),
        (None, "exercise.py: can't read the exercise: No such file or directory"),
    ],
)
def test_an_exercise_that_can_not_be_used(
    text: bytes | None, message: str, run: Runner, before: Path, right: Path, tmp_path: Path
) -> None:
    path = tmp_path / "exercise.py"
    if text is not None:
        path.write_bytes(text)
    done = run("--prebuilt", "--exercise", path, before, right)

    assert 2 == done.code
    assert message in done.errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--module", "other"), "the original has no extension module other; there are: shelf"),
        (("--exercise", f"other={EXERCISE}"), "the original has no extension module other; there are: shelf"),
        (("--test", "true"), "--test needs projects or wheels"),
        (("--declared", EXERCISE), "not the report of a migration"),
    ],
)
def test_what_does_not_fit_the_modules(
    arguments: tuple[str, ...], message: str, run: Runner, before: Path, right: Path, temporary: Path
) -> None:
    done = run("--prebuilt", *arguments, before, right)

    assert 2 == done.code
    assert message in done.errors
    assert [] == list(temporary.iterdir())


@pytest.mark.parametrize("absent", ["3.99", "/bin/true", "/absent/python"])
def test_no_such_interpreter(absent: str, run: Runner, before: Path, right: Path) -> None:
    done = run("--prebuilt", before, right, python=absent)

    assert 2 == done.code
    assert "no interpreter to verify with: " in done.errors
    assert absent in done.errors


def test_folders_are_not_prebuilt(run: Runner, tmp_path: Path, before: Path) -> None:
    done = run("--prebuilt", project(tmp_path / "old", ""), project(tmp_path / "new", ""))

    assert 2 == done.code
    assert "--prebuilt takes two wheels or two built modules, not folders" in done.errors
    assert 2 == run(before, before).code


def test_a_file_that_is_neither_a_module_nor_a_project(run: Runner, tmp_path: Path, quick: None) -> None:
    (tmp_path / "old.txt").write_text("old")
    done = run(tmp_path / "old.txt", tmp_path / "old.txt")

    assert 2 == done.code
    assert "neither a folder nor an archive that can be unpacked" in done.errors


# --- two wheels


@pytest.mark.parametrize("few_probes", [("surface",)], indirect=True)
def test_two_wheels(
    run: Runner, before: Path, cache: Path, tmp_path: Path, temporary: Path, quick: None, few_probes: None
) -> None:
    mistake = library(wrong_source("G34-basetype-lost"), run.python, cache)
    old, new = wheel(before, tmp_path / "old"), wheel(mistake, tmp_path / "new")
    test = "{py} -c \"import shelf; assert shelf.Shelf('a').label == 'a'; print('1 passed in 0.1s')\""
    wanted = ("--accept", "*", "-v", "--logs", tmp_path / "logs")
    done = run("--prebuilt", "--exercise", EXERCISE, "--test", test, *wanted, old, new)

    assert 0 == done.code, done.output + done.errors
    ends = [re.split("  +", line.strip())[-1] for line in done.output.splitlines() if line.startswith("tests, ")]
    assert ["1 passed, exit 0"] * 2 == ends
    assert "-BASETYPE +HEAPTYPE (accepted on the command line)" in done.output
    # They have the same name, so the folders are named too.
    assert f"new{os.sep}{new.name} behaves like old{os.sep}{old.name}" in done.output
    assert f"{run.python.minor}-test-after.log" in {path.name for path in (tmp_path / "logs").iterdir()}
    assert [] == list(temporary.iterdir())


def test_a_wheel_that_lost_a_data_file(
    run: Runner, before: Path, right: Path, tmp_path: Path, quick: None, few_probes: None
) -> None:
    old, new = wheel(before, tmp_path / "old"), wheel(right, tmp_path / "new")
    with zipfile.ZipFile(old, "a") as archive:
        archive.writestr("shelves/labels.txt", "top")
    done = run("--prebuilt", "--exercise", EXERCISE, old, new)

    assert 5 == done.code
    assert f"FAILED Python {run.python.version}: files/shelves/labels.txt: it isn't installed any more" in done.output


def test_a_broken_wheel(run: Runner, before: Path, tmp_path: Path, quick: None) -> None:
    old = wheel(before, tmp_path / "old")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / old.name).write_bytes(b"no zip file")
    done = run("--prebuilt", old, tmp_path / "new" / old.name)

    assert 5 == done.code
    assert "doesn't build: installing shelf-1-py3-none-any.whl ended with 1; the log: " in done.output


def test_tests_that_hang(
    run: Runner, cache: Path, tmp_path: Path, temporary: Path, quick: None, few_probes: None
) -> None:
    # Neither module works, which makes the probes short: the tests are what this is about.
    old = wheel(library(CRASHES, run.python, cache), tmp_path / "old")
    new = wheel(library(SAYS_NOTHING, run.python, cache), tmp_path / "new")
    start = time.monotonic()
    test = ("--test", "sleep 100 & sleep 100", "--limit", "6")
    done = run("--prebuilt", "--exercise", EXERCISE, *test, old, new)

    assert 5 == done.code
    assert "FAILED Python 3" in done.output
    assert done.output.count("took too long") >= 2
    assert [] == processes_of(temporary)
    assert time.monotonic() - start < 90


# --- two projects

TESTS = """
import unittest
import shelf

class TestShelf(unittest.TestCase):
    def test_label(self):
        self.assertEqual("a", shelf.Shelf("a").label)

    def test_depth(self):
        self.assertEqual(2, shelf.depth(shelf.place("b", shelf.Shelf("a"))))
"""


@pytest.mark.slow
def test_two_projects_that_pip_builds(run: Runner, tmp_path: Path, temporary: Path) -> None:
    old = project(tmp_path / "old", (SHELF / "before.c").read_bytes())
    new = project(tmp_path / "new", (SHELF / "right.c").read_bytes())
    (old / "test_shelf.py").write_text(TESTS)
    trees = everything(old), everything(new)
    done = run("--exercise", EXERCISE, "--test", "{py} -m unittest discover", old, new)

    if "No matching distribution found" in done.errors:
        pytest.skip("there is no package index")
    assert 0 == done.code, done.output + done.errors
    assert 2 == done.output.count("2 passed, 0 failed, exit 0")
    assert "new behaves like old and keeps what it claims" in done.output
    assert trees == (everything(old), everything(new))
    assert [] == list(temporary.iterdir())


def test_an_original_that_does_not_compile(run: Runner, tmp_path: Path, temporary: Path, quick: None) -> None:
    old, new = project(tmp_path / "old", DOES_NOT_COMPILE), project(tmp_path / "new", (SHELF / "right.c").read_bytes())
    trees = everything(old), everything(new)
    done = run(*BUILT_BY_HAND, old, new)

    assert 4 == done.code
    said = next(line for line in done.errors.splitlines() if "building ended with" in line)
    assert f"unstatic: the original, {old}, under Python {run.python.version}: building ended with 1: " in said
    assert re.search("error: .*nowhere", said)
    log = Path(said.rpartition("the log: ")[2])
    assert "nowhere" in log.read_text()
    assert [log.parent] == list(temporary.iterdir())
    assert trees == (everything(old), everything(new))


def test_a_conversion_that_does_not_compile(run: Runner, tmp_path: Path, temporary: Path, quick: None) -> None:
    old, new = project(tmp_path / "old", (SHELF / "before.c").read_bytes()), project(tmp_path / "new", DOES_NOT_COMPILE)
    trees = everything(old), everything(new)
    report = tmp_path / "report.md"
    done = run(*BUILT_BY_HAND, "--report", report, old, new)

    assert 5 == done.code
    said = next(line for line in done.output.splitlines() if line.startswith("FAILED "))
    assert f"{new} doesn't build: building ended with 1: " in said
    log = Path(said.rpartition("the log: ")[2])
    assert "nowhere" in log.read_text()
    assert [log.parent] == list(temporary.iterdir())
    assert trees == (everything(old), everything(new))
    assert "### Failures\n\n- Python " in report.read_text()


def test_folders_that_are_no_projects(run: Runner, tmp_path: Path, temporary: Path, quick: None) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text("nothing to build")
    done = run(tmp_path / "old", tmp_path / "new")

    assert 4 == done.code
    said = next(line for line in done.errors.splitlines() if "the original, " in line)
    assert "either 'setup.py' nor 'pyproject.toml' found" in Path(said.rpartition("the log: ")[2]).read_text()


def test_a_build_that_leaves_nothing(run: Runner, tmp_path: Path, quick: None) -> None:
    done = run("--build", "true", project(tmp_path / "old", ""), project(tmp_path / "new", ""))

    assert 4 == done.code
    assert "building left 0 wheels instead of one" in done.errors


def test_a_build_that_hangs(run: Runner, tmp_path: Path, temporary: Path, quick: None) -> None:
    arguments = ("--build", "sleep 100 & sleep 100", "--limit", "1")
    done = run(*arguments, project(tmp_path / "old", ""), project(tmp_path / "new", ""))

    assert 4 == done.code
    assert "building took longer than 1 s; the log: " in done.errors
    assert [] == processes_of(temporary)


def test_no_compiler(
    run: Runner, tmp_path: Path, python: Interpreter, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    if shutil.which(python.compiler[0]):
        pytest.skip("the compiler's path is absolute")
    done = run(project(tmp_path / "old", ""), project(tmp_path / "new", ""))

    assert 4 == done.code
    assert f"there is no C compiler: Python {python.version} was built with {python.compiler[0]!r}" in done.errors


# --- no room, and no patience


def test_no_room_for_a_copy(run: Runner, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, destination: str, **_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(source))

    monkeypatch.setattr(shutil, "copy2", full)
    old = project(tmp_path / "old", "")
    done = run(old, project(tmp_path / "new", ""))

    assert 4 == done.code
    assert f"unstatic: {old}{os.sep}build.py can't be copied to {temporary}" in done.errors
    assert "No space left on device" in done.errors
    assert [] == list(temporary.iterdir())


def test_no_room_for_a_log(
    run: Runner, before: Path, right: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    done = run("--prebuilt", "--exercise", EXERCISE, before, right)

    assert 4 == done.code
    expected = f"the verification can't go on: No space left on device; make room in {temporary}, or set TMPDIR"
    assert f"unstatic: {expected}" in done.errors
    assert [] == list(temporary.iterdir())


INTERRUPTED = f"""
import subprocess, sys
from pathlib import Path
from unstatic.cli import main
from unstatic.verify.building import builds
from unstatic.system.building.interpreters import Interpreter
{inspect.getsource(quick_environment)}
builds.environment_of = quick_environment
sys.exit(main(sys.argv[1:]))
"""


def interrupted(number: signal.Signals, ready: Path, *arguments: str | Path) -> tuple[int, str]:
    """Run a verification, send it a signal once *ready* is there, and return its exit code and what it said."""
    command = [sys.executable, "-c", INTERRUPTED, "verify", "--quick", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    end = time.monotonic() + 60
    while not ready.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    # To the whole group, as a terminal does.
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=30)
    assert ready.exists(), errors
    return process.returncode, errors.decode()


SIGNALS = pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])


@SIGNALS
def test_a_signal_while_building(
    number: signal.Signals, code: int, python: Interpreter, tmp_path: Path, temporary: Path
) -> None:
    old, new, ready = project(tmp_path / "old", ""), project(tmp_path / "new", ""), tmp_path / "ready"
    trees = everything(old), everything(new)
    build = f"touch {ready}; sleep 100 & sleep 100"
    ended, errors = interrupted(number, ready, "--python", str(python.executable), "--build", build, old, new)

    assert code == ended
    assert "Traceback" not in errors
    assert code != 130 or "unstatic: interrupted" in errors
    assert [] == processes_of(temporary)
    assert [] == list(temporary.iterdir())
    assert trees == (everything(old), everything(new))


@SIGNALS
def test_a_signal_while_testing(
    number: signal.Signals, code: int, python: Interpreter, before: Path, right: Path, tmp_path: Path, temporary: Path
) -> None:
    old, new, ready = wheel(before, tmp_path / "old"), wheel(right, tmp_path / "new"), tmp_path / "ready"
    test = ("--prebuilt", "--test", f"touch {ready}; sleep 100")
    ended, errors = interrupted(number, ready, "--python", str(python.executable), *test, old, new)

    assert code == ended
    assert "Traceback" not in errors
    assert [] == processes_of(temporary)
    assert [] == list(temporary.iterdir())


@SIGNALS
def test_a_signal_while_probing(
    number: signal.Signals, code: int, python: Interpreter, before: Path, right: Path, tmp_path: Path, temporary: Path
) -> None:
    ready = tmp_path / "ready"
    exercise = tmp_path / "exercise.py"
    exercise.write_text(
        f"def exercise(module):\n    open({str(ready)!r}, 'w').close()\n    __import__('time').sleep(100)\n"
    )
    arguments = ("--prebuilt", "--exercise", exercise, before, right)
    ended, errors = interrupted(number, ready, "--python", str(python.executable), *arguments)

    assert code == ended
    assert "Traceback" not in errors
    assert [] == processes_of(temporary)
    assert [] == list(temporary.iterdir())


# --- a migration that is verified before it is written


@pytest.fixture
def bits(tmp_path: Path) -> Path:
    return project(tmp_path / BITS, (CORPUS / "extensions" / BITS / "module.c").read_bytes(), BITS)


BITS_EXERCISE = ("--exercise", str(CORPUS / "extensions" / BITS / "exercise.py"))


def test_a_good_migration_is_written(run: Runner, bits: Path, temporary: Path, quick: None) -> None:
    old = everything(bits)
    arguments = ("--write", "--force", "--verify", *BUILT_BY_HAND, *BITS_EXERCISE, bits)
    done = run(*arguments, command="migrate")

    assert 0 == done.code, done.errors
    assert "keeps what it claims" in done.errors
    new = everything(bits)
    assert {str(bits / f"{BITS}.c")} == {path for path in new if new[path] != old.get(path)}
    assert b"PyType_FromModuleAndSpec" in new[str(bits / f"{BITS}.c")]
    assert [] == list(temporary.iterdir())


def test_a_bad_migration_is_not_written(
    run: Runner, bits: Path, temporary: Path, quick: None, few_probes: None
) -> None:
    old = everything(bits)
    # Heap types have this flag.
    test = f"{{py}} -c 'import {BITS} as m; raise SystemExit(m.Bits.__flags__ >> 9 & 1)'"
    arguments = ("--write", "--force", "--verify", *BUILT_BY_HAND, *BITS_EXERCISE, "--test", test, bits)
    done = run(*arguments, command="migrate")

    assert 5 == done.code
    failed = next(line for line in done.errors.splitlines() if line.startswith("FAILED "))
    assert "tests: no summary, exit 0 before, no summary, exit 1 after; the log: " in failed
    assert Path(failed.rpartition("the log: ")[2]).exists()
    assert "unstatic: the migrated project is not proven to be right, so nothing was written" in done.errors
    assert old == everything(bits)


# --- the address sanitizer


@pytest.mark.slow
def test_the_address_sanitizer_sees_what_is_freed_wrongly(run: Runner, tmp_path: Path, quick: None) -> None:
    if sanitizer.environment(run.python) is None:
        pytest.skip(f"{run.python.compiler[0]} has no address sanitizer")
    old = project(tmp_path / "old", (SHELF / "before.c").read_bytes())
    new = project(tmp_path / "new", wrong_source("G04-object-del"))
    # With Python's own compiler flags, which BUILD takes from it, the sanitizer's come from the environment.
    script = BUILD.replace('get("CFLAGS")', '__import__("os").environ.get("CFLAGS") or get("CFLAGS")')
    for folder in (old, new):
        (folder / "build.py").write_text(script)
    done = run(*BUILT_BY_HAND, "--sanitize", "--exercise", EXERCISE, old, new)

    assert 5 == done.code
    assert "address sanitizer" in done.output
    assert any("shelf: sanitized/" in line for line in done.output.splitlines() if line.startswith("FAILED "))
