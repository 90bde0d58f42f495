"""Brace initialisers entry by entry, in the order in which they're written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.cparse.facts import InitEntry
from unstatic.cparse.library import CType, Cursor, Library
from unstatic.cparse.positions import Positions, ReadFile
from unstatic.cparse.symbols import FIELD
from unstatic.cparse.typeinfo import ARRAY_TYPES, POINTER_TYPE, RECORD_TYPE, Types
from unstatic.text.source import Span

INIT_LIST = 119
MEMBER_REF = 47
_UNEXPOSED = 100
_MAX_DEPTH = 3
_MAX_ENTRIES = 5000
_DESIGNATOR = re.compile(rb"(?:\.(?![0-9])|\[|[A-Za-z_]\w*\s*:(?!:))")


class Unreadable(Exception):
    """The initialiser's text isn't in one place, so its entries have no spans to speak of."""


@dataclass(slots=True)
class _Aggregate:
    """The type that a brace list initialises, and the element that comes next; `index` is None once unknown."""

    fields: Sequence[tuple[str, CType]] | None
    element: CType | None
    index: int | None = 0

    def field(self) -> str | None:
        """Return the name of the next field."""
        if self.fields is None or self.index is None or self.index >= len(self.fields):
            return None
        return self.fields[self.index][0] or None

    def expected(self) -> CType | None:
        """Return the type of the next element."""
        if self.fields is None:
            return self.element
        if self.index is None or self.index >= len(self.fields):
            return None
        return self.fields[self.index][1]

    def place(self, name: str | None) -> None:
        """Go on at the field that a designator names; None if that can't be told."""
        names = [item[0] for item in self.fields or ()]
        self.index = names.index(name) if name in names else None


class Initialisers:
    """Reads brace initialisers of one unit."""

    def __init__(self, library: Library, positions: Positions, types: Types) -> None:
        self._library = library
        self._positions = positions
        self._types = types
        self._fields: dict[int | None, list[tuple[str, CType]]] = {}
        self._pointing: dict[int | None, bool] = {}
        self._count = 0

    def entries(self, value: Cursor, of_type: CType, file: ReadFile) -> tuple[InitEntry, ...] | None:
        """Return the entries of the initialiser *value*, or None if it has no braces or can't be read.

        Tables of plain numbers have none: they can be huge, and nothing in them refers to anything.
        """
        if not self._has_pointer(of_type):
            return None
        braces = self._braces(value)
        if braces is None or not self._is_written(braces, file):
            return None
        self._count = 0
        try:
            return self._list(braces, of_type, file, 1)
        except Unreadable:
            return None

    def _has_pointer(self, of_type: CType) -> bool:
        """Tell whether a pointer is in an object of that type, or may be."""
        element = self._types.element(of_type)
        if element.kind != RECORD_TYPE:
            return element.kind == POINTER_TYPE
        key = self._library.call["getTypeDeclaration"](element).first
        if key not in self._pointing:
            fields = self._fields_of(element)
            self._pointing[key] = not fields or any(self._has_pointer(field) for _, field in fields)
        return self._pointing[key]

    def _braces(self, value: Cursor) -> Cursor | None:
        # C++ wraps the list when temporaries are made in it.
        while value.kind == _UNEXPOSED:
            inner = self._library.children(value)
            if len(inner) != 1:
                return None
            value = inner[0]
        return value if value.kind == INIT_LIST else None

    def _is_written(self, braces: Cursor, file: ReadFile) -> bool:
        found = self._positions.span_of(braces)
        return found is not None and found[0] is file and file.data.startswith(b"{", found[1].start)

    def _list(self, braces: Cursor, of_type: CType | None, file: ReadFile, depth: int) -> tuple[InitEntry, ...]:
        aggregate = self._aggregate(of_type)
        children = self._library.children(braces)
        self._count += len(children)
        if self._count > _MAX_ENTRIES:
            raise Unreadable
        entries: list[InitEntry] = []
        for child in children:
            entry = self._entry(child, aggregate, file, depth)
            if entries and entry.span == entries[-1].span and entry.span.start in file.expansions:
                made = (*(entries[-1].made or entries[-1:]), entry)
                entries[-1] = InitEntry(None, entries[-1].index, False, entry.span, entry.span, None, True, made)
            else:
                entries.append(entry)
        return tuple(entries)

    def _aggregate(self, of_type: CType | None) -> _Aggregate:
        canonical = self._types.canonical(of_type) if of_type is not None else None
        if canonical is not None and canonical.kind == RECORD_TYPE:
            return _Aggregate(self._fields_of(canonical), None)
        if canonical is not None and canonical.kind in ARRAY_TYPES:
            return _Aggregate(None, self._library.call["getArrayElementType"](canonical))
        return _Aggregate(None, None)

    def _fields_of(self, record: CType) -> list[tuple[str, CType]]:
        call = self._library.call
        key = call["getTypeDeclaration"](record).first
        if key not in self._fields:
            named = [(self._library.name_of(item), item) for item in self._library.fields(record)]
            # A bit field without a name is padding, which no entry initialises.
            self._fields[key] = [
                (name, call["getCursorType"](item))
                for name, item in named
                if name or not call["Cursor_isBitField"](item)
            ]
        return self._fields[key]

    def _entry(self, child: Cursor, aggregate: _Aggregate, file: ReadFile, depth: int) -> InitEntry:
        found = self._positions.span_of(child)
        if found is None or found[0] is not file:
            raise Unreadable
        span = found[1]
        parts = self._designated(child, span, file)
        if parts is not None:
            return self._designated_entry(parts, span, aggregate, file, depth)
        expected, field = aggregate.expected(), aggregate.field()
        index = aggregate.index
        if index is not None and self._is_elided(child, expected):
            # The entry opens an inner aggregate without its own braces: what follows can't be counted.
            aggregate.index, index, field = None, None, None
        children, made = self._nested(child, span, expected, file, depth)
        if aggregate.index is not None:
            aggregate.index += 1
        return InitEntry(field, -1 if index is None else index, False, span, span, children, made)

    def _designated(self, child: Cursor, span: Span, file: ReadFile) -> list[Cursor] | None:
        """Return the designators and the value of a designated entry, else None."""
        if child.kind != _UNEXPOSED:
            return None
        parts = self._library.children(child)
        if len(parts) < 2:
            return None
        if parts[0].kind == MEMBER_REF or (_DESIGNATOR.match(file.data, span.start) and file.data[span.start] == 0x5B):
            return parts
        return None

    def _designated_entry(
        self, parts: list[Cursor], span: Span, aggregate: _Aggregate, file: ReadFile, depth: int
    ) -> InitEntry:
        value = parts[-1]
        names = [self._designator(part) for part in parts[:-1]]
        field = ".".join(name for name in names if name) if all(names) else None
        expected = self._type_of_designator(parts[-2])
        aggregate.place(field)
        if len(parts) > 2 and names[0]:
            aggregate.index = None
        index = -1 if aggregate.index is None else aggregate.index
        found = self._positions.span_of(value)
        if found is None or found[0] is not file:
            raise Unreadable
        is_written = _DESIGNATOR.match(file.data, span.start) is not None and span.start not in file.expansions
        children, made = self._nested(value, found[1], expected, file, depth)
        value_span = found[1] if span.covers(found[1]) else span
        if aggregate.index is not None:
            aggregate.index += 1
        return InitEntry(field, index, True, span, value_span, children, made or not is_written)

    def _designator(self, part: Cursor) -> str | None:
        if part.kind != MEMBER_REF:
            return None
        referenced = self._library.call["getCursorReferenced"](part)
        return self._library.name_of(referenced) or None

    def _type_of_designator(self, part: Cursor) -> CType | None:
        if part.kind != MEMBER_REF:
            return None
        referenced: Cursor = self._library.call["getCursorReferenced"](part)
        found: CType = self._library.call["getCursorType"](referenced)
        return found if referenced.kind == FIELD else None

    def _nested(
        self, value: Cursor, span: Span, expected: CType | None, file: ReadFile, depth: int
    ) -> tuple[tuple[InitEntry, ...] | None, bool]:
        """Return the entries of a nested brace list, and whether a macro makes its braces."""
        braces = self._braces(value)
        if braces is None:
            return None, False
        if not file.data.startswith(b"{", span.start):
            return None, True
        return (self._list(braces, expected, file, depth + 1) if depth < _MAX_DEPTH else None), False

    def _is_elided(self, value: Cursor, expected: CType | None) -> bool:
        if expected is None or self._braces(value) is not None:
            return False
        wanted = self._types.canonical(expected).kind
        if wanted != RECORD_TYPE and wanted not in ARRAY_TYPES:
            return False
        given = self._types.canonical(self._library.call["getCursorType"](value)).kind
        return given != RECORD_TYPE and given not in ARRAY_TYPES
