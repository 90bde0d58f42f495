"""What git knows about a project: whether its files could be given back, and where its repository begins."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unstatic.errors import UnstaticError

# A repository that came with an archive can name programs that git runs, even to tell what has changed: a monitor of
# files, hooks, a transport for objects that are missing, and filters (see `_filters_off`).
_RUN_NOTHING = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}")
_ENVIRONMENT = {"LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
_OF_REPOSITORY = ("local", "worktree")


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


def tracked(root: Path) -> frozenset[str]:
    """Return the paths below *root* that git tracks, relative to it; none without git. Raises GitFailed."""
    output = _run(root, "ls-files", "-z", "--recurse-submodules", "--", ".")
    return frozenset((output or "").split("\0")[:-1])


def repository_root(root: Path) -> Path | None:
    """Return the top folder of the repository that holds *root*, if any."""
    output = _run(root, "rev-parse", "--show-toplevel")
    return Path(output.removesuffix("\n")) if output else None


def _status(root: Path, *arguments: str) -> tuple[str, ...] | None:
    filters = _filters_off(root)
    output = _run(root, *filters, "status", "--porcelain", "-z", "--ignore-submodules=dirty", *arguments)
    if output is None:
        return None
    # A rename is followed by its old name, which has no status before it.
    return tuple(entry[3:] for entry in output.split("\0") if len(entry) > 3 and entry[2] == " ")


def _filters_off(root: Path) -> list[str]:
    """Return options that keep git from running the filters which the repository itself sets up. Raises GitFailed."""
    answer = _run(root, "config", "--includes", "--show-scope", "--name-only", "-z", "--get-regexp", r"^filter\.")
    words = (answer or "").split("\0")
    keys = [key for scope, key in zip(words[::2], words[1::2], strict=False) if scope in _OF_REPOSITORY]
    for key in keys:
        if "=" in key:
            raise GitFailed(f"{root}: its configuration names a filter {key!r}, which can't be kept from running")
    return [word for key in keys for word in ("-c", f"{key}={'false' if key.endswith('.required') else ''}")]


def _run(root: Path, *arguments: str) -> str | None:
    """Return what git prints, or None where there is no git or no repository."""
    settings = [word for one in _RUN_NOTHING for word in ("-c", one)]
    command = ["git", "--literal-pathspecs", "-C", str(root), *settings, *arguments]
    try:
        result = subprocess.run(command, capture_output=True, check=False, env={**os.environ, **_ENVIRONMENT})
    except FileNotFoundError:
        return None
    message = os.fsdecode(result.stderr).strip()
    if result.returncode == 0:
        return os.fsdecode(result.stdout)
    if "not a git repository" in message or not message:
        # Without a message: a question about settings that found none.
        return None
    raise GitFailed(f"{root}: git doesn't answer: {message}; see what `git status` says there, or pass --allow-dirty")
