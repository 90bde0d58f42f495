"""Run the engine over everything that a command line names; failures of one extension don't stop the others."""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

import click

from unstatic.cache import results as kept_results
from unstatic.cache.inputs import Disk
from unstatic.cli import BUG, BUG_ADVICE, workers
from unstatic.cli.options import archives, capturing, only, plans
from unstatic.cli.options.flags import Request, is_quiet
from unstatic.cli.shared import again, bystanders, clients, disputes, merging, unnamed
from unstatic.errors import ParseError, UnstaticError, UsageError
from unstatic.migration.outcome import Outcome, measured
from unstatic.migration.report import ExtensionReport, counted, stopped
from unstatic.project import scan as discovered
from unstatic.project.discovery.growing_macros import MOST_TOKENS, growing_macro
from unstatic.project.discovery.sources import defines_module, endless_include, read_bytes
from unstatic.settings.config import Settings, load, project_root, unpack_limit
from unstatic.system.store import Store, default_folder
from unstatic.text.source import Location

if TYPE_CHECKING:
    from unstatic.project.scan import ExtensionInput

PROGRESS_EVERY = 10.0
"""Seconds between the lines that tell of progress where there is no terminal."""

R = TypeVar("R")
Files = dict[Path, bytes]


@dataclass(frozen=True, slots=True)
class Task:
    """One extension to work on, with the settings of its project."""

    extension: ExtensionInput
    settings: Settings
    shown_from: Path | None = None
    """The folder that places are told relative to, or None for where you stand."""
    cache: bool = False
    """Whether its result may be one of an earlier run."""
    static: ExtensionInput | None = None
    """The same extension as the build files show it, where a build told more."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one task; *error_code* is 0 unless it failed."""

    task: Task
    outcome: Outcome
    error_code: int = 0
    unconcerned: frozenset[Path] = frozenset()
    """Headers that other extensions change, and that are right for this one before and after."""

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
    """Return the extensions in the paths of *request*; each project has its own settings.

    What was unpacked, and what they need of a captured build, stays until the command ends.
    """
    by_root: dict[Path, list[Path]] = {}
    shown_from: dict[Path, Path] = {}
    for path in request.paths:
        if archives.is_archive(path):
            folder = archives.unpacked(path, unpack_limit(request.overrides))
            by_root[folder], shown_from[folder] = [folder], folder.parent
        else:
            by_root.setdefault(project_root(path), []).append(path)
    plan = None if request.plan is None else plans.read(request.plan, by_root)
    headers = default_folder() if request.cache else None
    found = []
    for root, paths in by_root.items():
        settings = load(root, request.overrides if plan is None else {**plan.settings, **request.overrides})
        settings = replace(settings, precompiled=headers)
        captured = capturing.capturer(settings)
        # What was unpacked or built lies in a folder that is gone afterwards.
        cache = request.cache and captured is None and root not in shown_from
        static = _static(paths, settings) if captured is not None else {}
        for extension in discovered.load(paths, settings, captured):
            found.append(Task(extension, settings, shown_from.get(root), cache, static.get(extension.name)))
    return tuple(found) if plan is None else plans.planned(plan, found)


def _static(paths: Sequence[Path], settings: Settings) -> dict[str, ExtensionInput]:
    """Return the extensions by name as the build files show them; none if those can't be read."""
    try:
        return {one.name: one for one in discovered.load(paths, settings)}
    except UnstaticError:
        return {}


def scan(found: Sequence[Task]) -> tuple[Result, ...]:
    """Take the inventory of every task. Raises UsageError if `--only` names what isn't there."""
    return _settled(_with_each_other(_scan, found), found)


def run(found: Sequence[Task]) -> tuple[Result, ...]:
    """Migrate every task, in memory. Raises UsageError if `--only` names what isn't there.

    What changes a file that another extension is made from, and needs otherwise, stays.
    """
    results = _agreed(_with_each_other(_run, found))
    while disputed := bystanders.settled_first(results):
        tasks: dict[int, Task] = {}
        for number, files in disputed.items():
            task = disputes.settled(results[number], files)
            if task is not None:
                tasks[number] = task
            else:
                results[number] = _failed(results[number].task, disputes.reason(files), UnstaticError.exit_code)
        _replace(_run, results, tasks)
        results = _agreed(results)
    return _settled(unnamed.told(results), found)


def _agreed(results: Sequence[Result]) -> list[Result]:
    """Return the results with what they can agree on in files that they share."""
    return bystanders.told(merging.merged(results))


def _with_each_other(step: Callable[[Task], Outcome], found: Sequence[Task]) -> list[Result]:
    """Return the results, each with what other extensions of the same files say of these."""
    results = list(_work(step, found))
    while tasks := again.tasks(results) or clients.tasks(results):
        _replace(step, results, tasks)
    return results


def _replace(step: Callable[[Task], Outcome], results: list[Result], tasks: Mapping[int, Task]) -> None:
    for number, result in zip(tasks, _work(step, list(tasks.values())), strict=True):
        results[number] = result


def exit_code(results: Sequence[Result], *, pending: bool = False, needs_all: bool = False) -> int:
    """
    Return the exit code that *results* add up to; what went wrong weighs more than what is left to do.

    If it *needs_all*, an inventory that lacks what a missing header hides went wrong too.
    """
    failed = [result.error_code or _code_of(result.report, needs_all) for result in results]
    if any(failed):
        return max(failed)
    if pending:
        return 1
    refused = any(result.task.settings.strict and result.report.has_refusals for result in results)
    return 3 if refused else 0


def _code_of(report: ExtensionReport, needs_all: bool) -> int:
    is_lacking = report.has_syntax_errors or (needs_all and bool(report.incomplete))
    return ParseError.exit_code if report.outcome == "failed" or is_lacking else 0


def _scan(task: Task) -> Outcome:
    from unstatic import pipeline

    report = pipeline.scan(task.extension, task.settings)
    root = Path(os.path.realpath(task.extension.root))
    sources = (Path(os.path.realpath(unit.path)) for unit in task.extension.units)
    return Outcome(replace(report, files=tuple(os.path.relpath(path, root) for path in sources)), {}, (), {})


def _run(task: Task) -> Outcome:
    from unstatic import pipeline

    return measured(pipeline.run(task.extension, task.settings))


def _work(step: Callable[[Task], Outcome], found: Sequence[Task]) -> tuple[Result, ...]:
    jobs = max((task.settings.jobs for task in found), default=1)
    done = _known(step, found)
    rest = [task for task, result in zip(found, done, strict=True) if result is None]
    if rest:
        # Once, before there are several processes.
        importlib.import_module("unstatic.pipeline")
    spread = _with_progress(workers.spread(partial(_attempt, step), rest, jobs, _size), len(rest))
    made = [result for _, result in sorted(spread, key=lambda item: item[0])]
    remaining = (
        _crashed(task, result) if isinstance(result, workers.Crash) else result
        for task, result in zip(rest, made, strict=True)
    )
    return tuple(next(remaining) if result is None else result for result in done)


def _size(task: Task) -> int:
    """Return the bytes of the sources; headers aren't known yet."""
    paths = [unit.path for unit in task.extension.units]
    return sum(path.stat().st_size for path in paths if path.is_file())


def _known(step: Callable[[Task], Outcome], found: Sequence[Task]) -> list[Result | None]:
    """Return the results of earlier runs that still hold."""
    disk, store = Disk(), _store()
    results: list[Result | None] = []
    for task in found:
        outcome = kept_results.known(store, _key(step, task), disk) if task.cache else None
        results.append(None if outcome is None else Result(task, outcome))
    return results


def _store() -> Store:
    return Store(default_folder())


def _key(step: Callable[[Task], Outcome], task: Task) -> str:
    return kept_results.key_of(step.__name__, task.extension, task.settings)


def _settled(results: Sequence[Result], found: Sequence[Task]) -> tuple[Result, ...]:
    """Return the results with each comment told once: in a header, it may mean a variable of another extension.

    Raises UsageError for what was asked for by a name that none of them has.
    """
    only.check(tuple(result.report for result in results), _only(found))
    plans.check(results)
    effective = {item.location for result in results for item in result.report.keep_comments if not item.problem}
    told: set[Location] = set()
    settled = []
    for result in results:
        report = result.report
        comments = tuple(
            item
            for item in report.keep_comments
            if not item.problem or item.location not in effective and item.location not in told
        )
        told |= {item.location for item in comments if item.problem}
        if comments != report.keep_comments:
            outcome = replace(result.outcome, report=replace(report, keep_comments=comments))
            result = replace(result, outcome=outcome)
        settled.append(result)
    return tuple(settled)


def _only(found: Sequence[Task]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(subject for task in found for subject in task.settings.only))


def _attempt(step: Callable[[Task], Outcome], task: Task) -> Result:
    try:
        _refuse_outside(task)
        refuse_endless(task)
        return _preferred(step, task, Result(task, _outcome(step, task)))
    except UsageError:
        # Wrong for all of them alike, so say it once.
        raise
    except ParseError as error:
        return _without_build(step, task, error)
    except UnstaticError as error:
        return _failed(task, str(error), error.exit_code)
    except RecursionError:
        reason = f"{_sources(task)}: the code is too deeply nested: hundreds of parentheses, braces or statements"
        return _failed(task, f"{reason} lie in each other; simplify it, or leave the source out", ParseError.exit_code)
    except Exception as error:  # a mistake of ours mustn't stop the others either
        import traceback

        click.echo(traceback.format_exc(), err=True)
        return _failed(task, f"{_sources(task)}: {error!r}: {BUG_ADVICE}", BUG)


def _outcome(step: Callable[[Task], Outcome], task: Task) -> Outcome:
    if not task.cache:
        return step(task)
    return kept_results.kept(_store(), _key(step, task), task.extension, partial(step, task))


def _preferred(step: Callable[[Task], Outcome], task: Task, result: Result) -> Result:
    """Return the result, or what comes of the build files alone if only those can be read as a whole."""
    if not result.report.incomplete or task.static is None:
        return result
    other = _static_result(step, task, result.report.incomplete[0])
    return result if other is None or other.report.incomplete else other


def _without_build(step: Callable[[Task], Outcome], task: Task, error: ParseError) -> Result:
    """Return what comes of the build files alone, if what the build told is what can't be read; else the failure."""
    found = _static_result(step, task, str(error))
    return found or (_unread(task, error) if step is _run else _failed(task, str(error), error.exit_code))


def _unread(task: Task, error: ParseError) -> Result:
    """Return the failure of a migration that needs all of the code, with the inventory of what can be read."""
    from unstatic import pipeline

    failed = _failed(task, str(error), error.exit_code)
    try:
        # Neither can an inventory be made of what no parser can read.
        refuse_endless(task)
        report = stopped(pipeline.scan(task.extension, task.settings), str(error))
    except (UnstaticError, RecursionError):
        return failed
    return replace(failed, outcome=replace(failed.outcome, report=report))


def _static_result(step: Callable[[Task], Outcome], task: Task, reason: str) -> Result | None:
    if task.static is None:
        return None
    note = f"what the build told can't be read, so the build files were: {reason}"
    extension = replace(task.static, notes=(note, *task.static.notes))
    result = _attempt(step, replace(task, extension=extension, static=None))
    return None if result.error_code else result


def _crashed(task: Task, crash: workers.Crash) -> Result:
    advice = "look for code that is nested very deeply, or try another libclang with --libclang"
    return _failed(task, f"{_sources(task)}: the parser crashed ({crash.cause}); {advice}", ParseError.exit_code)


def _failed(task: Task, reason: str, code: int) -> Result:
    report = ExtensionReport(task.extension.name, "failed", notes=(reason,))
    return Result(task, Outcome(report, {}, (), {}), code)


def _sources(task: Task) -> str:
    return ", ".join(str(unit.path) for unit in task.extension.units)


def _refuse_outside(task: Task) -> None:
    """Raise UnstaticError for a source that defines the module outside of the project, where nothing is edited."""
    root = os.path.realpath(task.extension.root)
    for unit in task.extension.units:
        real = Path(os.path.realpath(unit.path))
        if not real.is_relative_to(root) and defines_module(read_bytes(real)):
            raise UnstaticError(
                f"{unit.path}: is {real}, outside the project {root}, where nothing is edited; migrate it there"
            )


def refuse_endless(task: Task) -> None:
    """Raise ParseError for what would keep the parser busy until memory is out, or for ever.

    That are macros that write too much, and an `#include` of a pipe or a device.
    """
    for unit in task.extension.units:
        place = endless_include(unit.path, unit.arguments)
        if place is not None:
            raise ParseError(f"{unit.path}: includes {place}, which isn't a file; take that out")
        found = growing_macro(unit.path, unit.arguments)
        if found is not None:
            reason = f"the macro {found.name} writes more than {MOST_TOKENS:,} tokens where it is used"
            advice = "write a loop or a table in its place, or leave the source out"
            raise ParseError(f"{found.path}:{found.line}: {reason}, which no parser can read; {advice}")


def _with_progress(results: Iterator[R], total: int) -> Iterator[R]:
    """Yield the results, and tell on stderr how many there are: by a bar on a terminal, else by a line now and then."""
    if is_quiet():
        yield from results
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        from rich.console import Console
        from rich.progress import track

        yield from track(results, "Working", total=total, console=Console(stderr=True), transient=True)
    else:
        yield from _with_lines(results, total)


def _with_lines(results: Iterator[R], total: int) -> Iterator[R]:
    """Yield the results, and write a line every few seconds, however long one of them takes."""
    done, start, is_over = 0, time.monotonic(), Event()

    def tell() -> None:
        while not is_over.wait(PROGRESS_EVERY):
            click.echo(f"{done} of {counted(total, 'extension')} done, {time.monotonic() - start:.0f} s", err=True)

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        for result in results:
            done += 1
            yield result
    finally:
        is_over.set()
        teller.join()
