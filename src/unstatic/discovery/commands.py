"""Applies a compilation database to what the build files declare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.discovery import database, sources
from unstatic.discovery.database import Command
from unstatic.discovery.declared import Declared
from unstatic.errors import UsageError


@dataclass(frozen=True, slots=True)
class Database:
    """The entries of a compile_commands.json."""

    path: Path
    commands: tuple[Command, ...]


def load(path: Path) -> Database:
    """Return the database. Raises UsageError if it's missing or invalid."""
    return Database(path, database.read(path))


def apply(found: Database, declared: tuple[Declared, ...], path: Path) -> tuple[Declared, ...]:
    """Return the extensions below *path* with the database's arguments.

    Extensions that a build file declares keep their sources. Otherwise the database's targets decide what belongs
    together. Raises UsageError if an entry for one of these files names a missing one, or if there's no entry.
    """
    relevant = [one for one in found.commands if one.path == path or one.path.is_relative_to(path)]
    missing = [one.path for one in relevant if not one.exists]
    if missing:
        raise UsageError(f"{found.path} names {missing[0]}, which doesn't exist: make the database anew")
    known = {one.path: one.arguments for one in reversed(found.commands)}
    usable = tuple(one for one in declared if not one.is_guess and any(source in known for source in one.sources))
    if usable:
        return tuple(replace(one, by_source=_of(one.sources, known)) for one in usable)
    if not relevant:
        raise UsageError(f"{found.path} has no entry for {path}")
    return _by_target(found, {one.target for one in relevant}, path)


def _of(paths: tuple[Path, ...], known: dict[Path, tuple[str, ...]]) -> tuple[tuple[Path, tuple[str, ...]], ...]:
    return tuple((path, known[path]) for path in paths if path in known)


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
    return Declared(None, paths, (), is_cpp, (note,), is_guess=True, by_source=_of(paths, members))
