"""The unit's own file: is it there, can it be C; and which files belong to the project."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from unstatic.errors import ParseError

_OWN_HEADERS = Path(__file__).resolve().parents[1] / "include"
"""The compiler's headers that come along here, which may be below the project's folder."""
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """Tells the project's files from those of Python, of the system and of virtual environments."""

    unit: Path
    root: Path
    others: frozenset[Path]
    """Folders that hold nothing of the project's, such as that of Python.h."""

    def holds(self, path: Path) -> bool:
        """Tell whether the real path *path* is a file of the project.

        `pyconfig.h` is Python's, wherever Python's own configure has put it.
        """
        if path == self.unit:
            return True
        if path.name == "pyconfig.h":
            return False
        return _holds_files_of_project(os.path.dirname(path), self.root, self.others)


@lru_cache(maxsize=4096)
def _holds_files_of_project(name: str, root: Path, others: frozenset[Path]) -> bool:
    folder = Path(name)
    if not folder.is_relative_to(root):
        return False
    around = (folder, *folder.parents)
    if _OWN_HEADERS in around:
        return False
    folders = [item for item in around if item != root and item.is_relative_to(root)]
    return others.isdisjoint(around) and not any(_is_environment(item) for item in folders)


@lru_cache(maxsize=4096)
def _is_environment(folder: Path) -> bool:
    return folder.name in ("site-packages", "dist-packages") or (folder / "pyvenv.cfg").is_file()


def absolute_path(path: Path, root: Path) -> Path:
    """Return the absolute path as it's spelled: `#include "..."` counts from there, even through a link."""
    if path.is_absolute():
        return path
    return root / path if os.path.lexists(root / path) else Path.cwd() / path


def read_unit(path: Path, memory: Mapping[Path, bytes]) -> Path:
    """Return the unit's real path. Raises ParseError if it can't be read or isn't text that C is written in."""
    try:
        real = path.resolve(strict=False)
        data = memory.get(real)
        if data is None:
            data = path.read_bytes()
    except FileNotFoundError as error:
        raise ParseError(f"{path}: no such file; look at the path, or at the build file that names it") from error
    except IsADirectoryError as error:
        raise ParseError(f"{path}: is a folder, not a source file; name a source in it, or the project") from error
    except PermissionError as error:
        raise ParseError(f"{path}: can't be read: permission denied; let yourself read it") from error
    except (OSError, RuntimeError) as error:
        raise ParseError(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}") from error
    _check_text(path, data)
    return real


def _check_text(path: Path, data: bytes) -> None:
    if data.startswith(_UTF16):
        raise ParseError(f"{path}: is UTF-16; compilers read UTF-8, so convert it first")
    if _LONE_RETURN.search(data):
        raise ParseError(f"{path}: has lines that end in a carriage return alone, as on old Macs; convert them first")
    if b"\0" in data:
        raise ParseError(f"{path}: is binary, not C; name a C source")
