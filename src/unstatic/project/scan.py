"""Finds the extension modules that the given paths belong to, and how each of their sources is compiled.

Nothing of the project is run or imported: build files are read, see `discovery`. What had to be guessed is noted.
Only where a capture is asked for, what a build told replaces that.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from unstatic.errors import NO_EXTENSION, ParseError, UsageError
from unstatic.project.discovery import build_files, guess, sources
from unstatic.project.discovery.declared import (
    CPP_SUFFIXES,
    HEADER_SUFFIXES,
    Declared,
    header_folders,
    is_forced_to_cpp,
    is_source,
)
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.sources import generated_by
from unstatic.settings.config import Settings

if TYPE_CHECKING:
    from unstatic.project.capture.project import Captured
    from unstatic.project.discovery.commands import Database

__all__ = ["ExtensionInput", "Unit", "find", "generated_by", "load"]

_ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip", ".whl")
_LEVELS = 5


@dataclass(frozen=True, slots=True)
class Unit:
    """One source file with the compiler arguments that change its meaning; all paths are absolute."""

    path: Path
    arguments: tuple[str, ...]
    language: Literal["c", "c++"]


@dataclass(frozen=True, slots=True)
class ExtensionInput:
    """One extension module: its sources, the vendored ones too, and what had to be guessed.

    Files outside *root* are never edited. *name* is the dotted import name if *name_is_known*; else it's what follows
    `PyInit_`, or the file's stem.
    """

    name: str
    name_is_known: bool
    root: Path
    units: tuple[Unit, ...]
    notes: tuple[str, ...]
    libraries: tuple[str, ...] = ()
    """Names of the libraries that the build file links; what they keep can't be seen."""
    absent: tuple[str, ...] = ()
    """Names of the sources that the build file lists and that don't exist."""
    certain: tuple[Unit, ...] = ()
    """The units without what only conditions of the build file add that can't be known; none if there is no such."""
    others: tuple[Path, ...] = ()
    """The sources of which other extensions of the project are made, and not this one."""
    shared: tuple[Path, ...] = ()
    """Its sources of which others are made as well."""
    siblings: tuple[Unit, ...] = ()
    """Units of other extensions that compile groups of shared files which no unit of this one compiles."""


def load(
    paths: Sequence[Path], settings: Settings, captured: Callable[[Path], Captured] | None = None
) -> tuple[ExtensionInput, ...]:
    """Return the extensions that *paths* hold, as reading the build files shows them or as *captured* builds them.

    Raises UsageError and ParseError, and BuildFailed.
    """
    return find(
        paths,
        include=tuple(str(item) for item in settings.include_dirs),
        define=settings.defines,
        compile_commands=settings.compile_commands,
        captured=captured,
    )


def find(
    paths: Sequence[Path],
    *,
    include: tuple[str, ...] = (),
    define: tuple[str, ...] = (),
    compile_commands: Path | None = None,
    captured: Callable[[Path], Captured] | None = None,
) -> tuple[ExtensionInput, ...]:
    """Return the extension modules of *paths*: projects, folders or single sources.

    *include* and *define* are added to every source's arguments; *captured* builds the project in a folder. Raises
    UsageError for a path that can't be used or that has no extension module, and for a bad compilation database;
    ParseError for a path that can't be read.
    """
    database = None if compile_commands is None else _database(compile_commands)
    extra = (*(f"-D{one}" for one in define), *(f"-I{Path(one).absolute()}" for one in include))
    found: dict[tuple[str, tuple[Path, ...]], ExtensionInput] = {}
    for path in paths:
        absolute = _checked(path)
        root = _root_of(absolute)
        if captured is not None:
            declared = _of_build(absolute, captured(_build_root(absolute, root)))
        else:
            declared = _of_folder(absolute, root) if absolute.is_dir() else _of_file(absolute, root)
        if database is not None:
            declared = _applied(database, declared, absolute)
        elif captured is None:
            declared = _with_database(declared, absolute, root)
        for one in _usable(path, declared):
            made = _made(one, root, extra)
            found.setdefault((made.name, tuple(unit.path for unit in made.units)), made)
    makers = Counter(path for one in found.values() for path in {unit.path for unit in one.units})
    resolved = {path: Path(os.path.realpath(path)) for path in makers}
    return tuple(_with_others(one, resolved, makers) for one in found.values())


def _with_others(
    extension: ExtensionInput, resolved: Mapping[Path, Path], makers: Mapping[Path, int]
) -> ExtensionInput:
    """Return the extension with the sources that others are made of; *resolved* are all sources, without links.

    *makers* says of how many extensions each is a source.
    """
    own = {unit.path for unit in extension.units}
    others = tuple(sorted(resolved[path] for path in resolved.keys() - own))
    return replace(extension, others=others, shared=tuple(sorted(resolved[path] for path in own if makers[path] > 1)))


def _checked(path: Path) -> Path:
    """Return the absolute path of something that can be searched. Raises UsageError and ParseError."""
    if path.name.endswith(_ARCHIVES):
        raise UsageError(f"{path} is an archive of another kind than an sdist: unpack it and give the folder")
    try:
        path.stat()
        readable = os.access(path, os.R_OK)
    except FileNotFoundError as error:
        raise UsageError(f"{path} doesn't exist; look at its spelling") from error
    except OSError as error:
        raise ParseError(f"{path} can't be read: {error.strerror or error}") from error
    if not readable:
        raise ParseError(f"{path} can't be read: permission denied; let yourself read it")
    if path.is_file() and path.suffix in HEADER_SUFFIXES:
        raise UsageError(f"{path} is a header: give the source that includes it, or the project's folder")
    if path.is_file() and not is_source(path):
        raise UsageError(f"{path} is neither a C nor a C++ source, nor a folder; name a source, a project or an sdist")
    if not path.is_file() and not path.is_dir():
        raise UsageError(f"{path} is neither a file nor a folder; name a source, a project or an sdist")
    return Path(os.path.normpath(path.absolute()))


def _root_of(path: Path) -> Path:
    """Return the nearest folder that looks like a project's, a few levels up at most; else the path's own folder."""
    own = path if path.is_dir() else path.parent
    return next((one for one in [own, *own.parents][:_LEVELS] if ProjectFiles(one).is_root), own)


def _database(path: Path) -> Database:
    from unstatic.project.discovery import commands

    return commands.load(path)


def _applied(database: Database, declared: tuple[Declared, ...], path: Path) -> tuple[Declared, ...]:
    from unstatic.project.discovery import commands

    return commands.apply(database, declared, path)


def _with_database(declared: tuple[Declared, ...], path: Path, root: Path) -> tuple[Declared, ...]:
    """Return the extensions with the arguments of the compilation database that an earlier build left, if it fits."""
    paths = build_files.databases(root)
    if not paths:
        return declared
    from unstatic.project.discovery import commands

    found, problem = commands.newest_of(paths, root)
    if found is not None and commands.covers(found, declared):
        note = f"arguments were read from {found.path.relative_to(root)}"
        return tuple(replace(one, notes=(note, *one.notes)) for one in commands.apply(found, declared, path))
    return tuple(replace(one, notes=(problem, *one.notes)) for one in declared) if problem else declared


def _build_root(path: Path, root: Path) -> Path:
    """Return the folder to build: that of the project, or the nearest one that says how it's built."""
    from unstatic.project.capture.build import has_build_file

    if has_build_file(root):
        return root
    own = path if path.is_dir() else path.parent
    return next((one for one in (own, *own.parents) if one.is_relative_to(root) and has_build_file(one)), root)


def _of_build(path: Path, found: Captured) -> tuple[Declared, ...]:
    """Return the extensions of a build that the path belongs to."""
    if not path.is_dir():
        return tuple(one for one in found.declared if _takes_in(one, path))
    if path == found.root:
        return found.declared
    below = [one for one in found.declared if any(source.is_relative_to(path) for source in one.sources)]
    # What isn't built from C has no sources to ask.
    return (*below, *(one for one in found.declared if not one.sources))


def _takes_in(one: Declared, path: Path) -> bool:
    """Tell whether a source is one of the extension's, or included by one."""
    if path in one.sources:
        return True
    return any(path in sources.reached(source, header_folders(one.own_arguments(source))) for source in one.sources)


def _of_folder(folder: Path, root: Path) -> tuple[Declared, ...]:
    """Return what the project's build files declare; in a folder of a project, what has a source there."""
    declared = build_files.read(root)
    if folder != root:
        below = tuple(one for one in declared if any(path.is_relative_to(folder) for path in one.sources))
        declared = below or build_files.read(folder)
    if not declared:
        return _looked_for(folder, root)
    named = tuple(_found_by_name(declared, folder))
    known = {one.name for one in named}
    return (*named, *(one for one in declared if not (one.lacks_sources and one.name in known)))


def _looked_for(folder: Path, root: Path) -> tuple[Declared, ...]:
    """Return what seems to be an extension, when no build file declares any."""
    scripts = [name for name in ("setup.py", "meson.build", "CMakeLists.txt") if (root / name).is_file()]
    reason = (
        f"{scripts[0]} declares no extension that can be read" if scripts else "no build file declares this extension"
    )
    advice = "; --capture finds out what is built" if scripts else ""
    note = f"{reason}: sources that define a module were looked for{advice}"
    return tuple(_guessed(one, note) for one in guess.modules_below(folder))


def _found_by_name(declared: tuple[Declared, ...], folder: Path) -> Iterator[Declared]:
    """Yield declared extensions whose sources couldn't be read, with the one source that defines a module so named.

    Where the name of the only one is computed as well, it's the only source that defines a module.
    """
    lacking = {(one.name or "").rpartition(".")[2]: one for one in declared if one.lacks_sources}
    guessed = guess.modules_below(folder) if lacking else ()
    if len(declared) == len(guessed) == 1 and "" in lacking:
        lacking[guessed[0].name or ""] = declared[0]
    for one in guessed:
        known = lacking.get(one.name or "")
        if known is not None and sum(other.name == one.name for other in guessed) == 1:
            note = "its sources are computed in a way that can't be read, so they were looked for; --capture knows them"
            notes = (note, *one.notes, *known.notes)
            yield replace(one, name=known.name or one.name, notes=notes, libraries=known.libraries)


def _of_file(path: Path, root: Path) -> tuple[Declared, ...]:
    declared = build_files.read(root)
    listing = tuple(one for one in declared if path in one.sources)
    if listing:
        return listing
    for one in declared:
        if _takes_in(one, path):
            note = f"{path.name} is included by another source of this extension"
            return (replace(one, notes=(note, *one.notes)),)
    around = guess.around(path, root)
    if around is not None:
        return (_guessed(around, "no build file lists this source: it was taken along with those beside it"),)
    note = "no build file lists this source: it was taken as an extension of its own"
    return (_guessed(guess.single(path, root), note),)


def _guessed(one: Declared, note: str) -> Declared:
    return replace(one, notes=(note, *one.notes), is_guess=True)


def _usable(path: Path, declared: tuple[Declared, ...]) -> list[Declared]:
    """Return the extensions with sources to migrate; the others become notes. Raises UsageError if none is left."""
    refusals = tuple(one.refusal for one in declared if one.refusal is not None)
    usable = [one for one in declared if one.refusal is None]
    if not usable:
        reason = "; ".join(refusals) or "no source defines a module and no build file declares one"
        advice = "; --capture finds out what is built" if any(one.lacks_sources for one in declared) else ""
        raise UsageError(f"{path}: {NO_EXTENSION}: {reason}{advice}")
    return [replace(one, notes=(*one.notes, *refusals)) for one in usable]


def _made(one: Declared, root: Path, extra: tuple[str, ...]) -> ExtensionInput:
    # An argument of its own wins over the shared ones, and the command line's -I come last, as a compiler's would.
    units = tuple(_unit(one, path, extra) for path in one.sources)
    known = one.name is not None and not one.is_guess
    notes = tuple(dict.fromkeys(one.notes))
    name = one.name or _name_from(one.sources)
    certain = tuple(_unit(one.certain, path, extra) for path in one.certain.sources) if one.certain is not None else ()
    return ExtensionInput(name, known, root, units, notes, one.libraries, one.absent, certain)


def _unit(one: Declared, path: Path, extra: tuple[str, ...]) -> Unit:
    arguments = one.own_arguments(path)
    is_cpp = one.is_cpp or path.suffix in CPP_SUFFIXES or is_forced_to_cpp(arguments)
    return Unit(path, (*arguments, *extra), "c++" if is_cpp else "c")


def _name_from(paths: tuple[Path, ...]) -> str:
    """Return the first name behind `PyInit_` in the sources, else the first source's stem."""
    for path in paths:
        names = sources.module_names(sources.read_bytes(path))
        if names:
            return names[0]
    return paths[0].stem
