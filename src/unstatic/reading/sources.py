"""What the parser read of the units of an extension, in all configurations; a model is made of it when needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from unstatic.cparse import ParseOptions, defined, parse, release_memory
from unstatic.cparse.facts import ParsedUnit
from unstatic.cparse.inputs.sharing import Sharing
from unstatic.errors import ParseError
from unstatic.model.building.analyse import analyse
from unstatic.model.building.complaints import Complaints, complaints_of
from unstatic.model.building.init_function import is_entry
from unstatic.model.configurations import other_configurations
from unstatic.model.configurations.read_groups import ReadGroups
from unstatic.model.configurations.sole_meanings import with_sole_meanings
from unstatic.model.extension import Extension
from unstatic.project.scan import ExtensionInput, Unit
from unstatic.reading.private_macros import OwnNames
from unstatic.reading.unused_prototypes import UnusedPrototypes
from unstatic.settings.config import Settings

# The plain parse of a unit, and those with other `#if` groups active.
Parses = tuple[ParsedUnit, ...]
_MOST_NAMED = 3


class NoInitFunctionError(ParseError):
    """Sources that compile no init function, so that they aren't those of an extension module."""


class PlainLibraryError(NoInitFunctionError):
    """Sources of which none includes Python.h: the build makes a library that Python loads by ctypes or cffi."""


@dataclass(frozen=True)
class Reading:
    """The sources of an extension as the parser read them; a model is made of it when somebody asks for it."""

    extension: ExtensionInput
    settings: Settings
    parsed: Mapping[Path, Parses]
    names: OwnNames = field(default_factory=OwnNames)
    """What private macros are called in these sources."""

    @cached_property
    def units(self) -> tuple[ParsedUnit, ...]:
        """The sources as they are compiled."""
        return tuple(parses[0] for parses in self.parsed.values())

    @cached_property
    def _passes(self) -> tuple[ParsedUnit, ...]:
        return tuple(item for parses in self.parsed.values() for item in parses[1:])

    @cached_property
    def complaints(self) -> Complaints:
        """What the parser said."""
        return complaints_of(self.units, self._passes)

    @property
    def has_init(self) -> bool:
        """Whether an init function is compiled here: without one, this isn't an extension module."""
        return any(is_entry(item) for unit in self.units for item in unit.declarations)

    @cached_property
    def model(self) -> Extension:
        """All facts."""
        extension = self.extension
        root = Path(os.path.realpath(extension.root))
        name, is_known = extension.name, extension.name_is_known
        notes = (*extension.notes, *self._left_out(root))
        made = analyse(self.units, name, is_known, root, extension.libraries, notes, self._passes)
        given = {name: text for unit in extension.units for name, text in defined(unit, extension.root).items()}
        return replace(
            made,
            defined=given,
            kept_files=dict(self.settings.kept_files),
            others_headers=self.settings.others_headers,
            names_are_shared=self.settings.names_are_shared,
            absent_sources=extension.absent,
        )

    def _left_out(self, root: Path) -> Iterator[str]:
        """Yield what is told of sources that make other extensions, and are one with this in other configurations."""
        left = sorted({path for item in self._passes for path in item.left_out})
        if left:
            names = _few(os.path.relpath(path, root) for path in left)
            yield f"another build includes {names}, of which other extensions are made: that build wasn't read"

    def with_contents(self, contents: Mapping[Path, bytes]) -> Reading:
        """Return the sources with *contents* in place of files: only what that changes is parsed again.

        Raises NoInitFunctionError, and ParseError where a unit can't be read at all.
        """
        contents = {**self.names.files, **contents}
        units = parsed_once(self.extension, self.settings, contents, self.parsed)
        found = completed(self.extension, self.settings, contents, units, self.parsed)
        return replace(found, names=self.names)

    def forget(self) -> None:
        """Let the model go as soon as nobody holds it, if one was made."""
        if "model" in self.__dict__:
            self.model.forget()

    def drop_model(self, kept: Extension) -> None:
        """Let the model go though somebody holds the sources, unless it's the one that is *kept*."""
        self.forget()
        if self.__dict__.get("model") is not kept:
            self.__dict__.pop("model", None)


def _few(names: Iterable[str]) -> str:
    """Return the first of *names*, and how many more there are."""
    listed = tuple(names)
    more = f" and {len(listed) - _MOST_NAMED} more" if len(listed) > _MOST_NAMED else ""
    return ", ".join(listed[:_MOST_NAMED]) + more


def parsed_once(
    extension: ExtensionInput,
    settings: Settings,
    contents: Mapping[Path, bytes],
    known: Mapping[Path, Parses],
) -> dict[Path, Parses]:
    """Return the units of *known* that are as they were, and the others parsed once. Raises ParseError."""
    options = replace(parse_options(settings), remembers=bool(extension.siblings))
    sharing, prototypes = Sharing(), UnusedPrototypes()
    units: dict[Path, Parses] = {}
    for unit in extension.units:
        path = Path(os.path.realpath(unit.path))
        earlier = known.get(path)
        if earlier is not None and all(contents.get(p, f.data) == f.data for p, f in earlier[0].files.items()):
            units[path] = earlier
            continue
        found = prototypes.without(parse(unit, extension.root, options, contents))
        units[path] = (sharing.of(found) if len(extension.units) > 1 else found,)
    return units


def completed(
    extension: ExtensionInput,
    settings: Settings,
    contents: Mapping[Path, bytes],
    units: dict[Path, Parses],
    known: Mapping[Path, Parses],
) -> Reading:
    """Return *units* with their other configurations; those of *known* have them. Raises NoInitFunctionError."""
    options = replace(parse_options(settings), remembers=bool(extension.siblings))
    names = other_configurations.names_of(parses[0] for parses in units.values())
    sharing, groups = Sharing(), ReadGroups()
    for unit in extension.units:
        path = Path(os.path.realpath(unit.path))
        if units[path] is not known.get(path):
            units[path] = _with_passes(
                extension, unit, units[path], options, contents, names, settings, sharing, groups
            )
        groups.add(units[path])
    release_memory()
    found = Reading(extension, settings, units)
    if not found.has_init:
        for path, parses in units.items():
            if not parses[0].files[path].data.strip():
                raise NoInitFunctionError(f"{path}: is empty; restore it, or leave the source out")
        first, *others = units
        root = Path(os.path.realpath(extension.root))
        files = _few((str(first), *(os.path.relpath(path, root) for path in others)))
        is_plain = extension.name_is_known and not any(parses[0].has_python for parses in units.values())
        raise (PlainLibraryError if is_plain else NoInitFunctionError)(
            f"{files}: no init function PyInit_... is compiled here, so this isn't an extension module; "
            "name the source that defines it, or the project's folder"
        )
    return found


def parse_options(settings: Settings) -> ParseOptions:
    """Return what the parser has to know of *settings*."""
    includes = (settings.python_include,) if settings.python_include else ()
    return ParseOptions(python_include=includes, libclang=settings.libclang, precompiled=settings.precompiled)


def _with_passes(
    extension: ExtensionInput,
    unit: Unit,
    parses: Parses,
    options: ParseOptions,
    contents: Mapping[Path, bytes],
    names: frozenset[bytes],
    settings: Settings,
    sharing: Sharing,
    groups: ReadGroups,
) -> Parses:
    """Parse *unit* again with the groups that were skipped, until all that matter were read (G132)."""
    given = defined(unit, extension.root)
    for sibling in extension.siblings:
        found = parse(sibling, extension.root, options, contents)
        parses = (*parses, sharing.of(other_configurations.as_read_by(parses[0], found)))
    elsewhere = groups.beside(parses[0])
    for _ in range(other_configurations.MOST_PASSES):
        # A group inside of one that was skipped may name what only that one declares.
        known = names | other_configurations.names_of(parses[1:])
        changed = other_configurations.contents_for(parses, known, settings.min_python, given, elsewhere)
        if not changed:
            break
        if len(parses) == 1:
            sharing.of(parses[0])
        slots = (f"-D{name}=0" for name in other_configurations.slots_asked_for(changed, parses[0]))
        chosen = replace(options, extra_arguments=(*options.extra_arguments, *dict.fromkeys(slots)))
        try:
            found = parse(unit, extension.root, chosen, {**contents, **changed}, parses[0])
            own = other_configurations.without_others(found, parses[0], extension.others)
            parses = (*parses, sharing.of(other_configurations.without_renamed(own, parses[0])))
        except ParseError:
            # Code for other platforms: what it names is refused then.
            break
    return with_sole_meanings(parses)
