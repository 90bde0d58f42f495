"""Carry out a verification that a command line asks for: interpreters, exercises, progress, logs."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from packaging.specifiers import SpecifierSet
from rich.console import Console

from unstatic.cli.verify_options import VerifyOptions
from unstatic.errors import UsageError, VerificationError
from unstatic.requires import stated_requirement
from unstatic.verify import exercises, selection, verification
from unstatic.verify.builds import Recipe
from unstatic.verify.children import Effort
from unstatic.verify.findings import Accepted
from unstatic.verify.verdict import Verdict
from unstatic.verify.verification import Order, Say


def run(before: Path, after: Path, prebuilt: bool, options: VerifyOptions) -> Verdict:
    """Return the verdict. Raises UsageError, and BuildFailed if the original doesn't build."""
    order = _order(before.resolve(), after.resolve(), prebuilt, options)
    supported = SpecifierSet() if prebuilt or before.is_file() else stated_requirement(before)
    chosen = selection.select(_pythons(before, prebuilt, options), supported)
    for line in chosen.skipped:
        click.echo(f"unstatic: skipped: {line}", err=True)
    with _logs(options.logs) as logs, _progress() as say:
        verdict = verification.verify(order, chosen.pythons, chosen.skipped, logs.folder, say)
        logs.wanted = not verdict.is_ok
    return verdict


def exit_code(verdict: Verdict) -> int:
    """Return the process's exit code for a verdict."""
    return 0 if verdict.is_ok else VerificationError.exit_code


def _pythons(before: Path, prebuilt: bool, options: VerifyOptions) -> tuple[str, ...]:
    """A library says itself which Python it is for."""
    tag = before.name.partition(".cpython-")[2].partition("-")[0] if prebuilt else ""
    if options.python or not tag.isdigit():
        return options.python
    return (f"{tag[0]}.{tag[1:]}",)


def _order(before: Path, after: Path, prebuilt: bool, options: VerifyOptions) -> Order:
    if prebuilt and (before.is_dir() or after.is_dir()):
        raise UsageError("--prebuilt takes two wheels or two built modules, not folders")
    if not prebuilt and any(path.suffix in (".so", ".whl") for path in (before, after)):
        raise UsageError("to compare built modules or wheels, pass --prebuilt")
    if prebuilt and options.test and before.suffix != ".whl":
        raise UsageError("--test needs projects or wheels; a module alone can't be installed")
    recipe = Recipe(
        build=options.build,
        test=options.test,
        test_files=options.test_files,
        install=options.install,
        isolated=not options.no_build_isolation,
        timeout=options.limit,
    )
    return Order(
        before=before,
        after=after,
        prebuilt=prebuilt,
        recipe=recipe,
        effort=Effort(quick=options.quick, timeout=options.timeout, stress=options.stress),
        exercises=dict(_exercise(text) for text in options.exercise),
        only=options.module,
        declared=_declared(options.declared),
        accepted=tuple(Accepted(place, "accepted on the command line") for place in options.accept),
        sanitize=options.sanitize,
    )


def _exercise(text: str) -> tuple[str, str]:
    module, separator, path = text.rpartition("=")
    if not separator:
        module, path = "", text
    return module, exercises.read(Path(path))


def _declared(report: Path | None) -> frozenset[str]:
    """Return the names of what a migration left behind."""
    if report is None:
        return frozenset()
    try:
        extensions = json.loads(report.read_text(encoding="utf-8"))["extensions"]
        return frozenset(item["name"] for extension in extensions for item in extension["residue"])
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{report}: not the report of a migration: {error}") from error


class _Logs:
    """Where logs go, and whether anybody will want them."""

    def __init__(self, folder: Path, wanted: bool) -> None:
        self.folder = folder
        self.wanted = wanted


@contextlib.contextmanager
def _logs(folder: Path | None) -> Iterator[_Logs]:
    """Give a folder for logs. One of our own goes away at the end, unless something went wrong: then it is named."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        yield _Logs(folder, True)
        return
    logs = _Logs(Path(tempfile.mkdtemp(prefix="unstatic-logs-")), True)
    try:
        yield logs
    except KeyboardInterrupt:
        logs.wanted = False
        raise
    finally:
        if not logs.wanted:
            shutil.rmtree(logs.folder, ignore_errors=True)
        elif any(logs.folder.iterdir()):
            click.echo(f"unstatic: the logs are in {logs.folder}", err=True)
        else:
            logs.folder.rmdir()


@contextlib.contextmanager
def _progress() -> Iterator[Say]:
    """Give a function that shows what is going on, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with Console(stderr=True).status("starting") as status:
        yield status.update
