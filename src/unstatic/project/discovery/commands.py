"""Applies a compilation database to what the build files declare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.errors import ParseError, UsageError
from unstatic.project.discovery import sources
from unstatic.project.discovery.declared import Declared
from unstatic.project.discovery.driver import Compilation, Effect, Linking
from unstatic.project.discovery.formats import database, ninja
from unstatic.project.discovery.formats.database import Command
from unstatic.project.discovery.linking import Links, collect


@dataclass(frozen=True, slots=True)
class Database:
    """The entries of a compile_commands.json, and what the build folder around it tells about links."""

    path: Path
    commands: tuple[Command, ...]
    links: Links


def load(path: Path) -> Database:
    """Return the database. Raises UsageError if it's missing or invalid."""
    found = database.read(path)
    compiled = (
        Effect((Compilation(one.path, one.object, one.arguments, path.parent, one.is_cpp),))
        for one in found
        if one.object is not None
    )
    return Database(path, found, collect((*compiled, *ninja.effects(path.resolve().parent))))


def newest_of(paths: Sequence[Path], root: Path) -> tuple[Database | None, str]:
    """Return the newest of the databases at *paths*, below *root*, or why it isn't used."""
    newest = max(paths, key=lambda path: (path.stat().st_mtime_ns, path))
    shown = newest.relative_to(root)
    try:
        found = load(newest)
    except UsageError:
        return None, f"{shown} isn't a compilation database, so it wasn't used"
    missing = next((one.path for one in found.commands if not one.exists), None)
    if missing is not None:
        return None, f"{shown} names {missing}, which doesn't exist: it's out of date, so it wasn't used"
    return found, ""


def apply(found: Database, declared: tuple[Declared, ...], path: Path) -> tuple[Declared, ...]:
    """Return the extensions below *path* with the database's arguments.

    What is linked together is read from the build folder. Where that doesn't tell, extensions that a build file
    declares keep their sources, and else the names of the objects decide. Raises ParseError if an entry for one of
    these files names a missing one, UsageError if there's no entry.
    """
    relevant = [one for one in found.commands if one.path == path or one.path.is_relative_to(path)]
    missing = [one.path for one in relevant if not one.exists]
    if missing:
        raise ParseError(f"{found.path} names {missing[0]}, which doesn't exist: make the database anew")
    linked = tuple(_linked(found, declared, path))
    if linked:
        return linked
    known = {one.path for one in found.commands}
    usable = [one for one in declared if not one.is_guess and not known.isdisjoint(one.sources)]
    if usable:
        return tuple(replace(one, by_source=tuple(_of(one, found.commands))) for one in usable)
    if not relevant:
        raise UsageError(f"{found.path} has no entry for {path}")
    return _by_target(found, {one.target for one in relevant}, path)


def covers(found: Database, declared: Sequence[Declared]) -> bool:
    """Tell whether the database has an entry for any source of the extensions."""
    known = {one.path for one in found.commands}
    return any(not known.isdisjoint(one.sources) for one in declared)


def _of(one: Declared, commands: Sequence[Command]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the sources of an extension with their arguments: those of its own target, if there are several."""
    fitting = [command for command in commands if command.path in one.sources]
    last = (one.name or "").rpartition(".")[2]
    shared = Counter(command.target for command in fitting)

    def rank(command: Command) -> tuple[int, bool]:
        return shared[command.target], bool(last) and last in command.target

    for path in one.sources:
        candidates = [command for command in fitting if command.path == path]
        if candidates:
            yield path, max(candidates, key=rank).arguments


def _linked(found: Database, declared: Sequence[Declared], path: Path) -> Iterator[Declared]:
    """Yield the libraries that the build folder links, define a module and have a source below *path*."""
    for linking in found.links.libraries():
        members: dict[Path, Compilation] = {}
        for one in found.links.compilations(linking):
            if one.source.is_file():
                members.setdefault(one.source, one)
        if not any(one == path or one.is_relative_to(path) for one in members):
            continue
        defining = [one for one in members if sources.defines_module(sources.read_bytes(one))]
        if defining:
            yield _library(found, linking, members, defining[0], declared)


def _library(
    found: Database, linking: Linking, members: dict[Path, Compilation], first: Path, declared: Sequence[Declared]
) -> Declared:
    label = linking.output.name.split(".")[0]
    named = [one for one in declared if one.name and one.name.rpartition(".")[2] == label and not one.is_guess]
    return Declared(
        named[0].name if named else label,
        (first, *(one for one in members if one != first)),
        (),
        any(one.is_cpp for one in members.values()),
        (f"what belongs to this extension was read from the build folder {found.path.parent}",),
        is_guess=not named,
        by_source=tuple((path, one.arguments) for path, one in members.items()),
        libraries=tuple(name for name in found.links.foreign(linking) if not name.startswith("python")),
    )


def _by_target(found: Database, targets: set[str], path: Path) -> tuple[Declared, ...]:
    """Return one extension per target that defines a module."""
    extensions = []
    for target in sorted(targets):
        members = {one.path: one.arguments for one in reversed(found.commands) if one.target == target and one.exists}
        is_cpp = any(one.is_cpp for one in found.commands if one.path in members)
        defining = sorted(one for one in members if sources.defines_module(sources.read_bytes(one)))
        if not defining and path in members:
            defining = [path]
        if len(defining) == 1:
            others = sorted(one for one in members if one != defining[0])
            extensions.append(_extension((defining[0], *others), members, is_cpp))
        else:
            extensions += [_extension((one,), members, is_cpp) for one in defining]
    return tuple(extensions)


def _extension(paths: tuple[Path, ...], members: dict[Path, tuple[str, ...]], is_cpp: bool) -> Declared:
    note = "what belongs to this extension was read from the compilation database"
    by_source = tuple((path, members[path]) for path in paths)
    return Declared(None, paths, (), is_cpp, (note,), is_guess=True, by_source=by_source)
