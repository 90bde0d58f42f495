"""What the reasons refer to: one entry per refusal or decision rule, and the page of every rewrite."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rule:
    """A reason that the plan can give: *title* in one sentence, *text* in Markdown."""

    id: str
    title: str
    text: str


def _read_rules() -> tuple[Rule, ...]:
    """Return the pages in `reasons`, one per rule, in alphabetical order of the ids."""
    return tuple(map(_rule, sorted((Path(__file__).parent / "reasons").glob("*.md"))))


def _rule(page: Path) -> Rule:
    text = page.read_text(encoding="utf-8")
    return Rule(page.stem, _first_sentence(text), text)


def explanations() -> dict[str, Rule]:
    """Return everything that can be explained, by id: the rewrites by name, then the rules."""
    pages = (_rewrite(page) for page in _pages())
    return {rule.id: rule for rule in (*pages, *RULES)}


def rewrite_names() -> tuple[str, ...]:
    """Return the names of all rewrites, as `--select` and `--step` take them."""
    return tuple(page.parent.name.replace("_", "-") for page in _pages())


def _pages() -> list[Path]:
    # Found, not imported: explaining needs none of the rewrites' code.
    spec = importlib.util.find_spec("unstatic.rewrites")
    folders = spec.submodule_search_locations if spec is not None else None
    return sorted(page for folder in folders or () for page in Path(folder).glob("*/README.md"))


def _rewrite(page: Path) -> Rule:
    text = page.read_text(encoding="utf-8")
    return Rule(page.parent.name.replace("_", "-"), _first_sentence(text), text)


def _first_sentence(text: str) -> str:
    """Return the first line of the page that is no heading: what the rewrite does."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


RULES: tuple[Rule, ...] = _read_rules()
