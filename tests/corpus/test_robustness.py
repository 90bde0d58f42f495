"""C that was broken at random: the tool refuses it or changes it, but never falls over."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from harness import robustness
from harness.mutations import mutated
from harness.robustness import Case, Project

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SEED = 20
PICKED = (
    *("base_type_in_same_file", "header_shared_types_and_exceptions", "if_inside_initialiser"),
    *("same_named_statics_in_two_units", "struct_sequence", "type_without_tp_new"),
)


@pytest.mark.parametrize("name", PICKED)
def test_a_broken_extension(name: str, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    for path in (EXTENSIONS / name).iterdir():
        if path.suffix in robustness.SUFFIXES and "after" not in path.name:
            shutil.copy(path, sources)

    ended = robustness.attempt(Case(Project(name, sources), SEED, 1), tmp_path, 60)

    assert ended.is_good, f"{ended.outcome} after {ended.file} was broken: {ended.output}"


def test_a_file_is_broken_in_the_same_way_again() -> None:
    text = b"int a;\nint b;\n/* and */\nint c = 1 + 2;\n"

    assert mutated(text, Random(3)) == mutated(text, Random(3)) != text


@pytest.mark.parametrize("data", [b"", b"/* nothing */", b"\xff\x00"])
def test_there_may_be_little_to_break(data: bytes) -> None:
    for seed in range(9):
        assert len(mutated(data, Random(seed))) <= 4 * max(len(data), 1)


@pytest.mark.parametrize(
    ("diff", "faults"),
    [
        (b"--- /dev/null\n+++ b/new.h\n@@ -0,0 +1 @@\n+int a;\n", 0),
        (b"--- a/old.h\n+++ b/old.h\n@@ -1 +1 @@\n-int a;\n+int b;\n", 0),
        (b"--- a/absent.h\n+++ b/absent.h\n@@ -1 +1 @@\n-int a;\n+int b;\n", 2),
        (b"--- a/../old.h\n+++ b/../old.h\n@@ -1 +1 @@\n-int a;\n+int b;\n", 2),
    ],
)
def test_what_is_wrong_with_a_diff(tmp_path: Path, diff: bytes, faults: int) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "old.h").write_bytes(b"int a;\n")

    assert faults == len(list(robustness._faults(diff, tmp_path / "project")))
