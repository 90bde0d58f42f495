"""Carry out what `--capture` asks for: one build per project, whose files stay until the command ends."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.errors import UsageError
from unstatic.settings.config import Settings

if TYPE_CHECKING:
    from unstatic.project.capture.project import Captured
    from unstatic.system.building.interpreters import Interpreter


def capturer(settings: Settings) -> Callable[[Path], Captured] | None:
    """Return what builds a project in a private copy, or None if that isn't asked for.

    Raises UsageError if it's asked for in a way that can't be done.
    """
    if not settings.capture:
        return None
    if settings.compile_commands is not None:
        raise UsageError("--capture and --compile-commands answer the same question: give one of them")
    python = _python(settings.build_python)
    return functools.cache(functools.partial(_captured, python, settings))


def _python(wanted: str) -> Interpreter:
    from unstatic.system.building import interpreters

    is_version = wanted[:1].isdigit()
    found = interpreters.find(wanted) if is_version else interpreters.at(Path(wanted or sys.executable).absolute())
    if found is None:
        name = wanted or sys.executable
        raise UsageError(f"--build-python: {name} isn't a CPython here that runs and has its headers; name another one")
    return found


def _captured(python: Interpreter, settings: Settings, root: Path) -> Captured:
    from unstatic.project.capture.build import Order
    from unstatic.project.capture.project import capture

    work = click.get_current_context().with_resource(_folder())
    with _progress(f"building a copy of {root.name} with Python {python.version}"):
        return capture(root, Order(python, settings.capture_build, settings.capture_timeout), work)


@contextmanager
def _folder() -> Iterator[Path]:
    """Give a folder without links in its path, and remove it at the end."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="unstatic-capture-", ignore_cleanup_errors=True) as folder:
        yield Path(folder).resolve()


@contextmanager
def _progress(text: str) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield
