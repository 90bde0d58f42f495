"""Faithful copies of projects: everything is in them, but for what builds left and what can't work at another place."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.errors import UnstaticError
from unstatic.system.git import GitFailed, tracked

_MADE = re.compile(r".*\.(?:so|pyd|pyc|pyo|dylib|bundle|o|obj)|__pycache__|CMakeCache\.txt", re.DOTALL)
_MODULE = re.compile(r".*\.(?:cpython-|cp3|abi3|pypy).*\.(?:so|pyd)|__pycache__", re.DOTALL)
_OBJECTS = (".o", ".obj")
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".C", ".c++", ".m", ".s", ".S", ".asm", ".f", ".f90", ".rs")
# What setuptools and configure leave in `build`; CMake and Meson build anywhere.
_IN_BUILD = re.compile(r"lib|lib\..*|temp\..*|bdist\..*|cp3\d+|build\.ninja|config\.status", re.DOTALL)
_OF_BUILD_FOLDER = ("CMakeCache.txt", "meson-private")
_CACHE_TAG = b"Signature: 8a477f597d28d172789f06886806bc55"
_PYTHONS = ("bin/python", "bin/python3", "Scripts/python.exe")
_REPOSITORIES = (".git", ".hg", ".svn", ".bzr")


class NotCopied(UnstaticError):
    """A file or folder can't be read, or its copy can't be written."""


def copy(source: Path, destination: Path, *, pristine: bool = False) -> None:
    """Copy the project in *source* to *destination*, which must be missing: contents, modes, times, links.

    What a build left stays behind, as a build in the copy would take it for up to date, though another source was
    changed; *pristine* is for what was just unpacked, in which nothing was built. So do environments and caches, which
    name their own place, and what isn't a file. Links lead to what they led to, those inside the project to its copy.
    Raises NotCopied.
    """
    root = Path(os.path.realpath(source))
    origin = _Origin(root, pristine)
    folders = [(root, destination)]
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        # The list grows meanwhile.
        for folder, place in folders:
            place.mkdir()
            folders += _fill(origin, folder, place)
        for folder, place in reversed(folders):
            shutil.copystat(folder, place)
    except OSError as error:
        failed, reason = error.filename or source, error.strerror or error
        raise NotCopied(f"{failed} can't be copied to {destination.parent}: {reason}") from error


def _fill(origin: _Origin, folder: Path, place: Path) -> Iterator[tuple[Path, Path]]:
    """Copy the files and links of a folder, and yield the folders in it with the places for their copies."""
    is_plain = not origin.in_repository(folder)
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        path, is_folder = Path(entry.path), entry.is_dir(follow_symlinks=False)
        if is_plain and origin.leaves(path, is_folder):
            continue
        if entry.is_symlink():
            (place / entry.name).symlink_to(origin.target(path))
        elif is_folder:
            yield path, place / entry.name
        elif stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
            # Reading anything else, as a pipe, might wait for ever.
            shutil.copy2(path, place / entry.name, follow_symlinks=False)


@dataclass(frozen=True)
class _Origin:
    root: Path
    pristine: bool

    @cached_property
    def own(self) -> frozenset[str] | None:
        """What version control, or the list in a source distribution, names as the project's; None without either."""
        try:
            listed = tracked(self.root) or self._listed()
        except GitFailed:
            listed = self._listed()
        if not listed:
            return None
        folders = (str(parent) for name in listed for parent in Path(name).parents)
        return frozenset(listed).union(folders)

    def _listed(self) -> frozenset[str]:
        found = [*self.root.glob("*.egg-info/SOURCES.txt"), *self.root.glob("*/*.egg-info/SOURCES.txt")]
        texts = (path.read_text(encoding="utf-8", errors="surrogateescape") for path in found if path.is_file())
        return frozenset(line for text in texts for line in text.splitlines()) if self._is_unpacked else frozenset()

    @cached_property
    def _is_unpacked(self) -> bool:
        """Whether this is a source distribution, which says so."""
        return (self.root / "PKG-INFO").is_file()

    def leaves(self, path: Path, is_folder: bool) -> bool:
        """Tell whether *path* stays behind."""
        if path.name == ".git":
            return not is_folder and not self._is_own_repository(path)
        if not self._looks_made(path, is_folder):
            return False
        if self.own is not None:
            return str(path.relative_to(self.root)) not in self.own
        # Without a list, a source distribution of another build system is taken to hold no modules that are built.
        return not self._is_unpacked or _MODULE.fullmatch(path.name) is not None or is_folder

    def _looks_made(self, path: Path, is_folder: bool) -> bool:
        """Tell whether a build, or whoever made the environment for it, may have left *path*."""
        if self.pristine:
            return False
        if is_folder and (_is_environment(path) or _is_cache(path) or self._is_of_build(path)):
            return True
        if path.parent == self.root / "build" and _IN_BUILD.fullmatch(path.name):
            return True
        if path.suffix in _OBJECTS and not any(path.with_suffix(one).exists() for one in _SOURCES):
            return False
        return _MADE.fullmatch(path.name) is not None

    def _is_of_build(self, folder: Path) -> bool:
        if folder == self.root / "build":
            return any(_IN_BUILD.fullmatch(name) for name in os.listdir(folder)) or _is_configured(folder)
        return _is_configured(folder)

    def in_repository(self, folder: Path) -> bool:
        """Tell whether a folder belongs to version control, whose files mustn't be judged by their names."""
        return not {*_REPOSITORIES}.isdisjoint(folder.relative_to(self.root).parts)

    def _is_own_repository(self, link: Path) -> bool:
        """Tell whether what a submodule names as its repository is in the copy: one elsewhere would be shared."""
        text = b"" if link.is_symlink() else link.read_bytes()[:4096]
        place = os.fsdecode(text.partition(b"gitdir:")[2].strip())
        return bool(place) and not os.path.isabs(place) and self._holds(os.path.join(link.parent, place))

    def target(self, link: Path) -> str:
        """Return where the copy of *link* leads."""
        target = os.readlink(link)
        place = os.path.normpath(os.path.join(link.parent, target))
        if self._holds(place):
            return os.path.relpath(place, link.parent) if os.path.isabs(target) else target
        return place

    def _holds(self, place: str) -> bool:
        return Path(os.path.normpath(place)).is_relative_to(self.root)


def _is_configured(folder: Path) -> bool:
    """Tell whether CMake or Meson builds in a folder."""
    return any((folder / name).exists() for name in _OF_BUILD_FOLDER)


def _is_environment(folder: Path) -> bool:
    is_virtual = (folder / "pyvenv.cfg").is_file() and any(os.path.lexists(folder / name) for name in _PYTHONS)
    return is_virtual or (folder / "conda-meta" / "history").is_file()


def _is_cache(folder: Path) -> bool:
    """Tell whether a folder says that it's a cache, see https://bford.info/cachedir/."""
    tag = folder / "CACHEDIR.TAG"
    return tag.is_file() and tag.read_bytes()[: len(_CACHE_TAG)] == _CACHE_TAG
