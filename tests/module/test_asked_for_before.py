"""Variations of small extensions: what was asked for before, and macros that something names."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings.config import Settings

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
ASKED = b"    if (tape == NULL) {\n        return NULL;\n    }\n"
SPLIT = b"Tape_read_method"


def outcome_of(name: str, folder: Path, old: bytes, new: bytes) -> Outcome:
    data = (EXTENSIONS / name / "module.c").read_bytes()
    assert old in data
    source = folder / "module.c"
    source.write_bytes(data.replace(old, new, 1))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings(fallback="none"))


@pytest.mark.parametrize(
    "asked",
    [
        b"",
        ASKED.replace(b"return NULL;", b"PyErr_Clear();"),
        ASKED.replace(b"tape == NULL", b"tape == NULL && self == NULL"),
        ASKED.replace(b"tape == NULL", b"self->tape == NULL"),
    ],
    ids=["not_at_all", "without_leaving", "beside_another_test", "the_field"],
)
def test_what_may_be_null_has_no_module(asked: bytes, tmp_path: Path) -> None:
    outcome = outcome_of("instance_that_was_asked_for", tmp_path, ASKED, asked)

    assert SPLIT in outcome.after[Path("module.c")]


def test_what_was_asked_for_has_one(tmp_path: Path) -> None:
    outcome = outcome_of("instance_that_was_asked_for", tmp_path, ASKED, ASKED)

    assert SPLIT not in outcome.after[Path("module.c")]


@pytest.mark.parametrize("use", [b"#ifdef NEVER\n%b\n#endif\n", b"#define Box_Check Box_CheckExact\n", b"%b\n"])
def test_a_macro_that_is_named_stays_and_so_does_the_initialisation(use: bytes, tmp_path: Path) -> None:
    function = b"static int is_box(PyObject *object) { return Box_CheckExact(object); }"
    marker = b"PyMODINIT_FUNC"
    named = use.replace(b"%b", function) + marker
    outcome = outcome_of("type_made_before_the_module", tmp_path, marker, named)

    assert [item.outcome for item in outcome.report.subjects if item.kind == "init"] == ["refuse"]
