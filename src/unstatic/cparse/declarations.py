"""Declarations: what a parser node says, as a fact."""

from __future__ import annotations

import re
from collections.abc import Iterable

from unstatic.cparse.facts import Declaration, InitEntry, Linkage, MemberKind, SymbolKind
from unstatic.cparse.initialisers import Initialisers
from unstatic.cparse.library import CType, Cursor, Library
from unstatic.cparse.positions import Positions, ReadFile
from unstatic.cparse.symbols import (
    ENUM_CONSTANT,
    FIELD,
    FUNCTION_KINDS,
    PARAMETER,
    RECORD_KINDS,
    VARIABLE,
    Symbol,
    Symbols,
)
from unstatic.cparse.typeinfo import Types
from unstatic.text.source import Span

COMPOUND = 202
_NAMED = frozenset((VARIABLE, FIELD, *FUNCTION_KINDS))
_TAG = re.compile(rb"(?:struct|union|class)\b")
_MEMBERS = {24: MemberKind.CONSTRUCTOR, 25: MemberKind.DESTRUCTOR, 26: MemberKind.CONVERSION}
_MEMBERS_ONLY = frozenset((FIELD, ENUM_CONSTANT))
"""What is declared in records and enumerations, and so never directly in a function."""
_HIDDEN = frozenset((2, 3))
"""The access specifiers protected and private."""
_EXTERN, _PRIVATE_EXTERN, _STATIC = 2, 4, 3
_STORAGES = {_EXTERN: "extern", _PRIVATE_EXTERN: "extern", _STATIC: "static"}


class Declarations:
    """Reads declarations of one unit."""

    def __init__(self, library: Library, positions: Positions, symbols: Symbols, language: str) -> None:
        self._library = library
        self._positions = positions
        self._symbols = symbols
        self._types = Types(library, symbols)
        self._initialisers = Initialisers(library, positions, self._types)
        self._is_c = language == "c"
        self.found: list[Declaration] = []

    def read(self, cursor: Cursor, children: list[Cursor] | None = None) -> Symbol | None:
        """Record one declaration and return its symbol; *children* are its direct ones, if the caller has them.

        Declarations outside the project are left out, and so is what has no name, except parameters and records.
        """
        symbol = self._symbols.of(cursor)
        if symbol is None or (not symbol.name and cursor.kind in _NAMED):
            return symbol
        if symbol.kind is SymbolKind.RECORD and self._library.call["Cursor_isAnonymousRecordDecl"](cursor):
            return symbol
        extent = self._extent(cursor)
        name = self._positions.name_of(cursor)
        if extent is None or extent[0].source is None or name is None:
            return symbol
        self.found.append(self._declaration(cursor, symbol, extent, self._name(symbol, name, extent), children))
        return symbol

    def _extent(self, cursor: Cursor) -> tuple[ReadFile, Span] | None:
        if cursor.kind == VARIABLE:
            # A local variable after a comma would start at its name, unless it's taken for the first one.
            cursor.second = 1
        return self._positions.span_of(cursor)

    def is_static_storage(self, cursor: Cursor) -> bool:
        """Tell whether a variable lives as long as the process."""
        return bool(self._library.call["Cursor_hasVarDeclGlobalStorage"](cursor) == 1)

    def initialiser(self, cursor: Cursor) -> Cursor | None:
        """Return the initialiser of a variable, if it has one."""
        found: Cursor = self._library.call["Cursor_getVarDeclInitializer"](cursor)
        return found if 100 <= found.kind < 200 else None

    def _declaration(
        self,
        cursor: Cursor,
        symbol: Symbol,
        extent: tuple[ReadFile, Span],
        name: tuple[Span, bool],
        children: list[Cursor] | None,
    ) -> Declaration:
        file, span = extent
        kind, symbols = cursor.kind, self._symbols
        is_variable, is_function = kind == VARIABLE, kind in FUNCTION_KINDS
        info = self._types.of(cursor)
        function = None if kind in _MEMBERS_ONLY else symbols.function_around(cursor)
        around = symbols.of(function) if function else None
        value = self.initialiser(cursor) if is_variable else None
        written = self._positions.span_of(value) if value is not None else None
        if not self._is_c and written is not None and written[1] == name[0]:
            # `Foo foo;` calls a constructor in C++ where nothing is written.
            value = written = None
        storage = self._storage(cursor) if is_variable or is_function else ""
        is_definition, is_tentative = self._state(cursor, value is not None, around is not None, storage)
        linkage = Linkage.NONE if kind in (FIELD, PARAMETER) else symbols.linkage(cursor)
        return Declaration(
            symbol.id,
            symbol.kind,
            symbol.name,
            file.path,
            span,
            name[0],
            info.spelling,
            info.canonical,
            linkage,
            storage,
            is_definition,
            is_tentative,
            around.id if around else None,
            self._parent(cursor),
            initialiser=written[1] if written is not None and written[0] is file else None,
            entries=None if value is None else self._entries(cursor, value, file),
            body=self._body(children or (), file) if is_function else None,
            parameters=self._parameters(cursor) if is_function else (),
            result_type=self._types.result_of(cursor) if is_function else None,
            is_const=info.is_const,
            from_macro=name[1],
            pointee_record=info.record,
            member=self._member(cursor) if is_function and not self._is_c else None,
            is_public=self._is_c or self._library.call["getCXXAccessSpecifier"](cursor) not in _HIDDEN,
            declared_outside=(is_variable or is_function)
            and linkage is not Linkage.NONE
            and self._is_declared_outside(cursor),
        )

    def _name(self, symbol: Symbol, at: tuple[ReadFile, int], extent: tuple[ReadFile, Span]) -> tuple[Span, bool]:
        """Return where the name is written, and whether a macro makes it."""
        file, offset = at
        if symbol.kind is SymbolKind.RECORD and _TAG.match(file.data, offset):
            return Span(offset, offset), False
        if file is extent[0] and (file.spells(symbol.raw, offset) or not symbol.raw):
            return Span(offset, offset + len(symbol.raw)), False
        expansion = file.expansions.get(offset) if file is extent[0] else None
        return (expansion.span if expansion else Span(offset, offset + len(symbol.raw))), True

    def _state(self, cursor: Cursor, has_value: bool, is_local: bool, storage: str) -> tuple[bool, bool]:
        """Return whether it's a definition, and whether it's a tentative one."""
        if cursor.kind in (FIELD, PARAMETER):
            return True, False
        if cursor.kind != VARIABLE or not self._is_c:
            return bool(self._library.call["isCursorDefinition"](cursor)), False
        if is_local:
            return storage != "extern", False
        return has_value, not has_value and storage != "extern"

    def _storage(self, cursor: Cursor) -> str:
        return _STORAGES.get(self._library.call["Cursor_getStorageClass"](cursor), "")

    def _is_declared_outside(self, cursor: Cursor) -> bool:
        home = self._positions.home_of(self._library.call["getCanonicalCursor"](cursor))
        return home is not None and home.source is None

    def _parent(self, cursor: Cursor) -> str | None:
        if cursor.kind != FIELD and (self._is_c or cursor.kind not in (VARIABLE, *FUNCTION_KINDS)):
            return None
        around: Cursor = self._library.call["getCursorSemanticParent"](cursor)
        owner = self._symbols.of(around) if around.kind in RECORD_KINDS else None
        return owner.id if owner else None

    def _member(self, cursor: Cursor) -> MemberKind | None:
        around: Cursor = self._library.call["getCursorSemanticParent"](cursor)
        if around.kind not in RECORD_KINDS:
            return None
        if cursor.kind in _MEMBERS:
            return _MEMBERS[cursor.kind]
        if self._library.call["CXXMethod_isStatic"](cursor):
            return MemberKind.STATIC
        return MemberKind.VIRTUAL if self._library.call["CXXMethod_isVirtual"](cursor) else MemberKind.METHOD

    def _entries(self, cursor: Cursor, value: Cursor, file: ReadFile) -> tuple[InitEntry, ...] | None:
        if not self.is_static_storage(cursor):
            return None
        of_type: CType = self._library.call["getCursorType"](cursor)
        return self._initialisers.entries(value, of_type, file)

    def _body(self, children: Iterable[Cursor], file: ReadFile) -> Span | None:
        body = next((item for item in children if item.kind == COMPOUND), None)
        found = None if body is None else self._positions.span_of(body)
        # That of `= default` isn't written: it is where the word ends.
        is_written = found is not None and found[0] is file and found[1].end > found[1].start + 1
        return found[1] if found is not None and is_written else None

    def _parameters(self, cursor: Cursor) -> tuple[str, ...]:
        count = self._library.call["Cursor_getNumArguments"](cursor)
        found = (self._symbols.of(self._library.call["Cursor_getArgument"](cursor, index)) for index in range(count))
        return tuple(item.id for item in found if item is not None)
