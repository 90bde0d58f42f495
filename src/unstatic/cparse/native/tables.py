"""What the compiled walker finds, as facts: its arrays of numbers are read with the names that walker.h has."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from unstatic.cparse.facts import (
    Construction,
    ConstructionKind,
    Declaration,
    InitEntry,
    Lambda,
    Linkage,
    MacroExpansion,
    MemberKind,
    Reference,
    SymbolKind,
)
from unstatic.cparse.native.library import Running
from unstatic.cparse.positions import ReadFile
from unstatic.text.source import Span

(
    _TEXTS,
    _SYMBOLS,
    _EXPANSIONS,
    _DEFINITIONS,
    _INCLUSIONS,
    _TOPS,
    _REFERENCES,
    _DECLARATIONS,
    _ENTRIES,
    _PARAMETERS,
    _CONSTRUCTIONS,
    _LAMBDAS,
) = range(12)
_NUMBERS = (2, 3, 10, 4, 4, 4, 11, 33, 12, 1, 5, 3)
"""How many numbers an item of each kind has."""
_NONE = -1
_KINDS = tuple(SymbolKind)
_LINKAGES = tuple(Linkage)
_STORAGES = ("", "extern", "static")
_MEMBERS = tuple(MemberKind)
_CONSTRUCTIONS_OF = tuple(ConstructionKind)
_new = tuple.__new__


class Tables:
    """Reads the facts of one walker, each kind when it's asked for."""

    def __init__(self, running: Running) -> None:
        self._running = running

    def _rows(self, kind: int) -> Iterator[tuple[Any, ...]]:
        packed, numbers = self._running.items(kind)
        if numbers != _NUMBERS[kind]:
            raise AssertionError(f"the compiled walker has {numbers} numbers for an item of kind {kind}")
        return struct.iter_unpack(f"{numbers}i", packed)

    @cached_property
    def _texts(self) -> list[Any]:
        """All texts by number; the last one, which NONE leads to, is None."""
        raw = self._running.bytes()
        texts: list[Any] = [
            raw[start : start + length].decode("utf-8", "surrogateescape") for start, length in self._rows(_TEXTS)
        ]
        return [*texts, None]

    @cached_property
    def _symbols(self) -> list[tuple[str, SymbolKind, str]]:
        texts = self._texts
        return [(texts[symbol], _KINDS[kind], texts[name]) for symbol, kind, name in self._rows(_SYMBOLS)]

    @property
    def _files(self) -> list[ReadFile]:
        return self._running.files

    def definitions(self) -> Iterator[tuple[ReadFile, str, Span]]:
        """Yield the macros that are defined: file, name, and the span from the name to the last token of the body."""
        for file, start, end, name in self._rows(_DEFINITIONS):
            yield self._files[file], self._texts[name], Span(start, end)

    def inclusions(self) -> Iterator[tuple[ReadFile, int, ReadFile]]:
        """Yield the includes: file, offset, and what is included."""
        for file, start, _, included in self._rows(_INCLUSIONS):
            yield self._files[file], start, self._files[included]

    def expansions(self) -> list[MacroExpansion]:
        """Return the uses of macros."""
        paths, texts = [file.path for file in self._files], self._texts
        return [
            _new(
                MacroExpansion,
                (
                    texts[name],
                    paths[file],
                    _new(Span, (start, end)),
                    None if home == _NONE else (paths[home], offset),
                ),
            )
            for _, _, _, _, file, start, end, name, home, offset in self._rows(_EXPANSIONS)
        ]

    def tops(self) -> list[tuple[ReadFile | None, Span, str]]:
        """Return the declarations at file level: file (None if they aren't in one), span and name."""
        return [
            (None if file == _NONE else self._files[file], Span(start, end), self._texts[name])
            for file, start, end, name in self._rows(_TOPS)
        ]

    def references(self) -> tuple[Reference, ...]:
        """Return the uses of names."""
        paths, texts, symbols = [file.path for file in self._files], self._texts, self._symbols
        return tuple(
            [
                _new(
                    Reference,
                    (
                        paths[file],
                        offset,
                        (known := symbols[symbol])[2],
                        known[0],
                        known[1],
                        texts[function],
                        is_call == 1,
                        texts[macro],
                        texts[initialises],
                    ),
                )
                for _, _, _, _, file, offset, symbol, function, is_call, macro, initialises in self._rows(_REFERENCES)
            ]
        )

    def declarations(self) -> list[Declaration]:
        """Return the declarations."""
        return [self._declaration(*row[4:]) for row in self._rows(_DECLARATIONS)]

    def _declaration(
        self,
        file: int,
        start: int,
        end: int,
        symbol: int,
        name_start: int,
        name_end: int,
        of_type: int,
        canonical: int,
        linkage: int,
        storage: int,
        is_definition: int,
        is_tentative: int,
        function: int,
        parent: int,
        initialiser: int,
        initialiser_end: int,
        entries: int,
        entry_count: int,
        body: int,
        body_end: int,
        parameters: int,
        parameter_count: int,
        result: int,
        is_const: int,
        from_macro: int,
        record: int,
        member: int,
        is_public: int,
        declared_outside: int,
    ) -> Declaration:
        texts = self._texts
        identity, kind, name = self._symbols[symbol]
        return _new(
            Declaration,
            (
                identity,
                kind,
                name,
                self._files[file].path,
                _new(Span, (start, end)),
                _new(Span, (name_start, name_end)),
                texts[of_type],
                texts[canonical],
                _LINKAGES[linkage],
                _STORAGES[storage],
                is_definition == 1,
                is_tentative == 1,
                texts[function],
                texts[parent],
                None if initialiser == _NONE else _new(Span, (initialiser, initialiser_end)),
                None if entry_count == _NONE else self._entries(entries, entry_count),
                None if body == _NONE else _new(Span, (body, body_end)),
                self._parameters[parameters : parameters + parameter_count] if parameter_count else (),
                texts[result],
                is_const == 1,
                from_macro == 1,
                texts[record],
                None if member == _NONE else _MEMBERS[member],
                is_public == 1,
                (),
                declared_outside == 1,
            ),
        )

    @cached_property
    def _parameters(self) -> tuple[str, ...]:
        return tuple(self._texts[symbol] for (symbol,) in self._rows(_PARAMETERS))

    @cached_property
    def _entry_rows(self) -> Sequence[tuple[Any, ...]]:
        return list(self._rows(_ENTRIES))

    def _entries(self, first: int, count: int) -> tuple[InitEntry, ...]:
        return tuple(self._entry(*row) for row in self._entry_rows[first : first + count])

    def _entry(
        self,
        field: int,
        index: int,
        designated: int,
        start: int,
        end: int,
        value: int,
        value_end: int,
        children: int,
        child_count: int,
        macro: int,
        made: int,
        made_count: int,
    ) -> InitEntry:
        return InitEntry(
            self._texts[field],
            index,
            designated == 1,
            Span(start, end),
            Span(value, value_end),
            None if child_count == _NONE else self._entries(children, child_count),
            macro == 1,
            self._entries(made, made_count),
        )

    def constructions(self) -> tuple[Construction, ...]:
        """Return the visible calls of constructors, each once."""
        found = (
            Construction(
                self._files[file].path,
                offset,
                self._symbols[symbol][0],
                _CONSTRUCTIONS_OF[kind],
                self._texts[function],
            )
            for file, offset, symbol, kind, function in self._rows(_CONSTRUCTIONS)
        )
        return tuple(dict.fromkeys(found))

    def lambdas(self) -> tuple[Lambda, ...]:
        """Return the lambda expressions, each once."""
        found = (Lambda(self._files[file].path, Span(start, end)) for file, start, end in self._rows(_LAMBDAS))
        return tuple(dict.fromkeys(found))
