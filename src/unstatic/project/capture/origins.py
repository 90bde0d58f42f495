"""Tells the project's own files from what a build made in its copy, and leads the parser from one to the other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.discovery.declared import C_SUFFIXES, CPP_SUFFIXES, HEADER_SUFFIXES
from unstatic.system.overlay import overlay_text

_BINARY = frozenset(
    {".o", ".a", ".so", ".pyd", ".dll", ".dylib", ".pyc", ".whl", ".gz", ".zip", ".exe", ".d", ".lo", ".la"}
)
_SKIPPED = frozenset({".git", ".hg", "__pycache__", "CMakeFiles"})
_TEXT = C_SUFFIXES | CPP_SUFFIXES | HEADER_SUFFIXES
_MAX_SIZE = 20_000_000


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the files of a copy come from. *made* are those that the build made or changed, by their place in *root*.

    *same* leads from a file of the copy to the file of the project that it's a faithful copy of.
    """

    root: Path
    copy: Path
    made: dict[Path, Path]
    same: dict[Path, Path]

    def in_project(self, path: Path) -> Path:
        """Return where a path of the copy lies, or would lie, in the project; any other path as it is."""
        return self.root / path.relative_to(self.copy) if path.is_relative_to(self.copy) else path

    def original(self, path: Path) -> Path | None:
        """Return the project's file that was compiled as *path*, or None if the build made it."""
        if not path.is_relative_to(self.copy):
            return path if path.is_relative_to(self.root) else None
        if path in self.same:
            return self.same[path]
        place = self.in_project(path)
        return place if place.is_file() and place not in self.made else None

    def changed(self) -> Iterator[Path]:
        """Yield the project's files that the build rewrites, so that what is compiled differs from what is there."""
        yield from (place for place in self.made if place.is_file())

    def overlay(self, path: Path) -> Path | None:
        """Write an overlay for the parser, in which what the build made lies where it would lie in the project."""
        if not self.made:
            return None
        files = [
            (root / place.relative_to(self.root), made)
            for root in dict.fromkeys((self.root, self.root.resolve()))
            for place, made in self.made.items()
        ]
        # External names keep what is made outside of the project, so that it's never edited.
        path.write_text(overlay_text(files, external_names=True), encoding="utf-8", errors="surrogateescape")
        return path


def compare(root: Path, copy: Path) -> Origins:
    """Return where the files of *copy* come from; those that are the project's own become links to it.

    Without the links, a header that is included from a made file would be another file than the project's.
    """
    made: dict[Path, Path] = {}
    same: dict[Path, Path] = {}
    known: dict[bytes, list[Path]] = {}
    fresh = []
    for path in _files(copy):
        place = root / path.relative_to(copy)
        if not place.is_file():
            fresh.append(path)
        elif _equal(path, place):
            if path.suffix in _TEXT:
                known.setdefault(_key(path), []).append(place)
            _link(path, place)
        else:
            made[place] = path
    for path in fresh:
        made[root / path.relative_to(copy)] = path
        twins = [one for one in known.get(_key(path), []) if _equal(path, one)] if path.suffix in _TEXT else []
        if len(twins) == 1:
            same[path] = twins[0]
            _link(path, twins[0])
    return Origins(root, copy, made, same)


def _files(folder: Path) -> Iterator[Path]:
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in _SKIPPED and not one.endswith(".egg-info"))
        for name in sorted(names):
            path = Path(where, name)
            if path.suffix not in _BINARY and not path.is_symlink() and path.is_file():
                yield path


def _key(path: Path) -> bytes:
    return os.fsencode(f"{path.name}:{path.stat().st_size}")


def _equal(first: Path, second: Path) -> bool:
    if first.stat().st_size != second.stat().st_size or first.stat().st_size > _MAX_SIZE:
        return False
    return first.read_bytes() == second.read_bytes()


def _link(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


def remove(folder: Path) -> None:
    """Remove what a build left, files without write permission too."""
    shutil.rmtree(folder, ignore_errors=True)
