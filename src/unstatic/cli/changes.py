"""The changes of several extensions as one set of files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.cli.engine import Files, Result
from unstatic.cli.shared import disputes
from unstatic.errors import UnstaticError, UsageError


@dataclass(frozen=True, slots=True)
class Changed:
    """The files that change, before and after, by path relative to *base*."""

    base: Path
    before: Files
    after: Files

    def __bool__(self) -> bool:
        return bool(self.after)


def combined(results: Sequence[Result], base: Path, step: str = "") -> Changed:
    """Return the changes of all *results*, or those of one rewrite if *step* names it.

    Raises UnstaticError for a file that two extensions are made from, and need to hold different things.
    """
    changed = Changed(base, {}, {})
    for files in () if step else disputes.disputed(results).values():
        raise UnstaticError(disputes.reason(files))
    for result in results:
        before, after = _step(result, step) if step else (result.outcome.before, result.outcome.after)
        for path in sorted(path for path in after if after[path] != before.get(path)):
            name = relative(result.root / path, base)
            if changed.after.setdefault(name, after[path]) != after[path]:
                raise UnstaticError(disputes.reason({name: result.report.name}))
            if path in before:
                changed.before[name] = before[path]
    return changed


def single_root(results: Sequence[Result], option: str) -> Path:
    """Return the project that all *results* belong to, or raise UsageError."""
    roots = {result.root for result in results}
    if len(roots) != 1:
        raise UsageError(f"{option} takes one project at a time, not {len(roots)}; run it for each")
    return roots.pop()


def diff_base(results: Sequence[Result]) -> Path:
    """Return the folder that the paths in a diff are relative to.

    That's where you stand, so that the diff applies there; for others and for archives, the folder they share.
    Raises UsageError for archives together with others, which share none.
    """
    here = Path.cwd()
    roots = {result.root.resolve() for result in results}
    is_unpacked = any(result.task.shown_from for result in results)
    if is_unpacked and not all(result.task.shown_from for result in results):
        raise UsageError("a diff can't be of archives and of folders at once; give them one after the other")
    if not is_unpacked and all(root.is_relative_to(here) for root in roots):
        return here
    return Path(os.path.commonpath(roots))


def relative(path: Path, base: Path) -> Path:
    """Return *path* relative to *base*; the last part may be a link, which isn't followed."""
    return (path.parent.resolve() / path.name).relative_to(base.resolve())


def _step(result: Result, rewrite: str) -> tuple[Files, Files]:
    before = result.outcome.before
    for step in result.outcome.steps:
        if step.rewrite == rewrite:
            return before, step.files
        before = step.files
    return {}, {}
