"""What the reasons refer to: one entry per refusal or decision rule, and the page of every rewrite."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

RuleId = Literal[
    "address-stored",
    "allocation",
    "callback",
    "called-directly",
    "class-member",
    "custom-allocator",
    "dealloc-shape",
    "declined",
    "does-not-compile",
    "embedded-type",
    "foreign-file",
    "foreign-slot",
    "gc-without-traverse",
    "generated-file",
    "generated-function",
    "generated-variable",
    "import-cycle",
    "inactive-branch",
    "init",
    "instance-attribute",
    "keep-comment",
    "kept-instance",
    "lambda",
    "late-type",
    "limited-api",
    "load-once",
    "member-function",
    "metaclass",
    "mixed-roles",
    "no-route",
    "nothing-gained",
    "object-array",
    "object-holder",
    "only",
    "ownership",
    "parse-error",
    "process-state",
    "public-header",
    "read-before-made",
    "rival-macro",
    "runtime-slot",
    "several-units",
    "shared-constant",
    "shared-slot",
    "spelling-used",
    "state-shape",
    "static-initialiser",
    "static-instance",
    "static-method",
    "static-owner",
    "struct-sequence",
    "teardown",
    "traverse-shape",
    "type-as-value",
    "type-ready",
    "unexplained-name",
    "unowned-table",
    "unreadable-initialiser",
    "unsupported-slot",
]
"""The rules by which something stays; each has a page of that name."""

REASONS = Path(__file__).parents[1] / "reasons"
"""The folder with a page for each rule."""


GOTCHAS = Path(__file__).with_name("gotchas.md")
"""The page that says what the numbers in reports and comments mean."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A reason that the plan can give: *title* in one sentence, *text* in Markdown."""

    id: str
    title: str
    text: str


def rules() -> tuple[Rule, ...]:
    """Return what is told of every rule, in alphabetical order of the ids."""
    return tuple(_rule(id_, page) for id_, page in _reasons().items())


def explanations() -> dict[str, Rule]:
    """Return everything that can be explained, by id: the rewrites by name, then the rules."""
    return {id_: _rule(id_, page) for id_, page in _explained().items()}


def explanation(id_: str) -> Rule | None:
    """Return what is told of one rule, rewrite or gotcha (`G36`), None if there is none of that name."""
    page = _explained().get(id_)
    return _gotcha(id_.upper()) if page is None else _rule(id_, page)


def rewrite_names() -> tuple[str, ...]:
    """Return the names of all rewrites, as `--select` and `--step` take them."""
    return tuple(_rewrites())


def _gotcha(id_: str) -> Rule | None:
    """Return what is told of a number in reports and comments, and the pages that have more on it."""
    text = GOTCHAS.read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(id_)} \| (.+) \|$", text, re.MULTILINE)
    if found is None:
        return None
    section = re.findall(r"^## (.+)$", text[: found.start()], re.MULTILINE)[-1]
    word = re.compile(rf"\b{re.escape(id_)}\b")
    pages = [name for name, page in _explained().items() if word.search(page.read_text(encoding="utf-8"))]
    more = [f"More: {', '.join(f'`unstatic explain {name}`' for name in pages)}", ""] if pages else []
    return Rule(id_, found[1], "\n".join([f"# {id_}: {section}", "", found[1], "", *more]))


def _explained() -> dict[str, Path]:
    return {**_rewrites(), **_reasons()}


def _rewrites() -> dict[str, Path]:
    """Return the page of every rewrite."""
    return {page.parent.name.replace("_", "-"): page for page in _pages()}


def _reasons() -> dict[str, Path]:
    """Return the page of every rule."""
    return {page.stem: page for page in sorted(REASONS.glob("*.md"))}


def _pages() -> list[Path]:
    # Found, not imported: explaining needs none of the rewrites' code.
    spec = importlib.util.find_spec("unstatic.rewrites")
    folders = spec.submodule_search_locations if spec is not None else None
    return sorted(page for folder in folders or () for page in Path(folder).glob("*/README.md"))


def _rule(id_: str, page: Path) -> Rule:
    text = page.read_text(encoding="utf-8")
    return Rule(id_, _first_sentence(text), text)


def _first_sentence(text: str) -> str:
    """Return the first line of the page that is no heading: what the rewrite does."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")
