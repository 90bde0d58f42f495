"""The two ways to walk through a unit, which find the same: in C where the walker was compiled, else in Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_void_p
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from unstatic.cparse.declarations import Declarations
from unstatic.cparse.facts import Construction, Declaration, Lambda, Reference
from unstatic.cparse.library import Library
from unstatic.cparse.native import library as compiled
from unstatic.cparse.native.library import Native, Running, running
from unstatic.cparse.native.tables import Tables
from unstatic.cparse.positions import Positions, ReadFile
from unstatic.cparse.preprocessing import Preprocessing
from unstatic.cparse.references import Walk
from unstatic.cparse.symbols import Symbols
from unstatic.cparse.top_level import opened, top_level
from unstatic.text.source import Span


class Found(NamedTuple):
    """What a walk found; declarations and references by file and place."""

    declarations: Sequence[Declaration]
    references: tuple[Reference, ...]
    constructions: tuple[Construction, ...]
    lambdas: tuple[Lambda, ...]


@dataclass(frozen=True, slots=True)
class Top:
    """A declaration at file level, with what is in namespaces in their place."""

    number: int
    file: ReadFile
    span: Span
    name: str


class Walker(Protocol):
    """A way to walk through one unit."""

    preprocessing: Preprocessing
    """What the preprocessor did in files of the project."""

    def tops(self) -> list[Top]:
        """Return the declarations at file level that are in one file."""

    def walk(self, chosen: Sequence[int] | None) -> Found:
        """Walk through the declarations of these numbers, or through all."""


@contextmanager
def walker(library: Library, positions: Positions, unit: c_void_p, language: str) -> Iterator[Walker]:
    """Give a walker for *unit* as long as it's needed."""
    native = compiled.available()
    if native is None:
        yield _InPython(library, positions, unit, language)
    else:
        with _in_c(native, library, positions, unit, language) as found:
            yield found


class _InPython:
    """Asks the library about one node after the other."""

    def __init__(self, library: Library, positions: Positions, unit: c_void_p, language: str) -> None:
        self._library = library
        self._positions = positions
        self._language = language
        self.preprocessing, self._tops = top_level(library, positions, unit)

    def tops(self) -> list[Top]:
        self._tops = list(opened(self._library, self._tops))
        placed = [self._positions.span_of(cursor) for cursor, _ in self._tops]
        return [
            Top(number, *found, self._library.name_of(self._tops[number][0]))
            for number, found in enumerate(placed)
            if found is not None
        ]

    def walk(self, chosen: Sequence[int] | None) -> Found:
        symbols = Symbols(self._library, self._positions)
        declarations = Declarations(self._library, self._positions, symbols, self._language)
        walk = Walk(self._library, self._positions, symbols, declarations, self._language != "c++")
        for number in range(len(self._tops)) if chosen is None else chosen:
            walk.walk(*self._tops[number])
        walk.close()
        return Found(
            sorted(_once(declarations.found), key=lambda item: (item.path, item.span.start, item.name_span.start)),
            tuple(sorted(walk.references, key=lambda item: (item.path, item.offset))),
            tuple(walk.constructions),
            tuple(walk.lambdas),
        )


def _once(declarations: list[Declaration]) -> list[Declaration]:
    """Leave out what was read twice, as the declarations of a header without a guard are."""
    known = {(item.path, item.name_span, item.span, item.symbol): item for item in reversed(declarations)}
    return list(reversed(known.values()))


@contextmanager
def _in_c(native: Native, library: Library, positions: Positions, unit: c_void_p, language: str) -> Iterator[Walker]:
    with running(native, library, positions, unit, language != "c++") as found:
        found.read()
        tables = Tables(found)
        preprocessing = Preprocessing(library, positions, unit)
        for definition in tables.definitions():
            preprocessing.add_definition(*definition)
        for inclusion in tables.inclusions():
            preprocessing.add_inclusion(*inclusion)
        preprocessing.expansions += tables.expansions()
        yield _InC(found, preprocessing)


class _InC:
    def __init__(self, running: Running, preprocessing: Preprocessing) -> None:
        self._running = running
        self.preprocessing = preprocessing

    def tops(self) -> list[Top]:
        self._running.open()
        found = enumerate(Tables(self._running).tops())
        return [Top(number, file, span, name) for number, (file, span, name) in found if file is not None]

    def walk(self, chosen: Sequence[int] | None) -> Found:
        self._running.walk(chosen)
        tables = Tables(self._running)
        return Found(tables.declarations(), tables.references(), tables.constructions(), tables.lambdas())
