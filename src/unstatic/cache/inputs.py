"""Everything on disk that a result was made from, as it was then, and whether it still is so."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from unstatic.system.file_facts import file_fact
from unstatic.system.init_names import init_names
from unstatic.system.reads import SYSTEM_FOLDERS, Reads
from unstatic.system.store import digest

# They say which headers are installed, and so can't be changed, and which are in the source distribution.
_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "meson.build", "MANIFEST.in")
# The clock of a file system may be this much behind, in nanoseconds.
_CLOCK = 50_000_000


class Disk:
    """Looks at the disk, at each place once: for one run, nothing changes in between."""

    def __init__(self) -> None:
        self._digests: dict[str, str | None] = {}
        self._names: dict[str, str | None] = {}
        self._places: dict[tuple[str, str], _Place] = {}
        self._existing: dict[str, bool] = {}

    def digest_of(self, path: str) -> str | None:
        """Return what stands for the contents of a file; None if it can't be read, or isn't one."""
        if path not in self._digests:
            self._digests[path] = None
            if not os.path.isfile(path):
                # A pipe or a device may have no end.
                return None
            try:
                self._digests[path] = _digest_of(path)
            except OSError:
                self._digests[path] = None
        return self._digests[path]

    def names_in(self, folder: str) -> str | None:
        """Return what stands for the names in a folder; None if it can't be listed."""
        if folder not in self._names:
            try:
                listed = sorted(os.listdir(folder))
                self._names[folder] = digest(*(os.fsencode(name) for name in listed))
            except OSError:
                self._names[folder] = None
        return self._names[folder]

    def existing(self, base: str, folder: str, names: Names) -> Iterable[str]:
        """Return the paths of those of *names* that are in *folder*, seen from *base*."""
        place = self._places.get((base, folder))
        if place is None:
            place = self._places[base, folder] = _Place.of(os.path.join(base, folder, ""))
        alike = names.folded.keys() if place.listed is None else names.folded.keys() & place.listed
        if not alike and not names.odd:
            return ()
        paths = (place.prefix + name for name in (*names.odd, *(name for key in alike for name in names.folded[key])))
        return (path for path in paths if self._exists(path))

    def are_as_in(self, digests: Mapping[str, str | None]) -> bool:
        """Tell whether these files have these contents."""
        for path in digests.keys() - self._digests.keys():
            self.digest_of(path)
        return digests.items() <= self._digests.items()

    def _exists(self, path: str) -> bool:
        if path not in self._existing:
            self._existing[path] = self._digests.get(path) is not None or os.path.exists(path)
        return self._existing[path]


@file_fact
def _digest_of(path: str) -> str:
    with open(path, "rb", buffering=0) as file:
        return digest(file.read())


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder in which something is looked for."""

    prefix: str
    """Its path, with what stands before a name."""
    listed: frozenset[str] | None
    """The names in it, in one case as its file system may be blind to that; None if nobody may list it."""

    @classmethod
    def of(cls, prefix: str) -> _Place:
        try:
            return cls(prefix, frozenset(map(str.casefold, os.listdir(prefix))))
        except (FileNotFoundError, NotADirectoryError):
            return cls(prefix, frozenset())
        except (OSError, ValueError):
            return cls(prefix, None)


class Names:
    """Names of headers that are looked for in the same folder."""

    def __init__(self, names: Iterable[str]) -> None:
        self.folded: dict[str, list[str]] = {}
        self.odd: list[str] = []
        """Those that a list of the folder may have in another form, or not at all."""
        for name in names:
            # Windows drops what a name ends with, and has short names with a tilde.
            if not name.isascii() or not name.rstrip(". ") or name[-1] in ". " or "~" in name:
                self.odd.append(name)
            else:
                self.folded.setdefault(name.casefold(), []).append(name)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Files with their contents, folders with their names, and places where a header would have been found first."""

    files: dict[str, str | None]
    folders: dict[str, str | None]
    searched: tuple[str, ...]
    """The folders in which headers are looked for."""
    wanted: dict[str, tuple[str, ...]]
    """What is looked for in each of them: names by the folder that stands before them."""
    present: frozenset[str]
    """Which of these places hold something, besides *files*."""
    unnamed: dict[str, tuple[str, ...]]
    """Files that don't name an init function, by its name; whatever else is in them."""

    @classmethod
    def of(cls, reads: Reads, root: Path, units: Iterable[Path], disk: Disk) -> Inputs:
        """Return what the parses of an extension read, and the rest that the analysis looks at."""
        parsed = {*reads.files, *(str(path) for path in units)}
        files = {*parsed, *reads.texts, *(str(root / name) for name in _BUILD_FILES)}
        own = {folder for folder in set(map(os.path.dirname, files)) if Path(folder).is_relative_to(root)}
        asked = set(map(os.path.dirname, chain.from_iterable(reads.unnamed.values())))
        folders = {str(folder) for path in own | asked for folder in (Path(path), *Path(path).parents)}
        folders = {path for path in folders if Path(path).is_relative_to(root)}
        searched = {*reads.folders, *SYSTEM_FOLDERS, *(own & set(map(os.path.dirname, parsed)))}
        above = {folder: tuple(_above(folder, searched)) for folder in set(map(os.path.dirname, reads.files))}
        written = {path[len(base) + 1 :] for path in reads.files for base in above[os.path.dirname(path)]}
        wanted = by_folder(written | reads.missing)
        return cls(
            {path: disk.digest_of(path) for path in sorted(files)},
            {path: disk.names_in(path) for path in sorted(folders)},
            tuple(sorted(searched)),
            wanted,
            present(searched, wanted, disk) - files,
            {name: tuple(sorted(paths)) for name, paths in reads.unnamed.items()},
        )

    def are_newer(self, moment: int) -> bool:
        """Tell whether something changed after *moment*, in nanoseconds: what was read may be older then."""
        for path in self.files:
            try:
                found = os.stat(path)
            except OSError:
                continue
            if max(found.st_mtime_ns, found.st_ctime_ns) > moment - _CLOCK:
                return True
        return False

    def hold(self, disk: Disk) -> bool:
        """Tell whether all of it is as it was."""
        return (
            disk.are_as_in(self.files)
            and all(disk.names_in(path) == found for path, found in self.folders.items())
            and present(self.searched, self.wanted, disk) - self.files.keys() == self.present
            and not any(name.encode() in init_names(path) for name, paths in self.unnamed.items() for path in paths)
        )

    def to_json(self) -> Any:
        """Return it in the terms of JSON."""
        return [self.files, self.folders, self.searched, self.wanted, sorted(self.present), self.unnamed]

    @classmethod
    def from_json(cls, found: Any) -> Inputs:
        """Return what `to_json` gave. Raises TypeError or ValueError for anything else."""
        files, folders, searched, wanted, present, unnamed = found
        return cls(files, folders, tuple(searched), wanted, frozenset(present), unnamed)


def by_folder(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return names of headers, as they're written, by the folder that they're written with."""
    found: dict[str, list[str]] = {}
    for folder, name in map(os.path.split, sorted(names)):
        found.setdefault(folder, []).append(name)
    return {folder: tuple(listed) for folder, listed in found.items()}


def present(searched: Iterable[str], wanted: Mapping[str, Iterable[str]], disk: Disk) -> frozenset[str]:
    """Return the paths at which one of the headers is, whether it's the one that a parse reads or not."""
    groups = [(folder, Names(names)) for folder, names in wanted.items()]
    return frozenset(
        path for base in searched for folder, names in groups for path in disk.existing(base, folder, names)
    )


def _above(folder: str, folders: set[str]) -> Iterable[str]:
    """Yield those of *folders* that are *folder* or above it."""
    while len(folder) > 1:
        if folder in folders:
            yield folder
        folder = os.path.dirname(folder)
