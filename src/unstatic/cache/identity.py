"""What a result depends on besides the files of the project: this program, its libraries and the environment."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path

from unstatic import __version__
from unstatic.system.reads import VARIABLES
from unstatic.system.store import digest

_LIBRARIES = {"linux": "libclang.so", "darwin": "libclang.dylib", "win32": "libclang.dll"}


@lru_cache(maxsize=1)
def program() -> str:
    """Return what stands for this program: its version and its files, by size and time; and so for libclang."""
    import unstatic

    folders = [Path(unstatic.__file__).parent]
    rewrites = importlib.util.find_spec("unstatic.rewrites")
    folders += [Path(folder) for folder in (rewrites.submodule_search_locations or ()) if rewrites] if rewrites else []
    own = [item for folder in dict.fromkeys(folders) for item in _files_below(folder)]
    return digest(repr((__version__, sys.version, sys.platform, *own, *_libclang())).encode())


def surroundings() -> tuple[object, ...]:
    """Return what changes the meaning of a project without being part of it."""
    return (*((name, os.environ.get(name)) for name in VARIABLES), *_headers())


@lru_cache(maxsize=1)
def _headers() -> tuple[str, str]:
    """Return the folders of Python.h and of pyconfig.h."""
    paths = sysconfig.get_paths()
    return paths["include"], paths["platinclude"]


def _files_below(folder: Path) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    waiting = [str(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as items:
            for item in items:
                if item.is_dir(follow_symlinks=False):
                    # The cases of a rewrite are for its tests.
                    waiting += [item.path] if item.name not in ("__pycache__", "cases") else []
                elif item.name.endswith((".py", ".h", ".md", ".so", ".dll")):
                    found.append(_stamp(item.path))
    return sorted(found, key=str)


def _stamp(path: str) -> tuple[object, ...]:
    found = os.stat(path)
    return (path, found.st_size, found.st_mtime_ns)


def _libclang() -> list[tuple[object, ...]]:
    """Return the library, and whether Clang's own headers are installed beside ours."""
    found: list[tuple[object, ...]] = []
    for package in ("clang", "clang_tidy"):
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            found.append((package, folder))
            library = os.path.join(folder, "native", _LIBRARIES.get(sys.platform, "libclang.so"))
            if os.path.isfile(library):
                found.append(_stamp(library))
    return found
