"""Every rule that a decision can name has a page, and every page says why, shows an example and helps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import get_args

import pytest

import unstatic
from unstatic.settings.rules import GOTCHAS, Rule, RuleId, explanations, rewrite_names, rules

PACKAGE = Path(unstatic.__file__).parent
DOCS = Path(__file__).parent.parent / "docs"
STATUSES = {"implemented", "checked", "refused", "reported", "not yet", "–"}
HEADINGS = [
    *("When it applies", "Why", "Before and after", "What you can do", "What a reviewer should look at", "Sources"),
]

# Where the rule stands among the arguments of what holds a decision.
POSITIONS = {"Obstacle": 1, "Decision": 3, "Residue": 3}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Unclear(Exception):
    """What a rule argument can be isn't visible in the source."""


@dataclass(frozen=True)
class Module:
    """One module of the engine, and the rules that it can give."""

    path: Path

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_bytes())

    def rules(self) -> Iterator[str]:
        """Yield the value of every rule argument; raise Unclear for one that can't be followed."""
        for function, call in self.calls():
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in POSITIONS:
                yield from self.values(argument(call, POSITIONS[name]), function)
            elif name == "replace":
                yield from (value for key in call.keywords if key.arg == "rule" for value in strings(key.value))

    def calls(self) -> Iterator[tuple[Function | None, ast.Call]]:
        """Yield every call with the innermost function around it."""
        found: dict[ast.Call, Function | None] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                found.setdefault(node, None)
            if isinstance(node, Function):
                found |= {inner: node for inner in ast.walk(node) if isinstance(inner, ast.Call)}
        yield from ((function, call) for call, function in found.items())

    def values(self, node: ast.expr, function: Function | None) -> Iterator[str]:
        """Yield what *node* can be inside *function*."""
        if isinstance(node, ast.Attribute) and node.attr == "rule":
            return  # handed on from another decision
        if isinstance(node, ast.Name) and function is not None:
            yield from self.variable(node.id, function)
        else:
            yield from strings(node)

    def variable(self, name: str, function: Function) -> Iterator[str]:
        """Yield what a local or parameter can be."""
        names = [parameter.arg for parameter in function.args.args if parameter.arg != "self"]
        if name in names:
            for caller, call in self.calls():
                if getattr(call.func, "attr", getattr(call.func, "id", "")) == function.name:
                    yield from self.values(argument(call, names.index(name), default(function, name)), caller)
            return
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
        found = [value for node in assigned for value in self.assigned(node, name)]
        if not found:
            raise Unclear(f"{self.path.name}: {name} in {function.name}")
        yield from found

    def assigned(self, node: ast.Assign, name: str) -> Iterator[str]:
        """Yield what the assignment *node* gives to *name*, through a table of tuples too."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == name:
            yield from strings(node.value)
        elif isinstance(target, ast.Tuple) and name in [item.id for item in target.elts if isinstance(item, ast.Name)]:
            position = [getattr(item, "id", "") for item in target.elts].index(name)
            for row in self.table(node.value):
                yield from strings(row.elts[position])

    def table(self, node: ast.expr) -> Iterator[ast.Tuple]:
        """Yield the tuples of the module's table that *node* looks something up in."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
            raise Unclear(f"{self.path.name}:{node.lineno}")
        for statement in self.tree.body:
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            if isinstance(statement, ast.Assign | ast.AnnAssign) and getattr(targets[0], "id", "") == node.value.id:
                assert statement.value is not None
                yield from (inner for inner in ast.walk(statement.value) if isinstance(inner, ast.Tuple))


def argument(call: ast.Call, position: int, default: ast.expr | None = None) -> ast.expr:
    """Return the rule argument of *call*, by name or by position, or else its default."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "rule"]
    if not named and default is not None and position >= len(call.args):
        return default
    return named[0] if named else call.args[position]


def default(function: Function, name: str) -> ast.expr | None:
    """Return what the parameter *name* is when it isn't given."""
    names = [parameter.arg for parameter in function.args.args]
    given = dict(zip(reversed(names), reversed(function.args.defaults), strict=False))
    return given.get(name)


def strings(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression of literals can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)
    elif not (isinstance(node, ast.Attribute) and node.attr == "rule"):  # that is handed on
        raise Unclear(ast.unparse(node))


def modules() -> list[Module]:
    """Return the modules that decide."""
    return [Module(file) for name in ("plan", "facts", "model") for file in sorted((PACKAGE / name).rglob("*.py"))]


def headings(text: str) -> list[str]:
    """Return the second-level headings of a page."""
    return re.findall(r"^## (.+)$", text, flags=re.MULTILINE)


needs_docs = pytest.mark.skipif(not DOCS.is_dir(), reason="there are no docs next to the tests")
every_rule = pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)


@pytest.mark.parametrize("module", modules(), ids=lambda module: f"{module.path.parent.name}.{module.path.stem}")
def test_every_rule_has_a_page(module: Module) -> None:
    assert set() == set(module.rules()) - set(explanations())


def test_every_page_is_that_of_a_rule() -> None:
    assert sorted(get_args(RuleId)) == [rule.id for rule in rules()]


def test_some_rules_are_found() -> None:
    found = {rule for module in modules() for rule in module.rules()}

    # One for each way in which a rule is given: a literal, either of two, from a table, through a parameter.
    assert found >= {"teardown", "metaclass", "unreadable-initialiser", "object-array", "late-type"}


def test_ids_are_unique() -> None:
    ids = [rule.id for rule in rules()]

    assert sorted(set(ids)) == ids
    assert not set(ids) & set(rewrite_names())


@every_rule
def test_id_is_the_headline(rule: Rule) -> None:
    assert f"# {rule.id}\n\n{rule.title}\n\n## When it applies\n" == rule.text[: len(rule.id) + len(rule.title) + 25]


@every_rule
def test_title_is_one_sentence(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z`][^.]*(\.[^.\s][^.]*)*\.", rule.title)
    assert len(rule.title) <= 120


@every_rule
def test_headings_are_complete(rule: Rule) -> None:
    assert HEADINGS == headings(rule.text)


@every_rule
def test_sections_are_filled(rule: Rule) -> None:
    texts = re.split(r"^## .+$", rule.text, flags=re.MULTILINE)[1:]

    assert [] == [heading for heading, text in zip(HEADINGS, texts, strict=True) if len(text.split()) < 6]


@every_rule
def test_before_and_after_are_code(rule: Rule) -> None:
    section = rule.text.partition("## Before and after\n")[2].partition("\n## ")[0]
    blocks = re.findall(
        r"^(Before|After):\n\n```(?:c|cpp|cython)\n(.+?)\n```$", section, flags=re.MULTILINE | re.DOTALL
    )

    assert ["Before", "After"] == [name for name, _ in blocks]
    assert blocks[0][1] != blocks[1][1]
    assert 4 == rule.text.count("```")


@every_rule
def test_a_reviewer_is_given_a_list(rule: Rule) -> None:
    section = rule.text.partition("## What a reviewer should look at\n\n")[2].partition("\n\n## ")[0]

    assert 2 <= len(re.findall(r"^- ", section, flags=re.MULTILINE))
    assert section.startswith("- ")


@every_rule
def test_sources_are_named(rule: Rule) -> None:
    sources = rule.text.partition("## Sources\n\n")[2]

    assert re.search(r"HOWTO|PEP \d+|\bG\d+: ", sources)


@needs_docs
def test_every_number_is_explained() -> None:
    written = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    written |= {Path(rule.id): rule.text for rule in explanations().values()}
    page = GOTCHAS.read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| ([GR]\d+) \|", page, flags=re.MULTILINE))

    missing = {number for text in written.values() for number in re.findall(r"\b[GR]\d{1,3}\b", text)} - explained

    assert set() == missing


def test_each_number_is_explained_once_and_in_order() -> None:
    for section in GOTCHAS.read_text(encoding="utf-8").split("\n## "):
        numbers = [int(number) for number in re.findall(r"^\| [GR](\d+) \|", section, flags=re.MULTILINE)]
        assert numbers == sorted(set(numbers))


@needs_docs
def test_seeds_name_what_exists() -> None:
    text = (DOCS / "seeds.md").read_text(encoding="utf-8")

    assert set() == set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", text)) - set(explanations())


@needs_docs
def test_seeds_have_a_status_each() -> None:
    lines = (DOCS / "seeds.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith("| ")]

    assert [] == [row for row in rows if row[2] not in STATUSES | {"status"} or len(row) != 4]
