"""Types that were converted by hand are subjects of their own, wherever one can choose or read of subjects."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from unstatic.cli import main

Captured = pytest.CaptureFixture[str]
CASES = Path(__file__).resolve().parents[2] / "rewrites" / "spec_lifetimes" / "cases"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="there are no rewrites next to the tests")


@pytest.fixture
def source(tmp_path: Path) -> str:
    shutil.copy(CASES / "instances_that_keep_their_type" / "before.c", tmp_path / "shelf.c")
    return str(tmp_path / "shelf.c")


def test_a_scan_tells_what_is_to_be_mended(source: str, capfd: Captured) -> None:
    main(["scan", source])
    told = capfd.readouterr().out

    assert "0 types; 0 globals; 4 heap types (4 to mend); initialisation to keep" in told
    assert "2 heap types to mend: heap type; its instances don't release it (spec-lifetimes)" in told


def test_one_can_be_chosen(source: str, capfd: Captured) -> None:
    assert 0 == main(["diff", source, "--only", "spec:Rack_spec"])
    added = [line for line in capfd.readouterr().out.splitlines() if line.startswith("+ ")]

    assert 1 == sum("Py_VISIT(Py_TYPE(self));" in line for line in added)
    assert not any("Py_DECREF(tp)" in line for line in added)


def test_one_that_is_not_there_is_an_error(source: str, capfd: Captured) -> None:
    assert 2 == main(["diff", source, "--only", "spec:Lid_spec"])
    assert "shelf has no such spec" in capfd.readouterr().err


def test_its_story_is_told(source: str, capfd: Captured) -> None:
    main(["explain", "spec:Box_spec", source])
    told = capfd.readouterr().out

    assert "is mended" in told and "its instances don't release it" in told


def test_a_report_lists_them_apart(source: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    main(["diff", source, "--report", str(report)])
    (found,) = json.loads(report.read_text("utf-8"))["extensions"]

    assert ([], []) == (found["types"], found["globals"])
    assert {"migrated"} == {item["outcome"] for item in found["specs"]}
    assert {"Box_spec", "Crate_spec", "Tray_spec", "Rack_spec"} == {item["name"] for item in found["specs"]}
