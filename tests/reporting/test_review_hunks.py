"""Which subject each changed line is shown with: each line once, and each written byte with an owner."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic import pipeline
from unstatic.plan.decisions import Verdict
from unstatic.review.hunks import hunks
from unstatic.review.provenance import trace
from unstatic.review.screen import visible
from unstatic.settings.config import Settings
from unstatic.text.diff import unified
from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

C = Path("x.c")
EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"


@st.composite
def steps(draw: st.DrawFn) -> tuple[bytes, list[list[Edit]]]:
    """Return a text, and two rounds of edits of it, each edit for a subject of its own."""
    data = first = draw(st.binary(max_size=30))
    rounds = []
    for number in range(2):
        cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=6)))
        spans = [Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
        edits = [Edit(C, span, draw(st.binary(max_size=4)), frozenset({f"{number}.{span.start}"})) for span in spans]
        rounds.append(list(dict.fromkeys(edits)))
        data = apply(data, rounds[-1])
    return first, rounds


@given(steps())
def test_what_has_no_owner_is_what_was_there(case: tuple[bytes, list[list[Edit]]]) -> None:
    before, rounds = case
    after = before
    for edits in rounds:
        after = apply(after, edits)
    found = trace(len(before), rounds)
    kept_after = without(after, [(start, end) for start, end, _ in found.written])
    kept_before = without(before, [(start, end) for start, end, _ in found.removed])

    assert kept_before == kept_after
    assert all(serves for *_, serves in (*found.written, *found.removed))


def without(data: bytes, ranges: list[tuple[int, int]]) -> bytes:
    return bytes(byte for at, byte in enumerate(data) if not any(start <= at < end for start, end in ranges))


@pytest.mark.skipif(not EXTENSIONS.is_dir(), reason="there are no extensions next to the tests")
@pytest.mark.parametrize("name", ["base_type_in_same_file", "exceptions_with_base"])
def test_every_line_of_the_diff_is_shown_once(name: str, tmp_path: Path) -> None:
    (tmp_path / "module.c").write_bytes((EXTENSIONS / name / "module.c").read_bytes())
    (extension,) = pipeline.load([tmp_path / "module.c"], Settings())
    outcome = pipeline.run(extension, Settings())
    assert outcome.plan is not None
    order = [item.subject for item in outcome.plan.decisions if item.verdict is Verdict.MIGRATE]
    found = hunks(outcome.before, outcome.after, [step.edits for step in outcome.steps], order)

    shown = [line for items in found.values() for hunk in items for line in hunk.lines if line[:1] in b"+-"]
    diff = [line for line in unified(outcome.before, outcome.after).splitlines(keepends=True) if line[:1] in b"+-"]
    assert sorted(shown) == sorted(line for line in diff if not line.startswith((b"+++", b"---")))
    for subject, items in found.items():
        assert all(not hunk.serves or subject in hunk.serves for hunk in items)


def test_code_does_not_steer_the_terminal() -> None:
    assert "\tred \\x1b[31m\\x9b\n" == visible("\tred \x1b[31m\x9b\n")
