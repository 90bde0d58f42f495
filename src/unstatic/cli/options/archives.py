"""Sdists in the place of folders: unpacked into a folder that goes away when the command ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from unstatic.errors import UsageError

_SUFFIXES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")
_FOLDER = f"{__name__}.folder"


def is_archive(path: Path) -> bool:
    """Tell whether the path is a file that can be unpacked, by its name."""
    return path.name.endswith(_SUFFIXES) and not path.is_dir()


def refuse(paths: Sequence[Path], option: str) -> None:
    """Raise UsageError if one of the paths is an archive, in which nothing can be written."""
    for path in paths:
        if is_archive(path):
            raise UsageError(f"{option}: {path} is an archive; unpack it, or use --output DIR or --series DIR")


def unpacked(path: Path, limit: int) -> Path:
    """Return the folder that the archive holds, unpacked; what leads out of it is refused.

    *limit* is what it may unpack to, in MiB. Raises UsageError and UnstaticError.
    """
    import tempfile

    from unstatic.system.building.projects import copy_tree

    context = click.get_current_context()
    if _FOLDER not in context.meta:
        folder = tempfile.TemporaryDirectory(prefix="unstatic-sdist-", ignore_cleanup_errors=True)
        # The same for all: what their places and diffs say mustn't differ from run to run.
        context.meta[_FOLDER] = Path(context.with_resource(folder)).resolve()
    name = path.name[: -len(next(one for one in _SUFFIXES if path.name.endswith(one)))]
    goal: Path = context.meta[_FOLDER] / name
    if goal.exists():
        raise UsageError(f"{path}: another archive is called {name} too; give them one after the other")
    return copy_tree(path, goal, limit)
