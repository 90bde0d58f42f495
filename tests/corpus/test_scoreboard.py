"""What is made of the corpus' measurements: the comparison with the pin, RESULTS.md, the line in the README."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import expectation, migration, pins, records, scoreboard
from harness.pins import Expected
from harness.records import Counted, Migration, Module, OnPython, Operation, Probed, Result, Subjects, Verification

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
PIN = """\
name = "shelf"
version = "1.0"
sha256 = "0"
modules = ["shelf._shelf"]
test = "true"

[expected]
# Nobody knows why.
"shelf._shelf" = { outcome = "partial", claim = "none", types = 1, globals = 2 }

[baseline]
"3.12" = { passed = 7 }
"""


@pytest.fixture
def pin(tmp_path: Path) -> pins.Pin:
    path = tmp_path / "shelf.toml"
    path.write_text(PIN)
    return pins.read(path)


def module(outcome: str = "partial", claim: str = "none", types: int = 1, globals_: int = 2) -> Module:
    return Module(
        name="_shelf",
        outcome=outcome,
        claim=claim,
        types=Subjects(migrated=types, refused=1, kept=0),
        globals=Subjects(migrated=globals_, refused=0, kept=3),
        refused=["Shelf: it is told (a.c:3)"],
        rules=["metaclass"],
    )


def result(
    *, of: Module | None = None, after: str = "7 passed, exit 0", failures: tuple[str, ...] = (), gc: bool = False
) -> Result:
    checks = {"legacy subinterpreters": "ok", "references": "failed" if failures else "ok"}
    seen = OnPython(
        version="3.12.1",
        failures=list(failures),
        unprovable=["_shelf: interpreter shutdown: the original gave {'crashed': -11} too"],
        tests_before="7 passed, exit 0",
        tests_after=after,
        new_warnings=0,
        modules=[Probed(name="_shelf", claim="none", exercised_by="tests", checks=checks, gained_gc=gc)],
    )
    migration = Migration(
        exit=0, error="", seconds=1.2, peak_mib=80, lines_added=5, lines_removed=3, modules=[of or module()]
    )
    return Result(
        name="shelf",
        version="1.0",
        key="abc",
        tool="0.1.0-0",
        seconds=3,
        problems=[],
        better=[],
        upstream=[],
        migration=migration,
        verification=Verification(exit=0, error="", seconds=2, pythons={"3.12": seen}),
        counted=Counted(operations=[Operation(expression="Shelf()", before=100, after=110)], note=""),
    )


def test_what_is_as_pinned_is_no_problem(pin: pins.Pin) -> None:
    judged = expectation.judge(pin, result())

    assert [] == judged["problems"]
    assert [] == judged["better"]


@pytest.mark.parametrize(
    "found", [module("refused", types=0, globals_=0), module(globals_=1), module(claim="own")], ids=str
)
def test_less_than_pinned_is_a_problem(pin: pins.Pin, found: Module) -> None:
    assert 1 == len(expectation.judge(pin, result(of=found))["problems"])


def test_more_than_pinned_is_better(pin: pins.Pin) -> None:
    judged = expectation.judge(pin, result(of=module("migrated", claim="own", types=2)))

    assert ([], 1) == (judged["problems"], len(judged["better"]))


def test_tests_other_than_pinned_are_a_problem(pin: pins.Pin) -> None:
    measured = result()
    assert measured["verification"]
    measured["verification"]["pythons"]["3.12"]["tests_before"] = "6 passed, exit 0"

    assert 1 == len(expectation.judge(pin, measured)["problems"])


def test_what_the_original_does_wrong_is_upstream(pin: pins.Pin) -> None:
    judged = expectation.judge(pin, result())

    assert ["3.12: _shelf: interpreter shutdown: the original gave {'crashed': -11} too"] == judged["upstream"]


def test_a_pin_is_raised_and_keeps_its_comments() -> None:
    raised = pins.raised(PIN, {"shelf._shelf": Expected("migrated", "own", 2, 5)})

    line = '"shelf._shelf" = { outcome = "migrated", claim = "own", types = 2, globals = 5 }'
    assert line in raised.splitlines()
    assert "# Nobody knows why.\n" in raised
    assert len(PIN.splitlines()) == len(raised.splitlines())


@pytest.mark.parametrize(("gc", "goal"), [(True, "reached"), (False, "missed: 1.05")])
def test_joining_garbage_collection_may_cost_more(gc: bool, goal: str) -> None:
    assert f"| shelf | `Shelf()` | 100 | 110 | 1.10 | {goal} |" in scoreboard.page([result(gc=gc)])


def test_the_page_shows_what_failed() -> None:
    page = scoreboard.page([result(after="6 passed, exit 1", failures=("_shelf: references/Shelf: 1 left",))])

    row = "| shelf | 7 passed, exit 0 → 6 passed, exit 1 | 0 | ok | failed on 3.12 | 1 failures |"
    assert row in page.splitlines()


def test_a_package_without_a_result_is_shown() -> None:
    broken = result()
    broken["migration"] = broken["verification"] = broken["counted"] = None

    assert "| shelf 1.0 | not tried |" in scoreboard.page([broken])


def test_the_summary_replaces_the_one_that_was_there() -> None:
    text = f"Before.\n{scoreboard.START}\nold\n{scoreboard.END}\nAfter.\n"

    assert "new" == scoreboard.summary_in(scoreboard.with_summary(text, "new"))


def test_only_what_is_in_both_trees_counts_as_changed(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder, text in ((before, "a\n"), (after, "b\n")):
        folder.mkdir()
        (folder / "module.c").write_text(text)
        (folder / "same.c").write_text("same\n")
    (before / "SOURCES.txt").write_text("left out\n")

    assert ({Path("module.c"): b"a\n"}, {Path("module.c"): b"b\n"}) == migration.changed(before, after)


def test_the_readme_says_what_the_results_say() -> None:
    page = CORPUS / "RESULTS.md"
    if not page.exists() or not (ROOT / "README.md").exists():
        pytest.skip("there are no results next to the tests")
    found = [records.read(path) for path in sorted((CORPUS / "results").glob("*.json"))]
    results = [one for one in found if one is not None]

    assert scoreboard.page(results) == page.read_text(encoding="utf-8")
    assert scoreboard.summary(results) == scoreboard.summary_in((ROOT / "README.md").read_text(encoding="utf-8"))
