"""The page of a rewrite has the fixed headings, says what its class says, and names the rules by which it refuses."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from unstatic.passes import load_passes
from unstatic.planning.decide import REWRITES
from unstatic.rules import RULES, Rule, explanations, rewrite_names

HEADINGS = ["What it does", "Before and after", "When it refuses", "What a reviewer should look at", "References"]
BEGIN, END = "<!-- diff: begin -->\n```diff\n", "\n```\n<!-- diff: end -->"
PAGES = [page for page in explanations().values() if page.id in rewrite_names()]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)


def section(page: Rule, heading: str) -> str:
    """Return the text under a heading."""
    return page.text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_rewrite_has_a_page() -> None:
    assert sorted(REWRITES) == sorted(page.id for page in PAGES)


@every_page
def test_headings_are_complete(page: Rule) -> None:
    assert HEADINGS == re.findall(r"^## (.+)$", page.text, flags=re.MULTILINE)
    assert page.text.startswith(f"# {page.id}\n")


@every_page
def test_first_sentence_is_the_docstring(page: Rule) -> None:
    (rewrite,) = [item for item in load_passes() if item.name == page.id]

    assert inspect.getdoc(type(rewrite)) == page.title


@every_page
def test_first_sentence_is_one(page: Rule) -> None:
    assert re.fullmatch(r"[A-Z][^.]*\.", page.title)


@every_page
def test_difference_can_be_regenerated(page: Rule) -> None:
    text = section(page, "Before and after")

    assert 1 == text.count(BEGIN) == text.count(END)
    lines = text.partition(BEGIN)[2].partition(END)[0].splitlines()
    assert [] == [line for line in lines if not line.startswith((" ", "+", "-", "@@"))]
    assert {"+", "-", "@"} >= {line[0] for line in lines} - {" "}


@every_page
def test_named_rules_exist(page: Rule) -> None:
    listed = re.findall(r"^- ((?:`[a-z-]+`(?:, )?)+)", section(page, "When it refuses"), flags=re.MULTILINE)
    named = {name for item in listed for name in re.findall(r"`([a-z-]+)`", item)}

    assert set() == named - set(explanations())


def test_every_rule_belongs_to_a_page() -> None:
    text = "".join(section(page, "When it refuses") for page in PAGES)

    assert [] == [rule.id for rule in RULES if f"`{rule.id}`" not in text]


@every_page
def test_no_line_is_too_long(page: Rule) -> None:
    assert [] == [line for line in page.text.splitlines() if len(line) > 120 and not line.startswith("|")]


def test_no_page_without_a_rewrite() -> None:
    folder = Path(inspect.getfile(type(load_passes()[0]))).parent.parent

    assert sorted(name.replace("-", "_") for name in REWRITES) == sorted(p.parent.name for p in folder.glob("*/README.md"))
