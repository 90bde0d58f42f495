"""Runs every case of every rewrite: before.c must become after.c to the byte, or stay as it is where there is none."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness.compiler import has_compiler, headers_of
from harness.passed import Passed, tools

from unstatic import pipeline
from unstatic.settings.config import Settings
from unstatic.settings.rewrites import registered
from unstatic.system.building import interpreters

REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
CASES = sorted(path for path in REWRITES.glob("*/cases/*") if any(path.glob("before.c*")))
UPDATE = bool(os.environ.get("UNSTATIC_UPDATE"))
PYTHON = interpreters.at(Path(sys.executable))

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name}-{case.name}")


def selected(case: Path) -> tuple[str, ...]:
    """A claim is a slot of multi-phase initialisation, so its cases run both; so does what is only done for that."""
    name = case.parent.parent.name.replace("_", "-")
    if name == "split-exports":
        return (name, "heap-types", "module-state", "interpreter-dict", "multi-phase-init")
    if name == "init-macros":
        return (name, "multi-phase-init")
    if any(item.name == name and not item.is_on_request for item in registered("preparation")):
        return (name, "tp-alloc", "heap-types", "module-state", "multi-phase-init")
    if name == "process-data":
        return (name, "module-state", "multi-phase-init")
    return ("multi-phase-init", name) if name == "isolation-claims" else (name,)


def before_of(case: Path) -> Path:
    """A case is C or C++."""
    (found,) = case.glob("before.c*")
    return found


def after_of(case: Path) -> Path:
    return case / f"after{before_of(case).suffix}"


def rewritten(case: Path, data: bytes, folder: Path, headers: Path) -> bytes:
    source = folder / f"module{before_of(case).suffix}"
    source.write_bytes(data)
    (extension,) = pipeline.load([source], Settings())
    outcome = pipeline.run(extension, Settings(select=selected(case), precompiled=headers))
    return outcome.after.get(Path(source.name), data)


@every_case
def test_case(case: Path, tmp_path: Path, headers: Path) -> None:
    before = before_of(case).read_bytes()
    after = after_of(case)
    found = rewritten(case, before, tmp_path, headers)

    if UPDATE and not case.name.startswith("refuses"):
        after.write_bytes(found)
    expected = after.read_bytes() if after.is_file() else before

    assert expected == found
    assert case.name.startswith("refuses") == (found == before)


_TRAVERSE = re.compile(rb"^\w*traverse\w*\(.*?^}", re.DOTALL | re.MULTILINE)


@every_case
def test_nothing_is_visited_twice(case: Path) -> None:
    """The collector takes a visit for a reference: with one too many, it empties what is in use."""
    after = after_of(case)
    for body in _TRAVERSE.findall(after.read_bytes() if after.is_file() else b""):
        visited = re.findall(rb"^ *(Py_VISIT\(.*?\);)", body, re.MULTILINE)
        assert b"#" in body or len(visited) == len(set(visited))


@every_case
def test_second_run_finds_nothing(case: Path, tmp_path: Path, headers: Path) -> None:
    after = after_of(case)
    data = (after if after.is_file() else before_of(case)).read_bytes()

    assert data == rewritten(case, data, tmp_path, headers)


@pytest.mark.skipif(PYTHON is None or not has_compiler(PYTHON), reason="there are no headers or no C compiler")
@every_case
def test_both_compile_without_new_warnings(case: Path, builds: Path, passed: Passed) -> None:
    # What lvalue-macros mends doesn't compile.
    mends = case.parent.parent.name == "lvalue_macros"
    paths = [path for path in (before_of(case), after_of(case))[mends:] if path.is_file()]
    counts = [known_warnings(path, builds, passed) for path in paths]

    assert counts == sorted(counts, reverse=True)


WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-missing-field-initializers", "-Wno-cast-function-type")


def known_warnings(source: Path, builds: Path, passed: Passed) -> int:
    """Return the number of warnings; of the same files with the same compiler, it is that of earlier runs."""
    assert PYTHON is not None
    files = [(path.name, path.read_bytes()) for path in sorted(source.parent.rglob("*")) if path.is_file()]
    facts = (source.name, files, WARNINGS, Path(__file__).read_bytes(), tools(PYTHON))
    return passed.once(facts, lambda: warnings(source, builds), lambda found: True)


def warnings(source: Path, builds: Path) -> int:
    assert PYTHON is not None
    headers = headers_of(PYTHON, WARNINGS, builds, source.suffix == ".cpp")
    command = [*PYTHON.compiler, *WARNINGS, "-fsyntax-only", f"-I{headers}", f"-I{PYTHON.include}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    return done.stderr.count("warning:")


def test_every_rewrite_has_a_case_that_migrates_and_one_that_refuses() -> None:
    kinds = {(case.parent.parent.name, case.name.startswith("refuses")) for case in CASES}
    names = {path.parent.name for path in REWRITES.glob("*/rewrite.py")}

    assert {(name, refuses) for name in names for refuses in (True, False)} == kinds
