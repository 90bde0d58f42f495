"""Types by their spelling, and the records behind pointers and arrays."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.cparse.library import CType, Cursor, Library
from unstatic.cparse.symbols import Symbols

POINTER_TYPE, RECORD_TYPE = 101, 105
ARRAY_TYPES = frozenset((112, 114, 115, 116))


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """What declarations say about their type."""

    spelling: str
    canonical: str
    is_const: bool
    record: str | None


class Types:
    """Reads types; each one once."""

    def __init__(self, library: Library, symbols: Symbols) -> None:
        self._library = library
        self._symbols = symbols
        self._known: dict[tuple[int, int | None, int | None], TypeInfo] = {}

    def of(self, cursor: Cursor) -> TypeInfo:
        """Return the type of a declaration."""
        return self.info(self._library.call["getCursorType"](cursor))

    def info(self, item: CType) -> TypeInfo:
        """Return what declarations say about *item*."""
        key = (item.kind, item.first, item.second)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(item)
        return found

    def result_of(self, cursor: Cursor) -> str:
        """Return the spelling of a function's result type."""
        result = self._library.call["getResultType"](self._library.call["getCursorType"](cursor))
        return self.info(result).spelling

    def canonical(self, item: CType) -> CType:
        """Return *item* without typedefs."""
        found: CType = self._library.call["getCanonicalType"](item)
        return found

    def element(self, item: CType) -> CType:
        """Return the canonical type inside all array levels of *item*."""
        item = self.canonical(item)
        while item.kind in ARRAY_TYPES:
            item = self.canonical(self._library.call["getArrayElementType"](item))
        return item

    def _read(self, item: CType) -> TypeInfo:
        call, text = self._library.call, self._library.text
        canonical = self.canonical(item)
        element = self.element(canonical)
        is_const = bool(call["isConstQualifiedType"](element) or call["isConstQualifiedType"](canonical))
        spelling = text(call["getTypeSpelling"](item))
        return TypeInfo(spelling, text(call["getTypeSpelling"](canonical)), is_const, self._record(element))

    def _record(self, element: CType) -> str | None:
        if element.kind == POINTER_TYPE:
            element = self.canonical(self._library.call["getPointeeType"](element))
        if element.kind != RECORD_TYPE:
            return None
        found = self._symbols.of(self._library.call["getTypeDeclaration"](element))
        return found.id if found else None
