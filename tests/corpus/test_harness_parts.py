"""The parts of the harness that need no interpreter: what test runners print, pins, findings, claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import run
from harness import pins
from harness.compiler import new_warnings
from harness.migration import claim_of
from harness.passed import Passed

from unstatic.verify.building import counts, symbols
from unstatic.verify.building.builds import warnings
from unstatic.verify.children import Json, Observation
from unstatic.verify.compare import compare
from unstatic.verify.findings import Finding, problems
from unstatic.verify.judge import judge
from unstatic.verify.judging import references
from unstatic.verify.judging.case import Case, Claim
from unstatic.verify.judging.case import claim_of as claim_by_definition

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
PINS = sorted(CORPUS.glob("*.toml"))

UNITTEST = """
----------------------------------------------------------------------
Ran 292 tests in 1.052s

FAILED (failures=1, skipped=7, expected failures=2)
"""


def test_what_could_not_be_tried_is_not_as_pinned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pin = (CORPUS / "zfec.toml").read_text(encoding="utf-8")
    (tmp_path / "zfec.toml").write_text(pin.replace("apt = []", 'apt = ["no-such-package"]'), encoding="utf-8")
    monkeypatch.setattr(run, "HERE", tmp_path)

    exit_code = run.main(["--work", str(tmp_path / "work"), "--leave-results", "zfec"])

    assert exit_code == 1
    assert "could not be tried: needs Debian packages: no-such-package" in "".join(capsys.readouterr())


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_a_pin_is_complete(path: Path) -> None:
    pin = pins.read(path)

    assert pin.name == path.stem
    assert len(pin.sha256) == 64
    assert set(pin.exercise) <= set(pin.modules)
    assert all("def exercise(module):" in text for text in pin.exercise.values())
    assert set(pin.baseline) == {"3.11", "3.12", "3.13"}
    for expected in pin.expected.values():
        assert expected.outcome in ("migrated", "partial", "refused", "failed")
        assert expected.claim in ("own", "shared", "none")


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("collected\n51 passed in 0.19s\n", {"passed": 51}),
        ("=== 39 passed, 1 skipped in 75.20s (0:01:15) ===\n", {"passed": 39, "skipped": 1}),
        ("1 failed, 2 passed, 3 warnings in 0.1s", {"failed": 1, "passed": 2, "warning": 3}),
        ("Ran 101 tests in 9.1s\n\nOK\n", {"ran": 101, "passed": 101, "failed": 0}),
        ("Segmentation fault", {}),
    ],
)
def test_counts_of_a_summary(output: str, expected: dict[str, int]) -> None:
    assert counts.read(output) == expected


def test_counts_of_unittest_leave_out_what_did_not_pass() -> None:
    assert counts.read(UNITTEST)["passed"] == 282


def test_warnings_compare_without_their_places() -> None:
    before = warnings("a.c:1:2: warning: unused variable 'x' [-Wunused-variable]\n")
    after = warnings("b.c:7:9: warning: unused variable 'x' [-Wunused-variable]\ncc1: warning: other\n")

    assert new_warnings(before, after) == ["other"]


@pytest.mark.parametrize(
    ("said", "claim"),
    [("per-interpreter-gil", "own"), ("shared-gil", "shared"), ("not-supported", "none"), ("", "none")],
)
def test_claims_of_a_report(said: str, claim: Claim) -> None:
    assert claim_of({"multiple_interpreters": said}) == claim


def seen(**outcomes: object) -> Observation:
    """Return an observation with nothing but these outcomes; underscores stand for blanks."""
    return Observation({name.replace("_", " "): value for name, value in outcomes.items()}, {}, "")  # type: ignore[misc]


def test_silence_is_a_problem() -> None:
    before, after = seen(shutdown={"value": "ok"}), seen(shutdown={"silent": 0})

    assert [finding.where for finding in problems(judge("m", before, after, "own"))] == ["shutdown"]


def test_what_the_original_fails_too_is_not_provable() -> None:
    both = seen(shutdown={"crashed": -11})

    assert [finding.kind for finding in judge("m", both, both, "own")] == ["note"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ImportError: module _datetime does not support loading in subinterpreters", "note"),
        ("ImportError: module m does not support loading in subinterpreters", "problem"),
        ("AssertionError: 1", "problem"),
    ],
)
def test_who_refuses_to_load_in_an_own_gil_interpreter(text: str, kind: str) -> None:
    observation = seen(own_GIL={"value": text}, definition={"value": {"claim": "per-interpreter-gil"}})

    assert [finding.kind for finding in judge("package.m", observation, observation, "own")] == [kind]


def test_a_module_may_not_do_more_than_it_claims() -> None:
    observation = seen(own_GIL={"value": "ok"})

    assert [finding.kind for finding in judge("m", observation, observation, "shared")] == ["problem"]


def surface(kind: Mapping[str, object], **attempts: str) -> dict[str, object]:
    described = {"name": "T", "module": "m", "flags": [], "dict": {}, **kind}
    return {"surface": {"value": {"types": {"T": described}, "attempts": {"T": attempts}}}}


def test_a_type_without_a_dot_in_its_name_may_get_one() -> None:
    before = surface({"module": "builtins", "flags": ["IMMUTABLETYPE"]}, call="TypeError: cannot create 'T' instances")
    after = surface({"flags": ["IMMUTABLETYPE", "HEAPTYPE"]}, call="TypeError: cannot create 'm.T' instances")

    assert problems(compare(before, after, (3, 12))) == []  # type: ignore[arg-type]


def test_a_type_that_stays_in_builtins_may_say_so_in_messages() -> None:
    kind = {"module": "builtins", "flags": ["IMMUTABLETYPE"]}
    before = surface(kind, call="TypeError: cannot create 'T' instances")
    after = surface(
        {**kind, "flags": ["IMMUTABLETYPE", "HEAPTYPE"]}, call="TypeError: cannot create 'builtins.T' instances"
    )

    assert problems(compare(before, after, (3, 12))) == []  # type: ignore[arg-type]
    assert len(problems(compare(before, surface(kind, call="TypeError: no 'builtins.T'"), (3, 12)))) == 1  # type: ignore[arg-type]


def test_other_names_in_messages_are_a_problem() -> None:
    before = surface({"flags": ["IMMUTABLETYPE"]}, call="TypeError: cannot create 'm.T' instances")
    after = surface({"flags": ["IMMUTABLETYPE", "HEAPTYPE"]}, call="TypeError: cannot create 'x.T' instances")

    found = problems(compare(before, after, (3, 12)))  # type: ignore[arg-type]

    assert [finding.where for finding in found] == ["surface/attempts/T/call"]


def test_a_type_that_stays_static_is_found_by_its_symbol() -> None:
    data = {"Stack_Type": 416, "StackError": 8, "table": 256}

    found = {finding.where: finding.kind for finding in symbols.audit(data, data, True)}

    assert found == {"symbols/Stack_Type": "problem", "symbols/StackError": "note"}


@pytest.mark.parametrize(
    ("said", "is_partial", "claim"),
    [("unknown", False, "shared"), ("unknown", True, "none"), ("shared-gil", True, "shared"), ("none", False, "none")],
)
def test_a_partly_migrated_module_claims_nothing_before_3_12(said: str, is_partial: bool, claim: str) -> None:
    outcomes: dict[str, Json] = {"definition": {"value": {"claim": said}}, "twice": {"value": {}}}

    assert claim == claim_by_definition(outcomes, is_partial=is_partial)


def test_only_types_of_the_same_size_are_kept() -> None:
    before = {"Stack_Type": 408, "Queue_Type": 408, "StackError": 8}
    after = {"Stack_Type": 408, "Queue_Type": 40, "StackError": 8}

    assert {"Stack_Type"} == symbols.kept_types(before, after)
    assert {"Stack_Type", "StackError"} == symbols.kept_variables(before, after)
    assert not symbols.kept_types(before, None)


@pytest.mark.parametrize(
    ("claim", "is_partial", "kind"),
    [("shared", True, "note"), ("none", True, "problem"), ("shared", False, "problem")],
)
def test_types_that_a_module_with_the_same_claim_shared_are_as_before(
    claim: Claim, is_partial: bool, kind: str
) -> None:
    """A single-phase module shares all of its types, and its conversion none; what stays is told."""
    found: dict[str, Json] = {"distinct module": True, "distinct types": {"error": False}, "same labels": True}
    alive: dict[str, Json] = {"module freed": True, "types alive": ["error"]}
    before: dict[str, Json] = {"twice": {"value": found}}
    case = Case("", "box", before, before, (), is_partial, (claim, "shared"))

    assert [kind] == [finding.kind for finding in references.twice(case, found)]
    assert (kind == "problem") == bool(list(references.stored(case, alive)))


# --- what passed before


def test_what_was_right_is_not_tried_again(tmp_path: Path) -> None:
    passed, tried = Passed(tmp_path), []

    def work() -> list[int]:
        tried.append(1)
        return [len(tried)]

    for facts in ("a", "a", "b"):
        passed.once(facts, work, lambda found: True)

    assert 2 == len(tried)
    assert [1] == passed.once("a", work, lambda found: True)
    assert [3] == Passed(tmp_path, anew=True).once("a", work, lambda found: True)


def test_what_was_wrong_is_tried_again(tmp_path: Path) -> None:
    found = [Finding("problem", "import", "crashed"), Finding("note", "import", "ok")]
    passed = Passed(tmp_path)
    answers = [[item] for item in found]

    assert found == [passed.findings("a", lambda: answers.pop(0), lambda it: not problems(it))[0] for _ in range(2)]
    assert [found[1]] == passed.findings("a", lambda: answers.pop(0), lambda it: False)
