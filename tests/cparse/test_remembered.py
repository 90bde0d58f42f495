"""Parses that are kept for the next extension of the same files are those that the parser would make again."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from unstatic.cparse import ParseOptions, parse
from unstatic.cparse.inputs import remembered
from unstatic.cparse.inputs.remembered import Remembered
from unstatic.project.scan import Unit
from unstatic.system.reads import recording

SOURCE = b'#include <Python.h>\n#include "shared.h"\nint own(void) { return SHARED; }\n'
PLAIN, KEPT = ParseOptions(), ParseOptions(remembers=True)


class Project:
    """A source with a header of its own, and one of others, as asked for with and without what is remembered."""

    def __init__(self, folder: Path, kept: Remembered) -> None:
        self.root = folder / "project"
        self.header = self.root / "shared.h"
        self.foreign = folder / "others" / "foreign.h"
        self.kept = kept
        self.root.mkdir()
        self.foreign.parent.mkdir()
        self.foreign.write_bytes(b"#define FOREIGN 1\n")
        self.header.write_bytes(b"#include <foreign.h>\n#define SHARED 1\n")
        (self.root / "shelf.c").write_bytes(SOURCE)
        self.unit = Unit(self.root / "shelf.c", ("-I", str(self.foreign.parent)), "c")

    def assert_same(self, memory: dict[Path, bytes] | None = None) -> None:
        """Compare a parse that may be a kept one with what the parser says now."""
        assert parse(self.unit, self.root, PLAIN, memory) == parse(self.unit, self.root, KEPT, memory)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    kept = Remembered()
    monkeypatch.setattr("unstatic.cparse.unit.REMEMBERED", kept)
    return Project(tmp_path, kept)


def asked(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that says of each question whether its answer was known."""
    found: list[bool] = []
    find = project.kept.find

    def noted(*arguments: object) -> object:
        answer = find(*arguments)  # type: ignore[arg-type]
        found.append(answer is not None)
        return answer

    monkeypatch.setattr(project.kept, "find", noted)
    return found


def test_the_same_text_is_parsed_once(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    was_known = asked(project, monkeypatch)
    changed = {project.header: b"#define SHARED 2\nextern int more;\n"}
    for memory in (None, changed, None, changed):
        project.assert_same(memory)

    assert was_known == [False, False, True, True]


def test_what_changes_on_disk_is_parsed_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    was_known = asked(project, monkeypatch)
    project.assert_same()
    project.header.write_bytes(b"#include <foreign.h>\n#define SHARED 3\n")
    project.assert_same()
    project.foreign.write_bytes(b"#define FOREIGN 1\nextern int foreign;\n")
    project.assert_same()
    os.utime(project.foreign, (1, 1))
    project.assert_same()

    assert was_known == [False, False, False, False]


def test_a_further_pass_belongs_to_the_parse_that_it_goes_beyond(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_known = asked(project, monkeypatch)
    first = parse(project.unit, project.root, PLAIN)
    other = replace(first, skipped={project.header: (first.declarations[0].span,)})
    found = [parse(project.unit, project.root, KEPT, None, beyond) for beyond in (first, other, first)]

    assert was_known == [False, False, True]
    assert found[0] == found[2] == parse(project.unit, project.root, PLAIN, None, first)


def test_what_was_missing_may_be_there_the_next_time(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    was_known = asked(project, monkeypatch)
    project.foreign.unlink()
    project.assert_same()
    project.foreign.write_bytes(b"")
    project.assert_same()

    assert was_known == [False, False]


def test_what_a_kept_parse_read_is_recorded(project: Project) -> None:
    noted = []
    for _ in range(2):
        with recording() as reads:
            parse(project.unit, project.root, KEPT)
        noted.append(reads)

    assert noted[0] == noted[1]
    assert str(project.foreign) in noted[0].files


def test_the_oldest_go_first(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    was_known = asked(project, monkeypatch)
    project.assert_same()
    monkeypatch.setattr(remembered, "_MOST_BYTES", 0)
    project.assert_same({project.header: b"#define SHARED 2\n"})
    project.assert_same()

    assert was_known == [False, False, False]
