"""What is told of the option that lets callbacks find types by the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_who_sets_a_handler_asks_as_the_callback_does() -> None:
    notes = report_of("handler_set_by_a_function", Settings()).notes

    (note,) = [note for note in notes if note.startswith("finds the module that was imported last")]
    assert "handle_error, set_handler, get_handler;" in note


@pytest.mark.parametrize(
    "test",
    ["!PyObject_TypeCheck(function, &Disk_Type)", "library_write(1)"],
    ids=["a type of its own module", "C data of its own module"],
)
def test_who_needs_its_own_module_as_well_cannot_ask(test: str, tmp_path: Path) -> None:
    source = tmp_path / "module.c"
    text = (EXTENSIONS / "handler_set_by_a_function" / "module.c").read_text()
    text = text.replace("static PyObject *DiskError;", "static PyTypeObject Disk_Type;\nstatic PyObject *DiskError;")
    source.write_text(
        text.replace("    Py_XDECREF(on_error)", f"    if ({test}) return NULL;\n    Py_XDECREF(on_error)")
    )
    (extension,) = pipeline.load([source], Settings())

    report = pipeline.run(extension, Settings()).report

    (item,) = [item for item in report.globals if item.name == "on_error"]
    assert item.rule == "callback"
