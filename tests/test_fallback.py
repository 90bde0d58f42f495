"""What is told of the option that lets callbacks find types by the interpreter."""

from __future__ import annotations

from pathlib import Path

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

EXTENSIONS = Path(__file__).resolve().parents[1] / "corpus" / "extensions"


def report_of(name: str, settings: Settings) -> ExtensionReport:
    (extension,) = pipeline.load([EXTENSIONS / name / "module.c"], Settings())
    return pipeline.run(extension, settings).report


def test_what_would_move_by_the_option_is_told() -> None:
    name = "static_method_asking_the_interpreter"

    before, after = report_of(name, Settings()), report_of(name, Settings(fallback="interpreter-dict"))

    (note,) = [note for note in before.notes if "--fallback interpreter-dict" in note]
    more = sum(item.outcome == "migrate" for item in after.types) - sum(
        item.outcome == "migrate" for item in before.types
    )
    assert note.startswith(f"with --fallback interpreter-dict, {more} type")
    assert more > 0


def test_nothing_is_told_where_it_gains_nothing() -> None:
    reports = [
        report_of("callbacks_asking_the_interpreter", Settings()),
        report_of("static_method_asking_the_interpreter", Settings(fallback="interpreter-dict")),
        report_of("static_method_asking_the_interpreter", Settings(fallback="none")),
    ]

    assert [] == [note for report in reports for note in report.notes if "would move" in note]
