"""The page on packages that nothing was tuned to."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest
from harness import wild_page
from harness.wild_page import Run

SOURCE = b"#include <Python.h>\nstatic PyTypeObject Box_Type;\n"


PLACE = {"path": "src/box.c", "line": 2, "column": 21}


def subject(name: str, outcome: str, *rules: str, follows: str = "") -> dict[str, object]:
    """Return what a report says of a subject, which stays because of another by the first rule if *follows*."""
    obstacles = [{"rule": rule, "reason": "why", "location": PLACE, "follows": ""} for rule in rules]
    if follows:
        obstacles[0]["follows"] = follows
    first = rules[0] if rules else ""
    return {"name": name, "outcome": outcome, "rule": first, "location": PLACE, "obstacles": obstacles}


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    extension = {
        "outcome": "partial",
        "types": [subject("Box_Type", "refused", "runtime-slot", "type-ready"), subject("Lid_Type", "migrated")],
        "globals": [subject("cache", "refused", "runtime-slot"), subject("table", "kept", "process-state")],
    }
    line = {"name": "box-1.0", "outcome": "partial", "error": "", "verified": None, "seconds": 1.5, "mebibytes": 80}
    broken = {**line, "name": "lid-1.0", "outcome": "failed", "error": "lid.h not found"}
    package, downloads = tmp_path / "packages" / "box-1.0", tmp_path / "downloads" / "box-1.0"
    package.mkdir(parents=True)
    downloads.mkdir(parents=True)
    (tmp_path / "summary.json").write_text(json.dumps({"packages": [line, broken]}))
    (package / "report.json").write_text(json.dumps({"extensions": [extension]}))
    with tarfile.open(downloads / "box-1.0.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("box-1.0/src/box.c")
        member.size = len(SOURCE)
        archive.addfile(member, io.BytesIO(SOURCE))
    return tmp_path


def test_totals_leave_out_what_is_kept(reports: Path) -> None:
    page = wild_page.page(wild_page.read(reports), Run("v1", [], False), [])

    assert "- extensions finished: 0 of 1 (0 %)\n- types moved: 1 of 2 (50 %)\n- objects moved: 0 of 1 (0 %)" in page


def test_every_rule_of_a_subject_is_ranked(reports: Path) -> None:
    page = wild_page.page(wild_page.read(reports), Run("v1", [], False), [])

    example = "box-1.0 src/box.c:2:21: `static PyTypeObject Box_Type;`"
    assert (
        f"| `runtime-slot` | 1 | 1 | 0 + 1 | 1 | {example} |\n| `type-ready` | 1 | 0 | 0 + 0 | 1 | {example} |" in page
    )


def test_rules_that_block_together_are_ranked(reports: Path) -> None:
    page = wild_page.page(wild_page.read(reports), Run("v1", [], False), [])

    assert "| `runtime-slot` | 0 | 1 |\n| `runtime-slot`, `type-ready` | 1 | 0 |" in page


def test_what_follows_from_another_counts_by_its_causes(reports: Path) -> None:
    path = reports / "packages" / "box-1.0" / "report.json"
    (extension,) = json.loads(path.read_text())["extensions"]
    extension["init"] = subject("PyInit_box", "refused", "load-once", follows="global:cache")
    extension["types"].append(subject("Tin_Type", "refused", "init", "type-ready", follows="init:PyInit_box"))
    extension["types"].append(subject("Jar_Type", "refused", "init", follows="init:PyInit_box"))
    path.write_text(json.dumps({"extensions": [extension]}))
    page = wild_page.page(wild_page.read(reports), Run("v1", [], False), [])

    assert "| `runtime-slot` | 3 | 1 | 1 + 1 |" in page
    assert "| `type-ready` | 2 | 0 | 0 + 0 |" in page
    assert "| `init` |" not in page


def test_what_could_not_be_read_is_named(reports: Path) -> None:
    page = wild_page.page(wild_page.read(reports), Run("v1", ["liblid-dev"], False), [])

    assert "## Not read\n\n- lid-1.0: lid.h not found" in page
    assert "Not installed here, so that some can't be read: liblid-dev." in page


def test_history_keeps_one_row_for_each_version(reports: Path) -> None:
    packages = wild_page.read(reports)
    first = wild_page.page(packages, Run("v1", [], False), [])
    second = wild_page.page(packages, Run("v2", [], False), wild_page.history(first))
    again = wild_page.page(packages, Run("v2", [], False), wild_page.history(second))

    assert ["v1", "v2"] == [row.split(" | ")[0].removeprefix("| ") for row in wild_page.history(again)]
