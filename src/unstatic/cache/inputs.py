"""Everything on disk that a result was made from, as it was then, and whether it still is so."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unstatic.reads import SYSTEM_FOLDERS, Reads
from unstatic.store import digest

# They say which headers are installed, and so can't be changed.
_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "meson.build")
# The clock of a file system may be this much behind, in nanoseconds.
_CLOCK = 50_000_000


class Disk:
    """Looks at the disk, at each place once: for one run, nothing changes in between."""

    def __init__(self) -> None:
        self._digests: dict[str, str | None] = {}
        self._names: dict[str, str | None] = {}

    def digest_of(self, path: str) -> str | None:
        """Return what stands for the contents of a file; None if it can't be read."""
        if path not in self._digests:
            try:
                with open(path, "rb") as file:
                    self._digests[path] = digest(file.read())
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


@dataclass(frozen=True, slots=True)
class Inputs:
    """Files with their contents, folders with their names, and places where a header would have been found first."""

    files: dict[str, str | None]
    folders: dict[str, str | None]
    shadows: dict[str, bool]

    @classmethod
    def of(cls, reads: Reads, root: Path, units: Iterable[Path], disk: Disk) -> Inputs:
        """Return what the parses of an extension read, and the rest that the analysis looks at."""
        files = {*reads.files, *(str(path) for path in units), *(str(root / name) for name in _BUILD_FILES)}
        own = {os.path.dirname(path) for path in files if Path(path).is_relative_to(root)}
        folders = {str(folder) for path in own for folder in (Path(path), *Path(path).parents)}
        folders = {path for path in folders if Path(path).is_relative_to(root)}
        searched = {*reads.folders, *SYSTEM_FOLDERS, *own}
        written = {path[len(folder) + 1 :] for path in reads.files for folder in _above(path, searched)}
        shadows = {os.path.join(folder, name) for name in written | reads.missing for folder in searched}
        return cls(
            {path: disk.digest_of(path) for path in sorted(files)},
            {path: disk.names_in(path) for path in sorted(folders)},
            {path: os.path.exists(path) for path in sorted(shadows - files)},
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
            all(disk.digest_of(path) == found for path, found in self.files.items())
            and all(disk.names_in(path) == found for path, found in self.folders.items())
            and all(os.path.exists(path) == found for path, found in self.shadows.items())
        )

    def to_json(self) -> Any:
        """Return it in the terms of JSON."""
        return [
            self.files,
            self.folders,
            [[path for path, is_there in self.shadows.items() if is_there == wanted] for wanted in (False, True)],
        ]

    @classmethod
    def from_json(cls, found: Any) -> Inputs:
        """Return what `to_json` gave. Raises TypeError or ValueError for anything else."""
        files, folders, (absent, present) = found
        return cls(files, folders, dict.fromkeys(absent, False) | dict.fromkeys(present, True))


def _above(path: str, folders: set[str]) -> Iterable[str]:
    """Yield those of *folders* that hold *path*, at whatever depth."""
    folder = os.path.dirname(path)
    while len(folder) > 1:
        if folder in folders:
            yield folder
        folder = os.path.dirname(folder)
