"""Runs every case of every rewrite: before.c must become after.c to the byte, or stay as it is where there is none."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.config import Settings

REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
CASES = sorted(path for path in REWRITES.glob("*/cases/*") if (path / "before.c").is_file())
UPDATE = bool(os.environ.get("UNSTATIC_UPDATE"))
COMPILER = shutil.which("cc")

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name}-{case.name}")


def selected(case: Path) -> tuple[str, ...]:
    """A claim is a slot of multi-phase initialisation, so its cases run both; so do what only prepares for it."""
    name = case.parent.parent.name.replace("_", "-")
    if name == "init-macros":
        return (name, "multi-phase-init")
    return ("multi-phase-init", name) if name == "isolation-claims" else (name,)


def rewritten(case: Path, data: bytes, folder: Path) -> bytes:
    source = folder / "module.c"
    source.write_bytes(data)
    (extension,) = pipeline.load([source], Settings())
    outcome = pipeline.run(extension, Settings(select=selected(case)))
    return outcome.after.get(Path("module.c"), data)


@every_case
def test_case(case: Path, tmp_path: Path) -> None:
    before = (case / "before.c").read_bytes()
    after = case / "after.c"
    found = rewritten(case, before, tmp_path)

    if UPDATE and not case.name.startswith("refuses"):
        after.write_bytes(found)
    expected = after.read_bytes() if after.is_file() else before

    assert expected == found
    assert case.name.startswith("refuses") == (found == before)


@every_case
def test_second_run_finds_nothing(case: Path, tmp_path: Path) -> None:
    after = case / "after.c"
    data = (after if after.is_file() else case / "before.c").read_bytes()

    assert data == rewritten(case, data, tmp_path)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@every_case
def test_both_compile_without_new_warnings(case: Path, tmp_path: Path) -> None:
    counts = [warnings(path) for path in (case / "before.c", case / "after.c") if path.is_file()]

    assert counts == [counts[0]] * len(counts)


def warnings(source: Path) -> int:
    include = sysconfig.get_paths()["include"]
    flags = ["-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-missing-field-initializers"]
    flags += ["-Wno-cast-function-type"]
    done = subprocess.run(
        [str(COMPILER), *flags, f"-I{include}", str(source)], capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stderr
    return done.stderr.count("warning:")


def test_every_rewrite_has_a_case_that_migrates_and_one_that_refuses() -> None:
    kinds = {(case.parent.parent.name, case.name.startswith("refuses")) for case in CASES}
    names = {path.parent.name for path in REWRITES.glob("*/rewrite.py")}

    assert {(name, refuses) for name in names for refuses in (True, False)} == kinds
