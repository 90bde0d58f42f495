"""Write a migration as a series of patches."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.cli import changes
from unstatic.delivery.series import Commit, patches
from unstatic.delivery.write import fill_folder
from unstatic.errors import UnstaticError
from unstatic.migration.report import relocated
from unstatic.reporting.pull_request import pull_request
from unstatic.settings.rules import explanation, rewrite_names
from unstatic.system.git import repository_root

if TYPE_CHECKING:
    from unstatic.cli.engine import Result
    from unstatic.pipeline import Step
    from unstatic.verify.verdict import Verdict

_WIDTH = 72


def write(directory: Path, found: Sequence[Result], verdict: Verdict | None) -> None:
    """Write a patch per step of *found*, and a cover letter with *verdict*, to *directory*, which must be new.

    Raises UnstaticError where two extensions change the same file.
    """
    root = changes.single_root(found, "--series")
    _refuse_shared(found)
    base = repository_root(root) or root
    commits = [commit for result in found for commit in _commits(result, root, base, alone=len(found) == 1)]
    letter = pull_request([relocated(result.report, result.root.resolve()) for result in found], _proof(verdict))
    plans = [result.outcome.plan for result in found if result.outcome.plan is not None]
    late = [name for plan in plans for name in plan.by_interpreter]
    fill_folder(directory, patches(commits, letter, late))


def _commits(result: Result, root: Path, base: Path, *, alone: bool) -> Iterator[Commit]:
    before = result.outcome.before
    for step in result.outcome.steps:
        old = {changes.relative(root / path, base): data for path, data in before.items()}
        new = {changes.relative(root / path, base): data for path, data in step.files.items()}
        name = step.rewrite if alone else f"{result.report.name}-{step.rewrite}"
        yield Commit(name, f"{result.report.name}: {step.title}", _message(step), old, new)
        before = step.files


def _message(step: Step) -> str:
    """Return the body of a commit message: what such a step is for, then a line per subject."""
    page = next((name for name in rewrite_names() if step.rewrite.startswith(name)), "")
    rule = explanation(page)
    why = [rule.title, ""] if rule is not None else []
    lines = [f"- {change.subject}: {change.reason}" for change in step.changes]
    told = [*why, *lines, *(["", f"More: unstatic explain {page}"] if page else [])]
    # Names can be long, and mustn't be broken.
    filled = (
        textwrap.fill(line, _WIDTH, subsequent_indent="  " * line.startswith("-"), break_long_words=False)
        for line in told
    )
    return "\n".join(filled)


def _proof(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    from unstatic.verify.verdict_text import to_markdown

    return to_markdown(verdict)


def _refuse_shared(found: Sequence[Result]) -> None:
    owners: dict[Path, str] = {}
    for result in found:
        for path in result.changed:
            if owners.setdefault(path, result.report.name) != result.report.name:
                raise UnstaticError(
                    f"{path}: {owners[path]} and {result.report.name} both change this file, so their patches can't "
                    "stand side by side; make a series for each of them in turn"
                )
