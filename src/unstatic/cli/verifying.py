"""Carry out a verification that a command line asks for: interpreters, exercises, progress, logs."""

from __future__ import annotations

import contextlib
import errno
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
from packaging.specifiers import SpecifierSet
from rich.console import Console

from unstatic.cli.options.verify_options import VerifyOptions
from unstatic.errors import UnstaticError, UsageError, VerificationError
from unstatic.settings.requires import stated_requirement
from unstatic.verify import exercises, verification
from unstatic.verify.building import selection
from unstatic.verify.building.builds import Recipe
from unstatic.verify.children import Effort
from unstatic.verify.findings import Accepted
from unstatic.verify.verdict import Verdict
from unstatic.verify.verification import Order, Say

# As in x.cpython-312-x86_64-linux-gnu.so and x-1.0-cp312-cp312-linux_x86_64.whl, but not in x-1.0-cp39-abi3-….
_TAG = re.compile(r"\.cpython-3(\d+)-.*\.so$|-cp3(\d+)-cp3\2-[^-]*\.whl$")


def run(
    before: Path, after: Path, prebuilt: bool, options: VerifyOptions, declared: frozenset[str] = frozenset()
) -> Verdict:
    """
    Return the verdict. Symbols of *declared* may stay, beside those that *options* name.

    Raises UsageError, and BuildFailed if the original doesn't build.
    """
    order = _order(before.resolve(), after.resolve(), prebuilt, options)
    order = replace(order, declared=order.declared | declared)
    supported = SpecifierSet() if prebuilt or before.is_file() else stated_requirement(before)
    chosen = selection.select(_pythons(before, prebuilt, options), supported)
    for line in chosen.skipped:
        click.echo(f"unstatic: skipped: {line}", err=True)
    with _logs(options.logs) as logs, _progress() as say:
        try:
            verdict = verification.verify(order, chosen.pythons, chosen.skipped, logs.folder, say)
        except OSError as error:
            raise UnstaticError(_why(error)) from error
        logs.wanted = not verdict.is_ok
    return verdict


def _why(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    advice = f"; make room in {tempfile.gettempdir()}, or set TMPDIR" if error.errno == errno.ENOSPC else ""
    return f"the verification can't go on: {place}{error.strerror or error}{advice}"


def exit_code(verdict: Verdict) -> int:
    """Return the process's exit code for a verdict."""
    return 0 if verdict.is_ok else VerificationError.exit_code


def _pythons(before: Path, prebuilt: bool, options: VerifyOptions) -> tuple[str, ...]:
    """A library says itself which Python it is for, and so does a wheel."""
    tag = _TAG.search(before.name) if prebuilt else None
    if tag is None or any(word != "all" for word in options.python):
        return options.python
    return (f"3.{tag[1] or tag[2]}",)


def _order(before: Path, after: Path, prebuilt: bool, options: VerifyOptions) -> Order:
    if prebuilt and (before.is_dir() or after.is_dir()):
        raise UsageError(
            "--prebuilt takes two wheels or two built modules, not folders; leave it out to build projects"
        )
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
    module, separator, path = text.partition("=")
    if not separator or not all(part.isidentifier() for part in module.split(".")):
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
        raise UsageError(
            f"{report}: not the report of a migration: {error}; make one with `unstatic migrate --report`"
        ) from error


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
    except (KeyboardInterrupt, SystemExit, UsageError):
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
