"""Private copies of projects, and environments to build them in."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from pathlib import Path

from unstatic.building.interpreters import Interpreter
from unstatic.building.processes import plain_environment, run
from unstatic.errors import UnstaticError, UsageError

_LEFT_OUT = (".git", ".hg", ".svn", ".tox", ".nox", ".venv", "venv", "__pycache__", "*.pyc", "*.so", "*.pyd")


class BuildFailed(UnstaticError):
    """A project can't be built or installed; says which, and where the log is."""


def copy_tree(source: Path, destination: Path) -> Path:
    """Copy a project, or unpack its sdist, to *destination*, without what builds left, and return the root."""
    if source.is_dir():
        copy_folder(source, destination, *_LEFT_OUT)
        shutil.rmtree(destination / "build", ignore_errors=True)
        return destination
    try:
        # Zip files have no filter, and need none.
        shutil.unpack_archive(source, destination, filter=None if source.suffix == ".zip" else "data")
    except (shutil.ReadError, tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise UsageError(
            f"{source}: neither a folder nor an archive that can be unpacked: {error}; download it again"
        ) from error
    inside = list(destination.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else destination


def copy_folder(source: Path, destination: Path, *left_out: str) -> None:
    """Copy a folder without what matches the patterns *left_out*; links stay links. Raises UnstaticError."""
    try:
        shutil.copytree(source, destination, symlinks=True, ignore=shutil.ignore_patterns(*left_out))
    except shutil.Error as error:
        # One line for each file; what is wrong with the first is mostly wrong with all.
        failed, _, reason = error.args[0][0]
        raise UnstaticError(f"{failed} can't be copied to {destination.parent}: {reason}") from error


def environment_of(python: Interpreter, folder: Path, log: Path) -> Path:
    """Make an environment with pip in *folder* and return its interpreter. Raises BuildFailed."""
    done = run([str(python.executable), "-m", "venv", str(folder)], folder.parent, plain_environment(), 300, log)
    if done.exit:
        raise BuildFailed(f"Python {python.version} can't make a virtual environment (exit {done.exit}): {log}")
    return folder / "bin" / "python"
