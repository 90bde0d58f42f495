"""Fetches the sdist of a pin, checks it, and makes a tree of it in which headers that are generated are there."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from harness.pins import Pin
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import Finished, plain_environment, run
from unstatic.system.building.projects import copy_tree, environment_of
from unstatic.verify.building.builds import filled

LIMIT = 1200


class StepFailed(Exception):
    """A step outside of what is judged went wrong: names the step and its log."""


def fetch(pin: Pin, folder: Path, log: Path) -> Path:
    """Return the pinned sdist in *folder*, downloaded unless it's there. Raises StepFailed if it's another one."""
    folder.mkdir(parents=True, exist_ok=True)
    found = _with_digest(folder, pin.sha256)
    if found is None:
        command = [sys.executable, "-m", "unearth", "--no-binary", "-d", str(folder), f"{pin.name}=={pin.version}"]
        ended = run(command, folder, plain_environment(), LIMIT, log)
        found = _with_digest(folder, pin.sha256)
        if found is None:
            raise StepFailed(f"no sdist with the pinned sha256 was downloaded (exit {ended.exit}): {log}")
    return found


def _with_digest(folder: Path, digest: str) -> Path | None:
    archives = sorted(folder.glob("*.tar.gz"))
    return next((path for path in archives if hashlib.sha256(path.read_bytes()).hexdigest() == digest), None)


def missing_debian_packages(pin: Pin) -> list[str]:
    """Return those of the pin's Debian packages that dpkg doesn't know as installed."""
    if shutil.which("dpkg-query") is None:
        return []
    query = ["dpkg-query", "-W", "-f", "${Status}"]
    return [
        name for name in pin.apt if b"ok installed" not in subprocess.run([*query, name], capture_output=True).stdout
    ]


def unpack(archive: Path, folder: Path, pin: Pin, python: Interpreter, logs: Path) -> Path:
    """Unpack the sdist into *folder*, let the pin's command prepare it, and return the root."""
    shutil.rmtree(folder, ignore_errors=True)
    root = copy_tree(archive, folder)
    if pin.prepare:
        builder = _environment(folder.parent / "preparing", python, ("setuptools",), logs)
        command = filled(pin.prepare, {"py": builder, "src": root})
        _must(run(command, root, plain_environment(pin.env), LIMIT, logs / "prepare.log"), "prepare", logs)
    return root


def migrate_options(pin: Pin, folder: Path, python: Interpreter, logs: Path) -> list[str]:
    """Return the pin's options of `unstatic migrate`. If they name {sp}, what the package needs is installed there."""
    if not any("{sp}" in option for option in pin.migrate):
        return list(pin.migrate)
    executable = _environment(folder / "needs", python, pin.pip, logs)
    (site,) = executable.parents[1].glob("lib/python3*/site-packages")
    return [filled(option, {"sp": site}) for option in pin.migrate]


def _environment(folder: Path, python: Interpreter, wanted: tuple[str, ...], logs: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    executable = environment_of(python, folder, logs / f"{folder.name}-venv.log")
    # One string may hold options too: "lxml --no-binary lxml".
    words = [word for requirement in wanted for word in requirement.split()]
    log = logs / f"{folder.name}.log"
    _must(run([str(executable), "-m", "pip", "install", *words], folder, plain_environment(), LIMIT, log), "pip", logs)
    return executable


def _must(ended: Finished, step: str, logs: Path) -> None:
    if ended.exit or ended.timed_out:
        raise StepFailed(f"{step} ended with {ended.exit}: the log is in {logs}")
