"""What callbacks find by the interpreter, and what is told of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Fallback, Settings

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"


def report_of(name: str, settings: Settings) -> ExtensionReport:
    (extension,) = pipeline.load([EXTENSIONS / name / "module.c"], Settings())
    return pipeline.run(extension, settings).report


def asking_note(report: ExtensionReport) -> str:
    """The note on functions that find the module by the interpreter; empty if there is none."""
    return next((note for note in report.notes if note.startswith("finds the module that was imported last")), "")


@pytest.mark.parametrize(("fallback", "is_found"), [("auto", True), ("interpreter-dict", True), ("none", False)])
def test_what_finds_types_is_told(fallback: Fallback, is_found: bool) -> None:
    report = report_of("static_method_asking_the_interpreter", Settings(fallback=fallback))

    (version,) = report.types
    assert (version.outcome == "migrate") is is_found
    assert ("version_parse; where it is imported twice, instances" in asking_note(report)) is is_found


def test_types_are_not_asked_for_where_objects_are_all_that_is_needed() -> None:
    note = asking_note(report_of("callbacks_asking_the_interpreter", Settings()))

    assert note and "imported twice" not in note


def test_who_sets_a_handler_asks_as_the_callback_does() -> None:
    note = asking_note(report_of("handler_set_by_a_function", Settings()))

    assert "handle_error, set_handler, get_handler;" in note


def changed(name: str, old: str, new: str, folder: Path) -> ExtensionReport:
    """The report on a small extension of which one piece of text is another."""
    text = (EXTENSIONS / name / "module.c").read_text()
    assert old in text
    source = folder / "module.c"
    source.write_text(text.replace(old, new))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings()).report


def refusing_when(test: str, folder: Path) -> ExtensionReport:
    """The report on a module whose handler isn't set when something is so."""
    released = "    Py_XDECREF(on_error)"
    return changed("handler_set_by_a_function", released, f"    if ({test}) return NULL;\n{released}", folder)


def test_who_needs_a_type_of_its_own_module_cannot_ask(tmp_path: Path) -> None:
    report = refusing_when("!PyObject_TypeCheck(function, &Disk_Type)", tmp_path)

    (item,) = [item for item in report.globals if item.name == "on_error"]
    assert item.rule == "callback"


def test_data_that_methods_need_stays_where_functions_ask(tmp_path: Path) -> None:
    report = refusing_when("library_write(1)", tmp_path)

    outcomes = {item.name: item.outcome for item in report.globals}
    assert (outcomes["on_error"], outcomes["library_handler"]) == ("migrate", "keep")
    assert "handle_error, set_handler, get_handler;" in asking_note(report)


def test_functions_ask_for_the_data_that_they_share_with_the_callback() -> None:
    report = report_of("loop_asking_the_interpreter", Settings())

    assert {item.name: item.outcome for item in report.globals} == {
        "LoopError": "migrate",
        "budget": "keep",
        "handled": "migrate",
        "kept": "migrate",
        "listening": "migrate",
        "on_event": "migrate",
    }
    assert "handle_event, run, set_budget, get_handled;" in asking_note(report)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "    library_listen(tell",
            "    if (PyObject_TypeCheck(listener, &Message_Type)) return NULL;\n    library_listen(tell",
        ),
        (
            "    library_listen(tell",
            "    if (Py_TYPE(listener) == &Message_Type) return NULL;\n    library_listen(tell",
        ),
        ('"Oi", &listener', '"O!i", &Message_Type, &listener'),
        (".tp_getset = Message_getset,", ".tp_getset = Message_getset,\n    .tp_new = PyType_GenericNew,"),
    ],
    ids=["checked", "compared", "parsed", "made by Python"],
)
def test_a_type_that_something_asks_for_moves_with_the_data_of_the_callback(old: str, new: str, tmp_path: Path) -> None:
    report = changed("messages_made_by_callbacks", old, new, tmp_path)

    (item,) = [item for item in report.types if item.name == "Message_Type"]
    assert item.outcome == "migrate"
    assert asking_note(report) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    settings = NULL;", "    if (self->asked)\n        settings = NULL;"),
        (
            "    .tp_flags = Py_TPFLAGS_DEFAULT,",
            "    .tp_flags = Py_TPFLAGS_DEFAULT,\n    .tp_new = PyType_GenericNew,",
        ),
        ("    return PyLong_FromLong(", "    settings = NULL;\n    return PyLong_FromLong("),
    ],
    ids=["on a condition", "further instances", "set by others"],
)
def test_a_reset_goes_only_with_the_only_instance(old: str, new: str, tmp_path: Path) -> None:
    report = changed("instance_reset_by_its_dealloc", old, new, tmp_path)

    (item,) = [item for item in report.globals if item.name == "settings"]
    assert item.outcome != "migrate"
