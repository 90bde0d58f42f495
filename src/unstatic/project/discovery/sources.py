"""Looks at C sources without parsing them: which define a module, what they include, what generated them."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

from unstatic.project.discovery.declared import header_folders
from unstatic.project.discovery.generators import generator_of
from unstatic.system.file_facts import file_fact

SYSTEM = ("/usr/include", "/usr/local/include", sysconfig.get_path("include"))
_TEMPLATES = (".in", ".cmake", ".meson", ".tmpl", ".template")
_MAX_FILES = 20_000
_MAX_SIZE = 20_000_000
_MADE = frozenset(["build", "dist", "venv", "node_modules", "__pycache__", "site-packages"])
_TESTS = frozenset(["tests", "test"])
_MODULE = re.compile(rb"\b(?:PyInit_|PyMODINIT_FUNC\b|PyModuleDef\b)")
_OLD_MODULE = re.compile(rb"\bPy_InitModule[34]?\s*\(")
_INIT = re.compile(rb"\bPyInit_([A-Za-z_]\w*)\s*\(")
QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\r\n]+)"', re.MULTILINE)
_INCLUDED = re.compile(rb"""^[ \t]*\#[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\r\n\0]+)[">]""", re.MULTILINE)
_MAIN = re.compile(rb"^[ \t]*(?:int[ \t]+)?main[ \t]*\(", re.MULTILINE)


def generated_by(data: bytes) -> str | None:
    """Return the name of the program that wrote this C source, or None."""
    found = generator_of(data)
    return found.name if found else None


def read_bytes(path: Path) -> bytes:
    """Return a source's bytes, or b"" if it can't be read."""
    try:
        return path.read_bytes() if path.is_file() and path.stat().st_size <= _MAX_SIZE else b""
    except OSError:
        return b""


def module_names(data: bytes) -> tuple[str, ...]:
    """Return the names behind `PyInit_`, in order of appearance."""
    return tuple(dict.fromkeys(found.group(1).decode("ascii", "replace") for found in _INIT.finditer(data)))


def defines_module(data: bytes) -> bool:
    """Tell whether the source mentions what only a module's own file needs."""
    return _MODULE.search(data) is not None


def defines_old_module(data: bytes) -> bool:
    """Tell whether the source makes a module of Python 2, which is none of Python 3 without an init function for it."""
    return _OLD_MODULE.search(data) is not None


def is_program(data: bytes) -> bool:
    """Tell whether the source has a `main` function."""
    return _MAIN.search(data) is not None


def includes(data: bytes) -> tuple[str, ...]:
    """Return the names that the source includes with quotes."""
    return tuple(dict.fromkeys(found.group(1).decode("utf-8", "replace") for found in QUOTED.finditer(data)))


def walk(root: Path) -> Iterator[Path]:
    """Yield the files of a project in a fixed order, without build results, tests and hidden folders."""
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if not is_left_by_tools(one) and one not in _TESTS)
        for name in sorted(names):
            count += 1
            if count > _MAX_FILES:
                return
            yield Path(folder, name)


def is_left_by_tools(folder: str) -> bool:
    """Tell whether a folder is hidden, or one that builds and tools make: nothing in it is the project's own."""
    return folder.startswith(".") or folder in _MADE or folder.endswith(".egg-info")


@file_fact
def _quoted(path: Path) -> tuple[str, ...]:
    return includes(read_bytes(path))


@file_fact
def _included(path: Path) -> tuple[str, ...]:
    """Return the names that a file includes in any way, once each."""
    return tuple(dict.fromkeys(os.fsdecode(one[1]) for one in _INCLUDED.finditer(read_bytes(path))))


def reached(path: Path, folders: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the files that *path* includes with quotes, directly or not, as far as they are found."""
    seen = {str(path)}
    waiting = [path]
    while waiting and len(seen) < _MAX_FILES:
        current = waiting.pop()
        for name in _quoted(current):
            for folder in (current.parent, *folders):
                candidate = os.path.normpath(os.path.join(folder, name))
                if candidate not in seen and os.path.isfile(candidate):
                    seen.add(candidate)
                    waiting.append(Path(candidate))
                    yield waiting[-1]
                    break


def endless_include(path: Path, arguments: Sequence[str]) -> Path | None:
    """Return what *path* includes, or its compiler's arguments do, that is a pipe or a device: it may have no end.

    What is included by a macro's name isn't found.
    """
    folders = header_folders(arguments)
    forced = [two for one, two in zip(arguments, arguments[1:], strict=False) if one in ("-include", "-imacros")]
    named = [(path.parent, name) for name in forced]
    for file in (path, *reached(path, folders)):
        named += [(file.parent, name) for name in _included(file)]
    for beside, name in dict.fromkeys(named):
        places = (os.path.join(folder, name) for folder in (beside, *folders))
        place = next((one for one in places if os.path.exists(one)), None)
        if place is not None and not os.path.isfile(place) and not os.path.isdir(place):
            return Path(place)
    return None


def is_made(name: str, known: Container[str]) -> bool:
    """Tell whether a build makes the header *name* from a template, one of the file names *known*."""
    stem, dot, suffix = name.rpartition(".")
    return any(name + ending in known for ending in _TEMPLATES) or f"{stem}.in{dot}{suffix}" in known


def include_folders(sources: Iterable[Path], root: Path, known: tuple[Path, ...] = ()) -> tuple[Path, ...]:
    """Guess the include directories: the project's folders that hold what the sources include with quotes.

    Whatever is found beside its includer, in the *known* folders or among the system's headers needs no guess; what the
    build makes, perhaps in one of several ways that lie there, gives none.
    """
    headers: dict[str, list[Path]] = {}
    for path in walk(root):
        headers.setdefault(path.name, []).append(path)
    found: dict[Path, None] = {}
    seen: set[Path] = set()
    waiting = list(sources)
    while waiting:
        current = waiting.pop()
        for name in _quoted(current):
            header = _header((current.parent, *known), name, headers)
            if header is None or header in seen:
                continue
            seen.add(header)
            waiting.append(header)
            ending = "/" + os.path.normpath(name)
            folder = Path(str(header).removesuffix(ending)) if str(header).endswith(ending) else current.parent
            if folder not in (current.parent, *known):
                found[folder] = None
    return tuple(found)


def _header(folders: tuple[Path, ...], name: str, headers: dict[str, list[Path]]) -> Path | None:
    for folder in folders:
        known = Path(os.path.normpath(folder / name))
        if known.is_file():
            return known
    is_known = any(Path(folder, name).is_file() for folder in SYSTEM)
    if name.startswith("..") or is_known or is_made(Path(name).name, headers):
        return None
    ending = "/" + os.path.normpath(name)
    fitting = [one for one in headers.get(Path(name).name, []) if str(one).endswith(ending)]
    return min(fitting, key=lambda one: (len(one.parts), one)) if fitting else None
