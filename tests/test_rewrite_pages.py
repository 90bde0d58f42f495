"""
The page of a rewrite has the fixed headings, says what its class says, and names the rules by which it refuses.

`UNSTATIC_UPDATE=1` rewrites the differences in the pages from what docs/example gives; read them before you commit.
"""

from __future__ import annotations

import difflib
import inspect
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.rewriting.protocol import Preparation, Rewrite, load_passes, load_preparations
from unstatic.settings import config
from unstatic.settings.rewrites import REWRITES
from unstatic.settings.rules import Rule, explanations, rewrite_names, rules

HEADINGS = ["What it does", "Before and after", "When it refuses", "What a reviewer should look at", "References"]
BEGIN, END = "<!-- diff: begin -->\n```diff\n", "\n```\n<!-- diff: end -->"
EXAMPLE = Path(__file__).parent.parent / "docs" / "example" / "shelf.c"
UPDATE = bool(os.environ.get("UNSTATIC_UPDATE"))
PREPARATIONS = load_preparations()
ALONE = {"interpreter-dict": {"select": ["interpreter-dict"]}}
PAGES = [page for page in explanations().values() if page.id in rewrite_names()]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)


def every_step() -> list[Rewrite | Preparation]:
    return [*load_preparations(), *load_passes()]


def section(page: Rule, heading: str) -> str:
    """Return the text under a heading."""
    return page.text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_rewrite_has_a_page() -> None:
    assert sorted(item.name for item in REWRITES) == sorted(page.id for page in PAGES)


@every_page
def test_headings_are_complete(page: Rule) -> None:
    assert HEADINGS == re.findall(r"^## (.+)$", page.text, flags=re.MULTILINE)
    assert page.text.startswith(f"# {page.id}\n")


@every_page
def test_first_sentence_is_the_docstring(page: Rule) -> None:
    (rewrite,) = [item for item in every_step() if item.name == page.id]

    assert inspect.getdoc(type(rewrite)) == page.title


@every_page
def test_first_sentence_is_one(page: Rule) -> None:
    assert re.fullmatch(r"[A-Z][^.]*\.", page.title)


def difference(before: bytes, after: bytes) -> str:
    """Return the lines that differ, with two around them; where they stand is left out."""
    old, new = before.decode().splitlines(), after.decode().splitlines()
    lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
    return "\n".join("@@" if line.startswith("@@") else line for line in lines)


@pytest.fixture(scope="module")
def differences(tmp_path_factory: pytest.TempPathFactory, headers: Path) -> dict[str, str]:
    """What each rewrite changes in the example, when Python 3.11 is the oldest to support."""
    if not EXAMPLE.is_file():
        pytest.skip("there are no docs next to the tests")
    folder = tmp_path_factory.mktemp("example")
    shutil.copy(EXAMPLE, folder)
    settings = replace(config.load(folder, {"min-python": "3.11"}), precompiled=headers)
    (extension,) = pipeline.load([folder / EXAMPLE.name], settings)
    outcome = pipeline.run(extension, settings)
    states = [outcome.before, *(step.files for step in outcome.steps)]
    name = Path(EXAMPLE.name)
    found = {
        step.rewrite: difference(before[name], after[name])
        for step, before, after in zip(outcome.steps, states, states[1:], strict=False)
    }
    others = [*(item.name for item in PREPARATIONS), "process-data", "spec-lifetimes", "interpreter-dict"]
    return found | {name: of_first_case(name, tmp_path_factory.mktemp(name), headers) for name in others}


def of_first_case(name: str, folder: Path, headers: Path) -> str:
    """Return what a rewrite changes in the first of its cases: the example doesn't need it."""
    cases = Path(inspect.getfile(type(load_passes()[0]))).parent.parent / name.replace("-", "_") / "cases"
    (before,) = min(cases.iterdir()).glob("before.c*")
    source = folder / f"module{before.suffix}"
    shutil.copy(before, source)
    options = {"fold-dead-branches": name == "dead-branches"} | ALONE.get(name, {})
    settings = replace(config.load(folder, {"min-python": "3.11", **options}), precompiled=headers)
    (extension,) = pipeline.load([source], settings)
    (step,) = [item for item in pipeline.run(extension, settings).steps if item.rewrite == name]
    return difference(source.read_bytes(), step.files[Path(source.name)])


@every_page
def test_difference_is_what_the_rewrite_does(page: Rule, differences: dict[str, str]) -> None:
    opening, _, rest = page.text.partition(BEGIN)
    shown, _, closing = rest.partition(END)
    if UPDATE:
        (rewrite,) = [item for item in every_step() if item.name == page.id]
        path = Path(inspect.getfile(type(rewrite))).parent / "README.md"
        path.write_text(f"{opening}{BEGIN}{differences[page.id]}{END}{closing}", encoding="utf-8")
        return

    assert differences[page.id].splitlines() == shown.splitlines()
    assert shown and closing


@every_page
def test_named_rules_exist(page: Rule) -> None:
    listed = re.findall(r"^- ((?:`[a-z-]+`(?:, )?)+)", section(page, "When it refuses"), flags=re.MULTILINE)
    named = {name for item in listed for name in re.findall(r"`([a-z-]+)`", item)}

    assert set() == named - set(explanations())


def test_every_rule_belongs_to_a_page() -> None:
    text = "".join(section(page, "When it refuses") for page in PAGES)

    assert [] == [rule.id for rule in rules() if f"`{rule.id}`" not in text]


@every_page
def test_no_line_is_too_long(page: Rule) -> None:
    assert [] == [line for line in page.text.splitlines() if len(line) > 120 and not line.startswith("|")]


def test_no_page_without_a_rewrite() -> None:
    folder = Path(inspect.getfile(type(load_passes()[0]))).parent.parent
    found = {page.parent.name.replace("_", "-") for page in folder.glob("*/README.md")}

    assert {item.name for item in REWRITES} == found
