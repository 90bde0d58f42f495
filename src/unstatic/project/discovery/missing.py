"""Looks for headers that no include directory holds: in the project, in installed packages, in the system's libraries.

What is found is a guess, and told as one. Folders are searched after all that the build names, so what is found there
already stays what it is.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.discovery import sources
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.formats import pc_files, pkgconfig

_IN_PACKAGES = ("include", "_core/include", "core/include")
# What a configured project calls its own answers: those of another project would be wrong ones.
_CONFIGURED = re.compile(r".*config(?:ure|uration)?\.(?:h|hh|hpp)", re.IGNORECASE)
_VERSION = re.compile(r"[-_]?[\d.]+$")
_PART = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Found:
    """Compiler arguments that lead to a header, and what to tell of the guess."""

    arguments: tuple[str, ...]
    note: str


def find(
    names: Iterable[str],
    root: Path,
    known: Sequence[str],
    own: frozenset[str] = frozenset(),
    python: Path | None = None,
) -> tuple[Found, ...]:
    """Return what leads to those of the headers *names*, as they're written, for which there is just one place.

    *known* are the arguments so far; what they hold already isn't given again. The project's *own* headers, which
    libraries of the system may have by the same name, are looked for in the project alone. *python* has Python.h.
    """
    macros = {argument[2:].partition("=")[0] for argument in known if argument.startswith("-D")}
    folders = {value for option, value in zip(known, known[1:], strict=False) if option == "-idirafter"}
    found = []
    for name in names:
        one = _moved(name, python) or _found(name, root, name not in own)
        if one is None:
            continue
        arguments = tuple(_new(one.arguments, macros, folders))
        if arguments:
            found.append(Found(arguments, one.note))
    return tuple(found)


def _moved(name: str, python: Path | None) -> Found | None:
    """Return the folder to which a header of Python's own went, as `longintrepr.h` did with 3.11."""
    folder = python / "cpython" if python is not None else None
    if folder is None or Path(name).name != name or not (folder / name).is_file():
        return None
    return Found((f"-I{folder}",), f"header {name} was looked for, and found where this Python has it: {folder}")


def _new(arguments: Iterable[str], macros: set[str], folders: set[str]) -> Iterator[str]:
    """Yield the arguments that aren't there yet, folders in the form that is searched last."""
    for argument in arguments:
        if argument.startswith("-I") and argument[2:] not in folders:
            folders.add(argument[2:])
            yield from ("-idirafter", argument[2:])
        elif argument.startswith("-D") and argument[2:].partition("=")[0] not in macros:
            macros.add(argument[2:].partition("=")[0])
            yield argument


def is_own(name: str, libraries: Iterable[str]) -> bool:
    """Tell whether a header that is included with quotes is rather the project's than one of the libraries it links."""
    stem = Path(name).stem.lower()
    return "/" not in name and stem not in {_VERSION.sub("", one.lower().removeprefix("lib")) for one in libraries}


def _found(name: str, root: Path, may_be_foreign: bool) -> Found | None:
    parts = Path(os.path.normpath(name)).parts
    if os.path.isabs(name) or not parts or parts[0] == "..":
        return None
    here = _places_in(root)
    folder = _only(here.folders(name))
    if folder is not None:
        shown = os.path.relpath(folder, root)
        return Found((f"-I{folder}",), f"header {name} was looked for, and found in the project's folder {shown}")
    # Several in the project, or one that the build makes: whatever else has that name is another one.
    if here.folders(name) or here.makes(name) or _CONFIGURED.fullmatch(parts[-1]):
        return None
    if not may_be_foreign:
        return _in_library(name, functools.partial(_is_named, root))
    return _in_package(name, parts) or _in_library(name) or _in_system(name)


def _is_named(root: Path, library: str) -> bool:
    """Tell whether the project's build asks for a library by the name of its `.pc` file."""
    script = root / "setup.py"
    if ProjectFiles(root).inside(script) is None or not script.is_file():
        return False
    quoted = rb"[\"']" + re.escape(library.encode()) + rb"[\"']"
    return re.search(quoted, sources.read_bytes(script)) is not None


def _only(folders: Iterable[Path]) -> Path | None:
    """Return the one folder, if all are the same."""
    found = list(folders)
    return found[0] if len({os.path.realpath(one) for one in found}) == 1 else None


@dataclass(frozen=True)
class _Places:
    """The headers of a project, and what they're made from, by their names."""

    root: Path
    by_name: dict[str, list[Path]]

    def folders(self, name: str) -> list[Path]:
        """Return the folders of the project in which *name* is a file."""
        ending = "/" + os.path.normpath(name)
        files = ProjectFiles(self.root)
        listed = (one for one in self.by_name.get(Path(name).name, []) if str(one).endswith(ending))
        inside = (one for one in listed if files.inside(one) is not None and one.is_file())
        return [Path(str(one).removesuffix(ending)) for one in inside]

    def makes(self, name: str) -> bool:
        """Tell whether a build makes the header from a template."""
        return sources.is_made(Path(name).name, self.by_name)


@functools.lru_cache(maxsize=2)
def _places_in(root: Path) -> _Places:
    found: dict[str, list[Path]] = {}
    for path in sources.walk(root):
        found.setdefault(path.name, []).append(path)
    return _Places(root, found)


def _in_package(name: str, parts: tuple[str, ...]) -> Found | None:
    """Return the folder of an installed Python package that is called as the header's own folder."""
    if len(parts) < 2 or not _PART.fullmatch(parts[0]):
        return None
    try:
        spec = importlib.util.find_spec(parts[0])
    except (ImportError, ValueError, AttributeError):
        return None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for inner in _IN_PACKAGES:
            if Path(place, inner, name).is_file():
                note = f"header {name} was looked for, and found in the installed Python package {parts[0]}"
                return Found((f"-I{Path(place, inner)}",), note)
    return None


def _in_library(name: str, fits: Callable[[str], bool] = bool) -> Found | None:
    """Return what a library needs whose `.pc` file names the header's folder, among those whose name *fits*."""
    listed = [one for one in pc_files.folders() if (one.path / name).is_file() and fits(one.library)]
    folder = _only(one.path for one in listed)
    if folder is None:
        return None
    library = min((one.library for one in listed), key=lambda one: (len(one), one))
    needs = pkgconfig.needs(library)
    arguments = (f"-I{folder}", *(needs.arguments if needs is not None else ()))
    return Found(arguments, f"header {name} was looked for, and found where {library}.pc says: {folder}")


def _in_system(name: str) -> Found | None:
    """Return the one folder directly below those that are always searched."""
    folder = _only(one for one in _system_folders() if (one / name).is_file())
    if folder is None:
        return None
    return Found((f"-I{folder}",), f"header {name} was looked for, and found in {folder}")


@functools.cache
def _system_folders() -> tuple[Path, ...]:
    bases = [Path(base) for base in sources.SYSTEM[:2]]
    triplet = sysconfig.get_config_var("MULTIARCH")
    bases += [base / triplet for base in bases if triplet]
    found = (Path(base, name) for base in bases for name in _names(base))
    return tuple(one for one in found if not one.name.startswith(("python", "c++")) and one.is_dir())


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
