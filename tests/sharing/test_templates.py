"""Modules that are compiled from one text, a template that is included or a source that is built twice, migrate as one.

What came out is built and used: in subinterpreters with a GIL of their own, and when a module is loaded again.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from harness.compiler import compile_module, has_compiler

from unstatic.system.building import interpreters

PROJECT = Path(__file__).resolve().parents[2] / "corpus" / "templates"
PAIR = ('-DPAIR_NAME="_{0}"', "-DPAIR_INIT=PyInit__{0}", "-DPAIR_{1}")
STEPS = {"up": 1, "down": -1}
TALLY = ('-DTALLY_NAME="_{0}"', "-DTALLY_INIT=PyInit__{0}", "-DTALLY_STEP={1}")
MODULES = {
    **{f"_{kind}box": (f"{kind}.c", ()) for kind in ("int", "object", "bytes")},
    **{f"_{side}": ("pair.c", tuple(item.format(side, side.upper()) for item in PAIR)) for side in ("left", "right")},
    **{f"_{way}": ("tally.c", tuple(item.format(way, step) for item in TALLY)) for way, step in STEPS.items()},
}
MINORS = ("3.9", "3.12", "3.13")


def run(folder: Path, command: str, *options: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    """Return how a command ended in *folder*, and the report on each extension by its name."""
    line = [sys.executable, "-m", "unstatic", command, ".", "--no-cache", "--report", "report.json", *options]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert "Traceback" not in done.stderr
    found = json.loads((folder / "report.json").read_text())["extensions"]
    return done, {one["name"].rpartition(".")[2]: one for one in found}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project after its migration."""
    folder = tmp_path_factory.mktemp("templates") / "boxes"
    shutil.copytree(PROJECT, folder)
    done, reports = run(folder, "migrate", "--write", "--force")
    assert {"migrated"} == {one["outcome"] for one in reports.values()}, done.stderr
    return folder


def test_all_share_the_names_of_one_state(project: Path) -> None:
    template = (project / "src" / "box_template.c").read_text()

    assert 1 == template.count("} module_state;")
    assert 'name = "boxes._" PREFIX "box." PREFIX "Box"' in template
    assert "module_state" in (project / "src" / "pair.c").read_text()
    assert all(
        (project / "src" / f"{kind}.c").read_text() == (PROJECT / "src" / f"{kind}.c").read_text()
        for kind in ("int", "object", "bytes")
    )


def test_slots_of_a_state_that_is_there_are_named_for_all(project: Path) -> None:
    tally = (project / "src" / "tally.c").read_text()

    assert "static PyModuleDef_Slot module_slots[] = {" in tally
    assert 1 == tally.count("struct module_state {")


def test_what_one_alone_compiles_is_as_that_one_needs_it(project: Path) -> None:
    template = (project / "src" / "box_template.c").read_text()

    assert "sorted_items(module_state *state, Box *self)" in template
    assert 'PyErr_SetString(state->BoxError, "nothing to sum up");' in template


@pytest.mark.parametrize("minor", MINORS)
def test_every_module_works(project: Path, minor: str, tmp_path: Path) -> None:
    python = interpreters.find(minor)
    if python is None or not has_compiler(python):
        pytest.skip(f"no Python {minor} with headers and a compiler here")
    files = {path.name: path.read_bytes() for path in (project / "src").glob("*.c")}
    package = tmp_path / "boxes"
    shutil.copytree(PROJECT / "src" / "boxes", package)
    for name, (unit, flags) in MODULES.items():
        build = compile_module(files, [unit], f"boxes.{name}", python, tmp_path / "built", flags)
        assert "" == build.log
        shutil.copy(build.library, package)
    command = [str(python.executable), "-X", "dev", str(PROJECT / "try.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)

    assert (0, "") == (done.returncode, done.stderr)


def test_a_scan_tells_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "unstatic", "scan", str(PROJECT), "--no-cache"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert "refuse" not in done.stdout


def test_what_stays_in_one_stays_in_all(tmp_path: Path) -> None:
    shutil.copytree(PROJECT, tmp_path / "boxes")
    source = tmp_path / "boxes" / "src" / "bytes.c"
    kept = "static PyTypeObject Box_Type;\n\nPyTypeObject *\nbox_type(void)\n{\n    return &Box_Type;\n}\n"
    source.write_text(source.read_text().replace('#include "box_template.c"', f'{kept}\n#include "box_template.c"'))
    _, reports = run(tmp_path / "boxes", "diff")

    outcomes = {name: {item["name"]: item["outcome"] for item in one["types"]} for name, one in reports.items()}
    assert {outcomes[name]["Box_Type"] for name in ("_intbox", "_objectbox", "_bytesbox")} == {"refused"}
    assert "migrated" == reports["_left"]["outcome"]


def test_what_one_keeps_for_the_process_all_share_the_claim_for(tmp_path: Path) -> None:
    shutil.copytree(PROJECT, tmp_path / "boxes")
    source = tmp_path / "boxes" / "src" / "bytes.c"
    counted = "volatile int in_use;\n\nvoid\nuse_bytes(void)\n{\n    in_use++;\n}\n\n"
    source.write_text(source.read_text().replace('#include "box_template.c"', f'{counted}#include "box_template.c"'))
    _, reports = run(tmp_path / "boxes", "diff")

    claims = {name: one["claims"]["multiple_interpreters"] for name, one in reports.items()}
    assert {claims[name] for name in ("_intbox", "_objectbox", "_bytesbox")} == {"shared-gil"}
    assert {"migrated"} == {one["outcome"] for one in reports.values()}
    assert "per-interpreter-gil" == claims["_left"]
