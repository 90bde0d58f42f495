"""What a build script may read: files of its own project, and nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from unstatic.system import parsed_files

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
# The first call of a project; a build file without it belongs to one above ("subdir()" in Meson's manual, G551).
_MESON_PROJECT = re.compile(r"^[ \t]*+project\s*+\(", re.MULTILINE)
_MAX_SIZE = 1_000_000
_MAX_ENTRIES = 50_000


@dataclass(frozen=True)
class ProjectFiles:
    """Files below *root*, which is absolute. Relative paths count from there."""

    root: Path

    @property
    def is_root(self) -> bool:
        """Tell whether the folder looks like the top of a project: its build file isn't part of another's."""
        if any((self.root / marker).exists() for marker in _MARKERS):
            return True
        return _MESON_PROJECT.search(self.text("meson.build") or "") is not None

    def absolute(self, path: str | Path) -> Path:
        """Return the absolute path, without `..` and without following links."""
        return Path(os.path.normpath(os.path.join(self.root, path)))

    @cached_property
    def _real_root(self) -> Path:
        return self.root.resolve()

    @cached_property
    def _real_folders(self) -> dict[Path, Path]:
        return {}

    def inside(self, path: str | Path) -> Path | None:
        """Return the absolute path if it lies in the project, links followed, else None."""
        absolute = self.absolute(path)
        try:
            real = self._real(absolute)
        except (OSError, RuntimeError, ValueError):
            return None
        return absolute if real.is_relative_to(self._real_root) else None

    def _real(self, path: Path) -> Path:
        """Return the path with links followed: those of a folder once. Raises what `Path.resolve` raises."""
        if path.is_symlink() or path == path.parent:
            return path.resolve()
        if path.parent not in self._real_folders:
            self._real_folders[path.parent] = path.parent.resolve()
        return self._real_folders[path.parent] / path.name

    def text(self, path: str | Path) -> str | None:
        """Return the text of a project file, or None if it's outside, missing or too large."""
        found = self.inside(path)
        try:
            if found is None or not found.is_file() or found.stat().st_size > _MAX_SIZE:
                return None
            return found.read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            return None

    def toml(self, path: str | Path) -> dict[str, Any]:
        """Return the table that a project file holds, not to be changed; an empty one if there's none to be read."""
        try:
            return parsed_files.toml(self.text(path) or "")
        except parsed_files.TOMLDecodeError:
            return {}

    def names(self, folder: str | Path) -> list[str] | None:
        """Return the sorted names in a project folder, or None."""
        found = self.inside(folder)
        try:
            return None if found is None else sorted(os.listdir(found))
        except OSError:
            return None

    def matching(self, pattern: str, base: str = "", *, anywhere: bool = False) -> list[str] | None:
        """Return the paths below *base* that match a glob pattern, in the form `glob.glob` gives.

        With *anywhere*, the last part may match at any depth. Returns None when the pattern leads out of the project.
        """
        parts = [part for part in re.split(r"[/\\]", pattern) if part not in ("", ".")]
        start = "/" if pattern.startswith("/") else ""
        while parts and not any(character in parts[0] for character in "*?["):
            start = os.path.join(start, parts.pop(0))
        folder = self.inside(os.path.join(base, start))
        if folder is None:
            return None
        if not parts:
            return [start] if folder.exists() else []
        if anywhere:
            parts = ["**", *parts]
        left = iter(range(_MAX_ENTRIES))
        return sorted({os.path.join(start, found) for found in _matches(folder, parts, left)})


def _matches(folder: Path, parts: list[str], left: Iterator[int]) -> Iterator[str]:
    """Yield the paths relative to *folder*. Links to folders aren't entered, so there are no cycles."""
    first, *rest = parts
    if first == "**":
        yield from _matches(folder, rest or ["*"], left)
    for entry in _entries(folder):
        if next(left, None) is None:
            return
        is_folder = entry.is_dir(follow_symlinks=False)
        if first == "**":
            deeper = parts if is_folder and not entry.name.startswith(".") else []
        else:
            fits = fnmatchcase(entry.name, first) and (first.startswith(".") or not entry.name.startswith("."))
            if fits and not rest:
                yield entry.name
            deeper = rest if fits and is_folder else []
        if deeper:
            yield from (os.path.join(entry.name, found) for found in _matches(Path(entry), deeper, left))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def build_requirements(files: ProjectFiles) -> frozenset[str]:
    """Return the names of the packages that the build requires, in lower case, with `_` for `-`."""
    table = files.toml("pyproject.toml").get("build-system", {})
    listed = table.get("requires", []) if isinstance(table, dict) else []
    return frozenset("".join(_name_letters(str(one))).lower().replace("-", "_") for one in listed)


def _name_letters(requirement: str) -> str:
    end = next((i for i, c in enumerate(requirement) if not (c.isalnum() or c in "-_.")), len(requirement))
    return requirement[:end]
