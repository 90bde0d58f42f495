"""The first reading of an extension: its sources on disk, with what reading the build files doesn't show."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.cparse import header_version
from unstatic.cparse.arguments import python_headers
from unstatic.cparse.facts import ParsedUnit
from unstatic.cparse.inputs.headers import MissingHeader, is_quoted, missing_headers
from unstatic.errors import ParseError
from unstatic.model.building.complaints import stated, unknown_names
from unstatic.project.discovery import missing, stand_ins
from unstatic.project.scan import ExtensionInput, Unit
from unstatic.reading.gaps import gaps_of
from unstatic.reading.made_headers import made_headers
from unstatic.reading.other_modules import without_other_modules
from unstatic.reading.private_macros import own_names
from unstatic.reading.sources import Parses, PlainLibraryError, Reading, completed, parse_options, parsed_once
from unstatic.reading.written_headers import maker_of
from unstatic.settings.config import Settings


@dataclass(frozen=True, slots=True)
class InPart:
    """What can be read of an extension, and why the rest can't."""

    reading: Reading
    gaps: tuple[ParseError, ...]


def read(extension: ExtensionInput, settings: Settings) -> Reading:
    """Return the sources on disk. Raises ParseError if any of them can't be read as a whole."""
    found = read_in_part(extension, settings)
    if found.gaps:
        raise found.gaps[0]
    return found.reading


def read_in_part(extension: ExtensionInput, settings: Settings) -> InPart:
    """Return what can be read, and why the rest can't. Raises the first reason if there is no init function then."""
    extension, settings = _for_headers(extension, settings)
    extension, units = _with_guesses(extension, settings)
    gaps = tuple(gap for parses in units.values() for gap in gaps_of(parses[0]))
    extension, gaps = _without_written(extension, gaps, units)
    try:
        return InPart(_with_own_names(completed(extension, settings, {}, units, {})), gaps)
    except PlainLibraryError as error:
        # A header that isn't here may be what includes Python.h.
        raise next((gap for gap in gaps if isinstance(gap, MissingHeader)), error) from None
    except ParseError as error:
        raise (*gaps, error)[0] from None


def _with_own_names(reading: Reading) -> Reading:
    """Return the sources with other names for macros that several of them define, unless they read differently then."""
    names = own_names(reading.model, reading.units)
    if not names.files:
        return reading
    renamed = replace(reading, names=names).with_contents({})
    if names.told(renamed.complaints) != reading.complaints or _expanded(renamed) != _expanded(reading):
        return reading
    reading.forget()
    return renamed


def _expanded(reading: Reading) -> int:
    """Return how many macros are used."""
    return sum(len(one.expansions) for parses in reading.parsed.values() for one in parses)


def _without_written(
    extension: ExtensionInput, gaps: tuple[ParseError, ...], units: Mapping[Path, Parses]
) -> tuple[ExtensionInput, tuple[ParseError, ...]]:
    """Leave out of *gaps* headers that the build writes, if nothing is missing that they would define; say so."""
    if not gaps or any(unknown_names([parses[0]]) for parses in units.values()):
        return extension, gaps
    makers = {gap.name: maker_of(gap.name, extension.root) for gap in gaps if isinstance(gap, MissingHeader)}
    if not all(isinstance(gap, MissingHeader) for gap in gaps) or not all(makers.values()):
        return extension, gaps
    said = (
        f"header {name}, which {maker} makes, isn't there: it was taken for empty" for name, maker in makers.items()
    )
    return replace(extension, notes=(*extension.notes, *said)), ()


def units_with(extension: ExtensionInput, settings: Settings, contents: Mapping[Path, bytes]) -> tuple[ParsedUnit, ...]:
    """Return the units as the extension's own build compiles them, with *contents* in place of what is on disk.

    Raises ParseError.
    """
    extension, settings = _for_headers(extension, settings)
    extension, _ = _with_guesses(extension, settings)
    return tuple(parses[0] for parses in parsed_once(extension, settings, contents, {}).values())


def _with_guesses(extension: ExtensionInput, settings: Settings) -> tuple[ExtensionInput, dict[Path, Parses]]:
    """Return the extension with what leads to headers and macros that reading its build files doesn't show, parsed."""
    units = parsed_once(extension, settings, {}, {})
    while True:
        parsed = [parses[0] for parses in units.values()]
        found = _guesses(extension, settings, parsed)
        if not found and (certain := _without_doubts(extension, settings, parsed)) is not None:
            extension, units = certain
            continue
        if not found:
            extension = without_other_modules(extension, parsed)
            kept = {Path(os.path.realpath(unit.path)) for unit in extension.units}
            units = {path: parses for path, parses in units.items() if path in kept}
            parsed = [parses[0] for parses in units.values()]
            said = dict.fromkeys(text for unit in parsed for text in stated(unit))
            return replace(extension, notes=(*extension.notes, *said)), units
        more = tuple(argument for one in found for argument in one.arguments)
        extended = tuple(replace(unit, arguments=(*unit.arguments, *more)) for unit in extension.units)
        notes = (*extension.notes, *(one.note for one in found))
        extension = replace(extension, units=extended, notes=notes)
        units = parsed_once(extension, settings, {}, {})


def _without_doubts(
    extension: ExtensionInput, settings: Settings, parsed: Sequence[ParsedUnit]
) -> tuple[ExtensionInput, dict[Path, Parses]] | None:
    """Return the extension without what the build may leave out, parsed, where that spares headers that are missing."""
    lacking = {item.name for unit in parsed for item in missing_headers(unit)}
    if not lacking or not extension.certain:
        return None
    known = {unit.path: [item for item in unit.arguments if item.startswith("-D")] for unit in extension.certain}
    kept = tuple(_with_macros(unit, known[unit.path]) for unit in extension.units if unit.path in known)
    macros = {item for unit in extension.units for item in unit.arguments if item.startswith("-D")}
    left = [
        *sorted(macros.difference(*(unit.arguments for unit in kept))),
        *(unit.path.name for unit in extension.units if unit.path not in known),
    ]
    note = f"it can't be known whether the build has {', '.join(left)}: not here, as {min(lacking)} is missing"
    certain = replace(extension, units=kept, certain=(), notes=(*extension.notes, note))
    units = parsed_once(certain, settings, {}, {})
    rest = {item.name for parses in units.values() for item in missing_headers(parses[0])}
    return (certain, units) if rest < lacking else None


def _with_macros(unit: Unit, macros: Sequence[str]) -> Unit:
    """Return a unit whose arguments define *macros*, and no others."""
    return replace(unit, arguments=(*macros, *(item for item in unit.arguments if not item.startswith("-D"))))


def _guesses(extension: ExtensionInput, settings: Settings, parsed: Sequence[ParsedUnit]) -> tuple[missing.Found, ...]:
    known = [argument for unit in extension.units for argument in unit.arguments]
    headers = [(unit, item) for unit in parsed for item in missing_headers(unit)]
    own = frozenset(item.name for unit, item in headers if is_quoted(unit, item))
    own = frozenset(name for name in own if missing.is_own(name, extension.libraries))
    names = dict.fromkeys(item.name for _, item in headers)
    python = python_headers(extension.units[0], extension.root, parse_options(settings)) if names else None
    found = missing.find(names, extension.root, known, own, python)
    found = found or tuple(made_headers(names, extension.root, settings.precompiled, known))
    # What a header that was just found defines isn't unknown.
    if found:
        return found
    texts = {path: file.data for unit in parsed for path, file in unit.files.items()}
    return stand_ins.find(unknown_names(parsed), extension.root, list(texts.values()), known)


def _for_headers(extension: ExtensionInput, settings: Settings) -> tuple[ExtensionInput, Settings]:
    """Take the Python whose headers are read for the oldest, where the project's oldest is newer: code must parse."""
    found = {header_version(unit, extension.root, parse_options(settings)) for unit in extension.units} - {None}
    oldest = max(min((item for item in found if item is not None), default=settings.min_python), (3, 9))
    if oldest >= settings.min_python:
        return extension, settings
    names = [".".join(map(str, item)) for item in (oldest, settings.min_python)]
    note = (
        f"the headers here are those of Python {names[0]}, so the code is written for {names[0]} and later, "
        f"although the project needs {names[1]}: name newer headers with --python-include"
    )
    return replace(extension, notes=(*extension.notes, note)), replace(settings, min_python=oldest)
