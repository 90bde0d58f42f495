"""Which types join garbage collection, and what of their instances the collector is shown."""

from __future__ import annotations

import importlib
from pathlib import Path

from unstatic import pipeline
from unstatic.migration.outcome import Outcome
from unstatic.settings.config import Settings

CASES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent / "heap_types" / "cases"


def migrated(case: str, settings: Settings | None = None) -> Outcome:
    settings = settings or Settings()
    (extension,) = pipeline.load([CASES / case / "before.c"], settings)
    return pipeline.run(extension, settings)


def joined(outcome: Outcome) -> dict[str, str]:
    assert outcome.plan is not None
    return {choice.name: choice.gc for choice in outcome.plan.types}


def notes(outcome: Outcome) -> list[str]:
    return [note for note in outcome.report.notes if "cycles" in note]


END = "as before, and keep the module alive now"


def test_what_a_list_in_c_depends_on_is_told() -> None:
    found = migrated("container_that_a_list_depends_on")

    assert [
        "Entry_Type: cycles through value aren't found by the garbage collector, " + END,
        "Recent_Type: cycles through entries aren't found by the garbage collector, " + END,
    ] == notes(found)


def test_objects_in_c_structures_are_told() -> None:
    found = migrated("values_released_by_callback")

    assert [
        "Stack_Type: cycles through other objects that its tp_dealloc releases aren't found by the garbage collector, "
        "as before, and keep the module alive now"
    ] == notes(found)


def test_links_of_a_list_in_c_stay_out() -> None:
    found = migrated("container_that_a_list_depends_on")

    assert {"Entry_Type": "none", "Recent_Type": "add"} == joined(found)


def test_no_type_joins_if_none_is_to() -> None:
    found = migrated("container_that_a_list_depends_on", Settings(gc="never"))

    assert {"Entry_Type": "none", "Recent_Type": "none"} == joined(found)


def test_types_that_were_collected_stay_so() -> None:
    found = migrated("trashcan_dealloc", Settings(gc="never"))

    assert {"Cons_Type": "keep"} == joined(found)
