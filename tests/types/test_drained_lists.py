"""Free lists that a function of the module empties: it may do nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

MODULE = Path(__file__).parents[2] / "corpus" / "extensions" / "free_list_drained_at_the_end" / "module.c"


def outcome_of_type(folder: Path, changed: tuple[str, str]) -> tuple[str, str]:
    text = MODULE.read_text()
    assert changed[0] in text
    source = folder / "module.c"
    source.write_text(text.replace(*changed))
    (extension,) = pipeline.load([source], Settings())
    report = pipeline.run(extension, Settings()).report
    (found,) = [item for item in report.subjects if item.name == "Walk_Type"]
    return found.outcome, found.rule


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(("", ""), id="as-it-is"),
        pytest.param(("assert(num_free_walks == 0);", "num_free_walks = 0;"), id="count-set-to-0"),
    ],
)
def test_a_list_may_be_drained(tmp_path: Path, changed: tuple[str, str]) -> None:
    assert ("migrate", "heap-types") == outcome_of_type(tmp_path, changed)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(("PyObject_GC_Del(current);", "PyObject_GC_Del(current); PyErr_Clear();"), id="calls-more"),
        pytest.param(("PyObject_GC_Del(current);", "Py_DECREF(current);"), id="released-as-an-object"),
        pytest.param(("(num_free_walks == 0);\n    free_walks = NULL;", "(num_free_walks == 0);"), id="left-there"),
        pytest.param(("current = next;", "current = next; ((Walk *)current)->at = 0;"), id="written-to"),
        pytest.param(("drain_walks();", "Py_AtExit(drain_walks);"), id="called-by-others"),
        pytest.param(("drain_walks(void)\n{", "drain_walks(void)\n{\n    Py_CLEAR(last_error);"), id="clears-others"),
    ],
)
def test_a_function_that_does_more_drains_nothing(tmp_path: Path, changed: tuple[str, str]) -> None:
    assert "refuse" == outcome_of_type(tmp_path, changed)[0]
