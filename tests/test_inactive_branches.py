"""Groups that the parse skips: which are read, how, and what is told of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.analyse.forcing import contents_for, names_of
from unstatic.config import Settings
from unstatic.cparse import ParseOptions, parse
from unstatic.scan import Unit

EXTENSION = Path(__file__).resolve().parents[1] / "corpus" / "extensions" / "uses_in_other_branches" / "module.c"
SOURCE = b"""#include <Python.h>

static PyObject *error;

#ifdef SHELF_OLD \\
    /* and dusty */
static PyObject *old(void) { return error; }
#elif PY_MAJOR_VERSION < 3
static PyObject *older(void) { return error; }
#else
static PyObject *young(void) { return error; }
#endif
#ifdef SHELF_LOUD
#define VOLUME 11
#endif
"""


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    (tmp_path / "shelf.c").write_bytes(SOURCE)
    return Unit(tmp_path / "shelf.c", (), "c")


def test_conditions_change_in_place(unit: Unit) -> None:
    parsed = parse(unit, unit.path.parent, ParseOptions())

    (changed,) = contents_for((parsed,), names_of([parsed]), (3, 9)).values()

    assert len(SOURCE) == len(changed)
    assert SOURCE.index(b"static PyObject *old") == changed.index(b"static PyObject *old")
    assert b"#if 1 " in changed
    assert b"#ifdef SHELF_LOUD" in changed


def test_what_was_read_once_is_left(unit: Unit) -> None:
    parsed = parse(unit, unit.path.parent, ParseOptions())
    names = names_of([parsed])
    changed = contents_for((parsed,), names, (3, 9))

    again = parse(unit, unit.path.parent, ParseOptions(), changed, parsed)

    assert {} == contents_for((parsed, again), names, (3, 9))
    assert {"old"} <= {item.name for item in again.declarations}


def test_groups_that_nobody_looked_at_are_told(tmp_path: Path) -> None:
    source = tmp_path / "module.c"
    source.write_bytes(EXTENSION.read_bytes() + b"\n#ifdef BOX_LOUD\n#define VOLUME 11\n#endif\n")
    (extension,) = pipeline.load([source], Settings())

    report = pipeline.run(extension, Settings()).report

    line = source.read_bytes().count(b"\n", 0, source.read_bytes().index(b"#ifdef BOX_LOUD")) + 1
    (note,) = [note for note in report.notes if "not compiled here" in note]
    assert note.endswith(f", {line}); what moves isn't named there")
