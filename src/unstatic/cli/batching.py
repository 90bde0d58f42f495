"""Carry out a batch that a command line asks for: what is to be done, progress, and what came out."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from unstatic.batch import cluster, download, local, reading
from unstatic.batch.folder import BatchFolder
from unstatic.batch.isolation import Limits
from unstatic.batch.keys import key_of
from unstatic.batch.overview import to_html
from unstatic.batch.packages import Package
from unstatic.batch.summary import Summary, summarise, to_csv, to_json
from unstatic.batch.task import Result, Task
from unstatic.cli.options.verify_options import VerifyOptions
from unstatic.settings.config import load, processors, unpack_limit

Tell = Callable[[Result], None]

_SHORT = {"include-dirs": "-I", "defines": "-D"}


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asks for; *overrides* are keys and values of `[tool.unstatic]`."""

    paths: tuple[Path, ...]
    output: Path
    scheduler: str
    overrides: Mapping[str, object]
    seconds: int
    mebibytes: int


def run(order: Order, *, again: bool, retry_failed: bool, options: VerifyOptions | None) -> Summary:
    """Do what isn't done yet, and return the summary of all. An interrupt leaves a summary of what is there."""
    _check(order.overrides)
    packages = reading.read(order.paths)
    if any(package.requirement for package in packages):
        download.require()
    folder = BatchFolder(order.output)
    tasks = _tasks(order, folder, packages, options)
    known = {} if again else {task: result for task in tasks if (result := folder.known(task)) is not None}
    if retry_failed:
        known = {task: result for task, result in known.items() if not result.exit_code}
    results = list(known.values())
    missing = [task for task in tasks if task not in known]
    if known:
        click.echo(f"{len(known)} of {len(tasks)} packages are done already", err=True)
    try:
        with _progress(len(tasks), len(known)) as tell:
            for result in _worked(order, missing):
                folder.keep(result)
                results.append(result)
                tell(result)
    except (KeyboardInterrupt, SystemExit):
        click.echo(f"{len(results)} of {len(tasks)} packages are done; run the same command again to go on", err=True)
        raise
    finally:
        done = {result.name for result in results}
        found = summarise(results, [task.package.name for task in tasks if task.package.name not in done])
        _write(folder, found)
    return found


def exit_code(found: Summary, *, strict: bool) -> int:
    """Return the exit code that the packages add up to, as for the extensions of one."""
    failures = [
        line.result.exit_code or 4
        for line in found.lines
        if line.outcome == "failed" or (line.result.error and line.outcome != "not-an-extension")
    ]
    if failures:
        return max(failures)
    return 3 if strict and any(line.outcome in ("refused", "partial") for line in found.lines) else 0


def _check(overrides: Mapping[str, object]) -> None:
    """Raise UsageError for options that are wrong for all packages alike."""
    with tempfile.TemporaryDirectory() as empty:
        load(Path(empty), overrides)


def _worked(order: Order, tasks: Sequence[Task]) -> Iterator[Result]:
    if order.scheduler:
        return cluster.run(tasks, order.scheduler)
    jobs = order.overrides.get("jobs", processors())
    assert isinstance(jobs, int)
    return local.run(tasks, jobs)


def _tasks(
    order: Order, folder: BatchFolder, packages: Sequence[Package], options: VerifyOptions | None
) -> tuple[Task, ...]:
    arguments = tuple(_arguments(order.overrides))
    verify = None if options is None else options.arguments()
    limits = Limits(order.seconds, order.mebibytes, unpack_limit(order.overrides))
    return tuple(
        Task(package, key_of(package, arguments, verify), arguments, verify, limits, folder.downloads)
        for package in packages
    )


def _arguments(overrides: Mapping[str, object]) -> Iterator[str]:
    """Yield the settings as the command line of one package takes them, which is given one process."""
    yield from ("--jobs", "1")
    for key, value in overrides.items():
        option = _SHORT.get(key, f"--{key}")
        if key == "jobs" or value is False:
            continue
        if value is True:
            yield option
            continue
        for one in value if isinstance(value, list | tuple) else (value,):
            yield from (option, str(one))


def _write(folder: BatchFolder, found: Summary) -> None:
    folder.write("summary.json", (json.dumps(to_json(found), indent=1) + "\n").encode())
    folder.write("summary.csv", to_csv(found).encode())
    folder.write("index.html", to_html(found).encode())


@contextmanager
def _progress(total: int, done: int) -> Iterator[Tell]:
    """Give what tells a result: a line for each, above a bar if stderr is a terminal."""
    console = Console(stderr=True, width=None if sys.stderr.isatty() else 160, highlight=False, markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total, completed=done)

        def tell(result: Result) -> None:
            bar.advance(task)
            console.print(_told(result), soft_wrap=True)

        yield tell


def _told(result: Result) -> str:
    (line,) = summarise([result]).lines
    moved = f"{line.types.migrated}/{line.types.total} types, {line.globals.migrated}/{line.globals.total} globals"
    proven = "" if result.verified is None else ", verified" if result.verified else ", not verified"
    what = result.error or moved
    return f"{result.name}: {line.outcome.replace('-', ' ')}: {what}{proven} ({result.seconds} s)"
