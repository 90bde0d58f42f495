"""Run the engine over everything that a command line names; failures of one extension don't stop the others."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic import pipeline
from unstatic.cli.flags import Request
from unstatic.config import Settings, load, project_root
from unstatic.errors import UnstaticError, UsageError
from unstatic.pipeline import Outcome
from unstatic.report import ExtensionReport

if TYPE_CHECKING:
    from unstatic.scan import ExtensionInput

Files = dict[Path, bytes]


@dataclass(frozen=True, slots=True)
class Task:
    """One extension to work on, with the settings of its project."""

    extension: ExtensionInput
    settings: Settings


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one task; *error_code* is 0 unless it failed."""

    task: Task
    outcome: Outcome
    error_code: int = 0

    @property
    def report(self) -> ExtensionReport:
        """What is to be said about it."""
        return self.outcome.report

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.task.extension.root

    @property
    def changed(self) -> tuple[Path, ...]:
        """The files that differ, relative to the root."""
        before, after = self.outcome.before, self.outcome.after
        return tuple(sorted(path for path in after if after[path] != before.get(path)))


def tasks(request: Request) -> tuple[Task, ...]:
    """Return the extensions in the paths of *request*; each project has its own settings."""
    by_root: dict[Path, list[Path]] = {}
    for path in request.paths:
        by_root.setdefault(project_root(path), []).append(path)
    found = []
    for root, paths in by_root.items():
        settings = load(root, request.overrides)
        found += [Task(extension, settings) for extension in pipeline.load(paths, settings)]
    return tuple(found)


def scan(found: Sequence[Task]) -> tuple[Result, ...]:
    """Take the inventory of every task."""
    return _work(_scan, found)


def run(found: Sequence[Task]) -> tuple[Result, ...]:
    """Migrate every task, in memory."""
    return _work(_run, found)


def exit_code(results: Sequence[Result], *, pending: bool = False) -> int:
    """Return the exit code that *results* add up to; what went wrong weighs more than what is left to do."""
    failed = [result.error_code or (4 if result.report.outcome == "failed" else 0) for result in results]
    if any(failed):
        return max(failed)
    if pending:
        return 1
    refused = any(result.task.settings.strict and result.report.has_refusals for result in results)
    return 3 if refused else 0


def _scan(task: Task) -> Outcome:
    return Outcome(pipeline.scan(task.extension, task.settings), {}, (), {})


def _run(task: Task) -> Outcome:
    return pipeline.run(task.extension, task.settings)


def _work(step: Callable[[Task], Outcome], found: Sequence[Task]) -> tuple[Result, ...]:
    jobs = min(len(found), max((task.settings.jobs for task in found), default=1))
    attempt = partial(_attempt, step)
    with contextlib.ExitStack() as stack:
        spread = stack.enter_context(ProcessPoolExecutor(jobs)).map if jobs > 1 else map
        return tuple(_with_progress(spread(attempt, found), len(found)))


def _attempt(step: Callable[[Task], Outcome], task: Task) -> Result:
    try:
        return Result(task, step(task))
    except UsageError:
        # Wrong for all of them alike, so say it once.
        raise
    except UnstaticError as error:
        report = ExtensionReport(task.extension.name, "failed", notes=(str(error),))
        return Result(task, Outcome(report, {}, (), {}), error.exit_code)


def _with_progress(results: Iterable[Result], total: int) -> Iterator[Result]:
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, "Working", total=total, console=Console(stderr=True), transient=True)
