"""Guesses the extension modules of a project, or of one file, when no build file tells."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from unstatic.project.discovery import sources, stand_ins
from unstatic.project.discovery.declared import Declared, header_folders, is_source

# `("Py_LIMITED_API", "0x030A0000")` in Python, `-DPy_LIMITED_API=0x030A0000` elsewhere.
_LIMITED_API = re.compile(rb"Py_LIMITED_API[\"']?\s*[,=: ]\s*[\"']?(0x[0-9A-Fa-f]{6,8})\b")
# Tests and documentation name limited APIs as well.
_BUILDS = re.compile(r"_?(?:setup|build|extension)\w*\.py|.*(?<!\.py)", re.ASCII)
_STATIC_TYPE = re.compile(rb"Py(?:Var)?Object_HEAD_INIT\s*\(")


def modules_below(root: Path) -> tuple[Declared, ...]:
    """Return one extension for each source below *root* that defines a module."""
    found: dict[Path, list[Path]] = {}
    for path in sources.walk(root):
        if is_source(path) and sources.defines_module(sources.read_bytes(path)):
            found.setdefault(path.parent, []).append(path)
    guessed = []
    for folder, defining in found.items():
        guessed += _in_folder(folder, defining, root)
    return tuple(guessed)


def around(path: Path, root: Path) -> Declared | None:
    """Return the extension that a source is thought to be linked into along with those in its folder, if any."""
    folder = path.parent
    here = [one for one in sorted(folder.iterdir()) if is_source(one)]
    defining = [one for one in here if sources.defines_module(sources.read_bytes(one))]
    linked = (one for one in _in_folder(folder, defining, root) if path in one.sources and len(one.sources) > 1)
    return next(linked, None)


def _in_folder(folder: Path, defining: list[Path], root: Path) -> list[Declared]:
    """Return the extensions of a folder: a single one that defines a module is linked with those beside it."""
    siblings = _siblings(folder, defining[0]) if len(defining) == 1 else []
    return [single(one, root, siblings) for one in defining]


def single(path: Path, root: Path, siblings: list[Path] | None = None) -> Declared:
    """Return an extension made of one source, and of *siblings* that are thought to be linked to it."""
    folders = sources.include_folders([path, *(siblings or [])], root)
    notes = []
    if folders:
        notes.append(_shown(folders, root))
    if siblings:
        notes.append(f"sources beside it taken along: {', '.join(one.name for one in siblings)}")
    names = sources.module_names(sources.read_bytes(path))
    name = names[0] if names else path.stem
    units = (path, *(siblings or []))
    macros = _limited_api(units, root, notes)
    return Declared(name, units, (*macros, *_searched_last(folders)), notes=tuple(notes))


def _limited_api(units: tuple[Path, ...], root: Path, notes: list[str]) -> tuple[str, ...]:
    """Return the argument for the limited API that the build seems to ask for; static types can't be built for one.

    What is written for a full API wouldn't compile there, or not be imported by the oldest Python that it's for (G104).
    """
    if any(_STATIC_TYPE.search(sources.read_bytes(one)) for one in units):
        return ()
    files = ((path, text) for path, text in stand_ins.build_files(root) if _BUILDS.fullmatch(path.name))
    found = ((value, path) for path, text in files for value in _LIMITED_API.findall(text))
    oldest, path = min(found, key=lambda one: int(one[0], 16), default=(b"", root))
    if not oldest:
        return ()
    notes.append(f"{path.relative_to(root)} names the limited API {oldest.decode()}: it was taken to be built for that")
    return (f"-DPy_LIMITED_API={oldest.decode()}",)


def with_folders(one: Declared, root: Path) -> Declared:
    """Return the extension with the include directories that its sources seem to need in addition."""
    known = header_folders(one.arguments)
    folders = sources.include_folders(one.sources, root, known) if one.may_lack_folders else ()
    if not folders:
        return one
    return replace(one, arguments=(*one.arguments, *_searched_last(folders)), notes=(*one.notes, _shown(folders, root)))


def _searched_last(folders: tuple[Path, ...]) -> tuple[str, ...]:
    """Return the arguments for guessed folders: what is found without them stays what it is."""
    return tuple(part for folder in folders for part in ("-idirafter", str(folder)))


def _shown(folders: tuple[Path, ...], root: Path) -> str:
    return "include directories guessed from what is included: " + ", ".join(
        str(one.relative_to(root)) for one in folders
    )


def _siblings(folder: Path, main: Path) -> list[Path]:
    """Return the sources beside *main* that use Python's API and aren't included by it, nor programs or modules."""
    included = set(sources.reached(main, (folder,)))
    found = []
    for path in sorted(folder.iterdir()):
        data = sources.read_bytes(path) if is_source(path) and path != main and path not in included else b""
        if b"Py" in data and not sources.is_program(data) and not sources.defines_old_module(data):
            found.append(path)
    return found
