"""Tables that capsules hand out, and other C data that is made to point to types."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

MODULE = Path(__file__).parents[1] / "corpus" / "extensions" / "capsule_table" / "module.c"


def report_on(folder: Path, *changes: tuple[str, str]) -> ExtensionReport:
    text = MODULE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    source = folder / "module.c"
    source.write_text(text)
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings()).report


def test_the_table_goes_with_its_type(tmp_path: Path) -> None:
    report = report_on(tmp_path)

    assert [item.outcome for item in (*report.types, *report.globals)] == ["migrate", "migrate"]
    assert any(note.startswith("api, the table in a capsule, is there as long") for note in report.notes)


@pytest.mark.parametrize(
    "changes",
    [
        (("void *api[3]", "struct { void *kind, *make, *read; } api"),)
        + tuple((f"api[{i}]", f"api.{name}") for i, name in enumerate(("kind", "make", "read")))
        + (("PyCapsule_New(api", "PyCapsule_New(&api"),),
        (
            ("    static void *api[3];\n", ""),
            ("/* C API: what", "static void *api[3];\nvoid **last = api;\n/* C API: what"),
        ),
    ],
    ids=["struct", "kept elsewhere"],
)
def test_a_table_that_stays_keeps_its_type(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    report = report_on(tmp_path, *changes)

    (weight,) = report.types
    assert weight.outcome != "migrate"
    reasons = {weight.reason, *(item.reason for item in weight.obstacles)}
    assert "api, which stays one for all modules, is made to point to it" in reasons
