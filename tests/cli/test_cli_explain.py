from pathlib import Path

import pytest

from unstatic.cli import main
from unstatic.settings import rules
from unstatic.settings.rules import explanations, rewrite_names


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Know one rewrite and one rule."""
    page = tmp_path / "heap_types" / "README.md"
    page.parent.mkdir()
    page.write_text(
        "# heap-types\n\n## What it does\n\nTurn static types into heap types.\n\nMore.\n", encoding="utf-8"
    )
    monkeypatch.setattr(rules, "_pages", lambda: [page])
    reason = tmp_path / "reasons" / "no-route.md"
    reason.parent.mkdir()
    reason.write_text("# no-route\n\nNo way to the state.\n\nA callback gets no state.\n", encoding="utf-8")
    monkeypatch.setattr(rules, "REASONS", reason.parent)


def test_rewrites_and_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    expected = "heap-types  Turn static types into heap types.\nno-route    No way to the state.\n"

    assert (0, expected) == (main(["explain"]), capsys.readouterr().out)


@pytest.mark.parametrize(
    ("rule", "text"), [("no-route", "A callback"), ("heap-types", "More."), ("heap_types", "More.")]
)
def test_the_text_is_printed(rule: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["explain", rule])
    assert text in capsys.readouterr().out


@pytest.mark.parametrize("number", ["G36", "g36", "R6"])
def test_numbers_of_reports_are_explained(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["explain", number])
    assert capsys.readouterr().out.startswith(f"# {number.upper()}: ")


def test_a_slip_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["explain", "heap-type"])
    assert "did you mean heap-types?" in capsys.readouterr().err


def test_nonsense_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["explain", "qqq"])
    assert "lists them all" in capsys.readouterr().err


def test_rewrites_are_named_as_on_the_command_line() -> None:
    assert ("heap-types",) == rewrite_names()


def test_ids_are_unique() -> None:
    assert ["heap-types", "no-route"] == list(explanations())
