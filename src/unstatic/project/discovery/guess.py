"""Guesses the extension modules of a project, or of one file, when no build file tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unstatic.project.discovery import sources
from unstatic.project.discovery.declared import Declared, header_folders, is_source


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
    return Declared(name, (path, *(siblings or [])), _searched_last(folders), notes=tuple(notes))


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
