"""Private copies of projects, and environments to build them in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from unstatic.errors import UnstaticError
from unstatic.settings.config import UNPACK_LIMIT
from unstatic.system.building import archives, copies
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import plain_environment, run


class BuildFailed(UnstaticError):
    """A project can't be built or installed; says which, and where the log is."""


def copy_tree(source: Path, destination: Path, limit: int = UNPACK_LIMIT) -> Path:
    """Copy a project, or unpack its sdist, to *destination*, without what builds left, and return the root.

    *limit* is what an sdist may unpack to, in MiB. Raises UsageError and UnstaticError.
    """
    if source.is_dir():
        copies.copy(source, destination)
        return destination
    archives.unpack(source, destination, limit)
    inside = list(destination.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else destination


def environment_of(python: Interpreter, folder: Path, log: Path) -> Path:
    """Make an environment with pip in *folder* and return its interpreter. Raises BuildFailed."""
    done = run([str(python.executable), "-m", "venv", str(folder)], folder.parent, plain_environment(), 300, log)
    if done.exit:
        raise BuildFailed(f"Python {python.version} can't make a virtual environment (exit {done.exit}): {log}")
    return folder / "bin" / "python"


def environment_like(pattern: Path, folder: Path) -> Path:
    """Copy an environment in which nothing has been installed yet, and return the interpreter of the copy.

    To install pip takes seconds, to copy it a tenth of that. Raises BuildFailed.
    """
    try:
        shutil.copytree(pattern, folder, symlinks=True)
    except shutil.Error as error:
        # It tells of each file, and the first is enough.
        raise BuildFailed(f"the environment {pattern} can't be copied: {error.args[0][0][2]}") from error
    for path in (folder / "pyvenv.cfg", *(folder / "bin").iterdir()):
        _move(path, os.fsencode(pattern), os.fsencode(folder))
    return folder / "bin" / "python"


def _move(script: Path, old: bytes, new: bytes) -> None:
    """Write the place of an environment anew where a script names it, in its first line mostly."""
    data = b"" if script.is_symlink() else script.read_bytes()
    if old in data and b"\0" not in data:
        script.write_bytes(data.replace(old, new))
