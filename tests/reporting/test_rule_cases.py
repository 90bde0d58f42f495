"""The cases that the pages of the rules name are there, and give the rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings
from unstatic.settings.rules import Rule, rules

ROOT = Path(__file__).parents[2]
CASES = [(rule, case) for rule in rules() for case in re.findall(r"A\s+case\s+to\s+try:\s+`([^`]+)`", rule.text)]

needs_cases = pytest.mark.skipif(not (ROOT / "rewrites").is_dir(), reason="there are no rewrites next to the tests")


def sources(case: Path) -> list[Path]:
    """Return what is compiled of a case."""
    found = [path for path in sorted(case.iterdir()) if path.suffix in (".c", ".cpp")]
    return [path for path in found if not path.stem.endswith("after")]


@needs_cases
@pytest.mark.parametrize(("rule", "case"), CASES, ids=lambda value: value.id if isinstance(value, Rule) else "")
def test_the_case_gives_the_rule(rule: Rule, case: str, headers: Path) -> None:
    settings = Settings(precompiled=headers)
    found = pipeline.load(sources(ROOT / case), settings)
    reports = [pipeline.scan(extension, settings) for extension in found]

    told = [*(item.rule for report in reports for item in report.subjects)]
    told += [item.rule for report in reports for item in report.residue]

    assert rule.id in told


def test_most_rules_have_a_case() -> None:
    assert len(rules()) // 2 <= len(CASES)
