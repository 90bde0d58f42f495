"""What git knows about a project: whether its files could be given back, and where its repository begins."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unstatic.errors import UnstaticError


class GitFailed(UnstaticError):
    """Git is there, but can't answer."""


@dataclass(frozen=True, slots=True)
class WorkingTree:
    """What version control says about a project: *dirty* files are those it couldn't give back."""

    is_controlled: bool
    dirty: tuple[str, ...]


def working_tree(root: Path, paths: Iterable[Path]) -> WorkingTree:
    """Return which files under *root* have uncommitted changes, and which of *paths* aren't tracked at all.

    *paths* are relative to *root*. Raises GitFailed when git can't tell, say because it doesn't trust the owner.
    """
    tracked = _status(root, "--untracked-files=no", "--", ".")
    if tracked is None:
        return WorkingTree(is_controlled=False, dirty=())
    names = [str(path) for path in paths]
    own = _status(root, "--untracked-files=all", "--ignored", "--", *names) if names else None
    return WorkingTree(is_controlled=True, dirty=tuple(sorted({*tracked, *(own or ())})))


def repository_root(root: Path) -> Path | None:
    """Return the top folder of the repository that holds *root*, if any."""
    output = _run(root, "rev-parse", "--show-toplevel")
    return Path(output.removesuffix("\n")) if output else None


def _status(root: Path, *arguments: str) -> tuple[str, ...] | None:
    output = _run(root, "status", "--porcelain", "-z", *arguments)
    if output is None:
        return None
    # A rename is followed by its old name, which has no status before it.
    return tuple(entry[3:] for entry in output.split("\0") if len(entry) > 3 and entry[2] == " ")


def _run(root: Path, *arguments: str) -> str | None:
    """Return what git prints, or None where there is no git or no repository."""
    command = ["git", "--literal-pathspecs", "-C", str(root), *arguments]
    try:
        result = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except FileNotFoundError:
        return None
    message = os.fsdecode(result.stderr).strip()
    if result.returncode == 0:
        return os.fsdecode(result.stdout)
    if "not a git repository" in message:
        return None
    raise GitFailed(f"{root}: git doesn't answer: {message}; see what `git status` says there, or pass --allow-dirty")
