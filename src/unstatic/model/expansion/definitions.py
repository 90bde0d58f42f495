"""Which definition of a macro counts where: a name can be defined again, taken back, or differ between units."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from unstatic.c.lexer import Directive, Lexed, TokenKind, lex, lex_fragment
from unstatic.cparse.facts import MacroDefinition, ParsedUnit
from unstatic.text.source import Span, Spans

_Moment = int
"""When a place is read, see `_moment`."""


def _moment(number: int, offset: int) -> _Moment:
    """Return what orders places: a part of a file between two includes, numbered in the order of reading, and where."""
    return number << _OFFSET_BITS | offset


_OFFSET_BITS = 40
_CHANGING = (b"include", b"define", b"undef")


@dataclass(slots=True)
class _Changes:
    """The definitions of one name, and what takes them back, each with its moment, in order."""

    moments: list[_Moment] = field(default_factory=list)
    definitions: list[MacroDefinition | None] = field(default_factory=list)


@dataclass
class _Reading:
    """The order in which one unit reads its files."""

    parts: dict[Path, list[tuple[int, Span]]] = field(default_factory=dict)
    changes: dict[str, _Changes] = field(default_factory=dict)
    skipped: dict[Path, Spans] = field(default_factory=dict)
    changed: dict[Path, list[int]] = field(default_factory=dict)
    """Behind the first byte of each directive that changes a definition: from there on the new one counts."""

    def active(self, moment: _Moment, name: str) -> MacroDefinition | None:
        """Return the definition of *name* that counts at *moment*."""
        changes = self.changes.get(name)
        index = bisect.bisect_left(changes.moments, moment) if changes is not None else 0
        return changes.definitions[index - 1] if changes is not None and index else None

    def compiles(self, path: Path, offset: int) -> bool:
        """Tell whether a place of a file that it reads is in no `#if` group that it skips."""
        return path not in self.skipped or offset not in self.skipped[path]

    def borders(self, path: Path) -> Iterator[int]:
        """Yield where something begins or ends to hold in a file that it reads."""
        for span in (*(part for _, part in self.parts.get(path, ())), *self.skipped.get(path, ())):
            yield from span
        yield from self.changed.get(path, ())


class Definitions:
    """The macro definitions of the project's files, over all units of an extension."""

    def __init__(self, units: Iterable[ParsedUnit], passes: Iterable[ParsedUnit] = ()) -> None:
        """*passes* read `#if` groups that *units* skip: they count in these only.

        A macro by the name of what a unit declares is for other extensions, and a header's half for these has it.
        """
        plain = {unit.path: unit for unit in units}
        self._readings = [_reading_of(unit) for unit in plain.values()]
        self._others = [_without(_reading_of(unit), _hidden_by(plain.get(unit.path))) for unit in passes]
        self.names = frozenset(name for reading in (*self._readings, *self._others) for name in reading.changes)
        self._parts: dict[Path, tuple[_Parts, ...]] = {}
        self._place: tuple[Path, int] | None = None
        self._moments: tuple[tuple[tuple[_Reading, _Moment], ...], ...] = ()
        self._borders: dict[Path, Sequence[int]] = {}
        self._active: dict[tuple[Path, int, str], tuple[MacroDefinition | None, ...]] = {}

    def active(self, path: Path, offset: int, name: str) -> tuple[MacroDefinition | None, ...]:
        """Return every definition of *name* that counts at one place, each once; None where there is none."""
        if name not in self.names:
            return (None,)
        key = (path, self.section(path, offset), name)
        known = self._active.get(key)
        if known is None:
            known = self._active[key] = self._active_at(path, offset, name)
        return known

    def section(self, path: Path, offset: int) -> int:
        """Return the number of the section of a file that holds a place: in each, the same definitions count."""
        borders = self._borders.get(path)
        if borders is None:
            found = (at for reading in (*self._readings, *self._others) for at in reading.borders(path))
            borders = self._borders[path] = sorted(set(found))
        return bisect.bisect_right(borders, offset)

    def _active_at(self, path: Path, offset: int, name: str) -> tuple[MacroDefinition | None, ...]:
        for moments in self._at(path, offset):
            found = {reading.active(moment, name): None for reading, moment in moments}
            if found.keys() - {None} or any(reading.compiles(path, offset) for reading, _ in moments):
                return tuple(found)
        return (None,)

    def hidden(self, path: Path, offset: int, name: str) -> tuple[MacroDefinition, ...]:
        """Return every definition of *name* that counts at one place where other groups are read, each once."""
        _, others = self._at(path, offset)
        found = (reading.active(moment, name) for reading, moment in others)
        return tuple(dict.fromkeys(one for one in found if one is not None))

    def _at(self, path: Path, offset: int) -> tuple[tuple[tuple[_Reading, _Moment], ...], ...]:
        """Return when a place is read, which happens again where a file is included again.

        One use of a macro asks for all names in it.
        """
        if self._place != (path, offset):
            self._place = path, offset
            if path not in self._parts:
                self._parts[path] = tuple(_parts_of(path, readings) for readings in (self._readings, self._others))
            self._moments = tuple(
                tuple(
                    (reading, _moment(number, offset)) for start, end, number, reading in parts if start <= offset < end
                )
                for parts in self._parts[path]
            )
        return self._moments


_Parts = Sequence[tuple[int, int, int, _Reading]]


def _parts_of(path: Path, readings: Sequence[_Reading]) -> _Parts:
    """Return the parts of a file: start and end, number, and the reading that they belong to."""
    return tuple(
        (span.start, span.end, number, reading) for reading in readings for number, span in reading.parts.get(path, ())
    )


def _reading_of(unit: ParsedUnit) -> _Reading:
    found = unit.memory.get(_Reading)
    if not isinstance(found, _Reading):
        found = unit.memory[_Reading] = _Reader(unit).reading
    return found


def _without(reading: _Reading, names: frozenset[str]) -> _Reading:
    kept = {name: changes for name, changes in reading.changes.items() if name not in names}
    return reading if len(kept) == len(reading.changes) else replace(reading, changes=kept)


def _hidden_by(unit: ParsedUnit | None) -> frozenset[str]:
    """Return the variables and functions of a unit that aren't macros there as well."""
    return unit.own_names - {item.name for item in unit.macros} if unit else frozenset()


class _Reader:
    """Goes through the files of one unit in the order in which a compiler reads them."""

    def __init__(self, unit: ParsedUnit) -> None:
        self._unit = unit
        # By file, as hashing a path for each place takes longer than all else.
        self._defined: dict[Path, dict[int, MacroDefinition]] = {path: {} for path in unit.files}
        for path, macros in groupby(unit.macros, attrgetter("path")):
            self._defined.setdefault(path, {}).update((item.span.start, item) for item in macros)
        self._included: dict[Path, dict[int, Path]] = {path: {} for path in unit.files}
        for item in unit.inclusions:
            if item.is_project:
                self._included.setdefault(item.includer, {})[item.offset] = item.path
        self._number = 0
        self._stack: list[Path] = []
        self._once: set[Path] = set()
        self.reading = _Reading()
        self._read(unit.path)

    def _read(self, path: Path) -> None:
        if path in self._stack or path in self._once or path not in self._unit.files:
            return
        self._stack.append(path)
        data = self._unit.files[path].data
        skipped = self.reading.skipped.setdefault(path, Spans(self._unit.skipped.get(path, ())))
        lexed = lex(data)
        if _is_read_once(data, lexed):
            self._once.add(path)
        start, included = 0, self._included[path]
        for directive in lexed.directives:
            at = directive.span.start
            if directive.name not in _CHANGING or at in skipped:
                continue
            if directive.name != b"include":
                self._change(path, data, directive)
            elif at in included:
                self._part(path, Span(start, at))
                self._read(included[at])
                start = at
        self._part(path, Span(start, len(data) + 1))
        self._stack.pop()

    def _part(self, path: Path, span: Span) -> None:
        self.reading.parts.setdefault(path, []).append((self._number, span))
        self._number += 1

    def _change(self, path: Path, data: bytes, directive: Directive) -> None:
        definition = self._defined[path].get(directive.span.start)
        if directive.name == b"define" and definition is None:
            return
        name = definition.name if definition else _first_name(data, directive.rest)
        changes = self.reading.changes.setdefault(name, _Changes())
        changes.moments.append(_moment(self._number, directive.span.start))
        changes.definitions.append(definition)
        self.reading.changed.setdefault(path, []).append(directive.span.start + 1)


def _first_name(data: bytes, span: Span) -> str:
    tokens = lex_fragment(data, span)
    return tokens[0].text.decode("latin-1") if tokens and tokens[0].kind is TokenKind.IDENT else ""


def _is_read_once(data: bytes, lexed: Lexed) -> bool:
    """Tell whether a header guards itself: `#pragma once`, or `#ifndef X` and `#define X` before anything else.

    `#if !defined(X)` says the same.
    """
    directives = lexed.directives
    if any(item.name == b"pragma" and data[item.rest.start : item.rest.end].strip() == b"once" for item in directives):
        return True
    if [item.name for item in directives[1:2]] != [b"define"]:
        return False
    guard = lexed.absent_macro(directives[0])
    return bool(guard) and guard.decode("latin-1") == _first_name(data, directives[1].rest)
