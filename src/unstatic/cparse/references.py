"""One walk over the project's part of the tree: every declaration and every use of a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from unstatic.cparse.declarations import COMPOUND, Declarations
from unstatic.cparse.facts import Construction, ConstructionKind, Lambda, Reference, SymbolKind
from unstatic.cparse.initialisers import MEMBER_REF
from unstatic.cparse.library import BREAK, CONTINUE, RECURSE, Cursor, Library, Visitor
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
from unstatic.cparse.typeinfo import ARRAY_TYPES

_DECL_REF, _MEMBER_REF_EXPR, _CALL, _TYPE_REF, _LAMBDA, _OVERLOADED, _NEW = 101, 102, 103, 43, 144, 49, 134
_CONSTRUCTOR = 24
_REFERENCES = frozenset((_DECL_REF, _MEMBER_REF_EXPR, MEMBER_REF, _TYPE_REF))
_TYPEDEFS = frozenset((20, 36))
_SIMPLE = frozenset((FIELD, ENUM_CONSTANT, *_TYPEDEFS, *RECORD_KINDS))
_MADE_BY_MACROS = frozenset((SymbolKind.VARIABLE, SymbolKind.PARAMETER, SymbolKind.FUNCTION))
_DECLARATIONS = frozenset((VARIABLE, PARAMETER, *FUNCTION_KINDS, *_SIMPLE))
_new = tuple.__new__
# An implicit cast or parentheses between a call and the name that it calls.
_TRANSPARENT = frozenset((100, 111))

_COMMENT_OR_TEXT = re.compile(
    rb"""/\*[\s\S]*?\*/ | //(?:\\\r?\n|[^\n])* | "(?:[^"\\]|\\[\s\S])*" | '(?:[^'\\]|\\[\s\S])*'""", re.VERBOSE
)
# A letter that isn't part of a number such as 0x1fUL, 1e5 or 1.e5.
_NAME = re.compile(rb"(?<![0-9A-Za-z_])(?<![0-9]\.)[A-Za-z_$\\\x80-\xff]")


class Walk:
    """Visits declarations of one unit; results are in `references` and in the given *declarations*."""

    def __init__(
        self, library: Library, positions: Positions, symbols: Symbols, declarations: Declarations, is_c: bool
    ) -> None:
        self._library = library
        self._positions = positions
        self._symbols = symbols
        self._declarations = declarations
        self._is_c = is_c
        self._function: str | None = None
        self._initialises: str | None = None
        self._call: Cursor | None = None
        self._failure: BaseException | None = None
        self._callback = Visitor(self._visit)
        self._records: set[int | None] = set()
        self._found: dict[tuple[ReadFile, int, str, str | None], Reference] = {}
        self._referenced = library.call["getCursorReferenced"]
        self.constructions: dict[Construction, None] = {}
        self.lambdas: dict[Lambda, None] = {}

    @property
    def references(self) -> Iterable[Reference]:
        """The uses found so far, each place and symbol once for each function."""
        return self._found.values()

    def walk(self, cursor: Cursor, parent: Cursor) -> None:
        """Visit *cursor* and everything below it."""
        if self._visit(cursor, parent, None) == RECURSE:
            self._descend(cursor)
        self._check()

    def close(self) -> None:
        """Let go of the callback, which refers back: with it, all facts would wait for a collection of cycles."""
        del self._callback

    def _check(self) -> None:
        # The library can't pass exceptions on, so they wait here until it has returned.
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _descend(self, cursor: Cursor) -> None:
        self._library.call["visitChildren"](cursor, self._callback, None)

    def _visit(self, cursor: Cursor, parent: Cursor, data: object) -> int:
        try:
            kind = cursor.kind
            if kind in _TRANSPARENT:
                return RECURSE
            call, self._call = self._call, None
            if kind in _REFERENCES:
                self._reference(cursor, call)
            elif kind == _CALL:
                self._call = cursor
                if not self._is_c:
                    self._construction(cursor, parent)
            elif kind in _DECLARATIONS:
                return self._declaration(cursor, parent)
            elif kind == _LAMBDA and (found := self._positions.span_of(cursor)) is not None:
                self.lambdas[Lambda(found[0].path, found[1])] = None
        except BaseException as error:
            self._failure = error
            return BREAK
        return RECURSE

    def _declaration(self, cursor: Cursor, parent: Cursor) -> int:
        if cursor.kind in FUNCTION_KINDS:
            return self._function_declaration(cursor)
        if cursor.kind == VARIABLE:
            return self._variable(cursor)
        if cursor.kind in RECORD_KINDS:
            # In C, a record inside another one is met a second time, on its own.
            if cursor.first in self._records:
                return CONTINUE
            self._records.add(cursor.first)
        # The parameters of a function pointer's type are nothing that could be used.
        if cursor.kind in _SIMPLE or parent.kind in FUNCTION_KINDS:
            self._declarations.read(cursor)
        return RECURSE

    def _function_declaration(self, cursor: Cursor) -> int:
        children = self._library.children(cursor)
        symbol = self._declarations.read(cursor, children)
        outer = self._function
        for child in children:
            if child.kind == COMPOUND and symbol is not None:
                self._function = symbol.id
            self._visit_child(child, cursor)
        self._function = outer
        return CONTINUE

    def _variable(self, cursor: Cursor) -> int:
        symbol = self._declarations.read(cursor)
        value = self._declarations.initialiser(cursor)
        if value is None or symbol is None or not self._declarations.is_static_storage(cursor):
            return RECURSE
        outer = self._initialises
        for child in self._library.children(cursor):
            is_value = child.second == value.second
            if is_value and self._is_c and self._names_nothing(value):
                continue
            # The bound of an array is an expression too.
            self._initialises = symbol.id if is_value else outer
            self._visit_child(child, cursor)
        self._initialises = outer
        return CONTINUE

    def _names_nothing(self, value: Cursor) -> bool:
        """Tell whether an initialiser is nothing but numbers and texts: tables of them can be huge."""
        found = self._positions.span_of(value)
        if found is None or found[0].source is None:
            return False
        text = found[0].source.text(found[1])
        return text.startswith(b"{") and text.endswith(b"}") and _NAME.search(_COMMENT_OR_TEXT.sub(b" ", text)) is None

    def _visit_child(self, child: Cursor, parent: Cursor) -> None:
        self._call = None
        if self._visit(child, parent, None) == RECURSE:
            self._descend(child)

    def _construction(self, call: Cursor, parent: Cursor) -> None:
        """Record the call of a constructor: the class's name is often not written at it."""
        target: Cursor = self._referenced(call)
        symbol = self._symbols.of(target) if target.kind == _CONSTRUCTOR else None
        place = self._positions.name_of(call) if symbol is not None else None
        if symbol is None or place is None or place[0].source is None:
            return
        kind = ConstructionKind.OTHER
        if parent.kind == VARIABLE:
            if not self._declarations.is_static_storage(parent) and not self._is_array(parent):
                kind = ConstructionKind.LOCAL
        elif parent.kind != _NEW and place[0].spells(symbol.raw, place[1]):
            kind = ConstructionKind.TEMPORARY
        self.constructions[Construction(place[0].path, place[1], symbol.id, kind, self._function)] = None

    def _is_array(self, variable: Cursor) -> bool:
        return bool(self._library.call["getCursorType"](variable).kind in ARRAY_TYPES)

    def _only_candidate(self, target: Cursor) -> Cursor:
        """Return what an overloaded name refers to, if only one thing is possible; *target* otherwise.

        Calls in templates aren't resolved yet; in initialisers libclang shows names as if they weren't. What a table
        of the project names there is the project's own function, not that of a library that has the same name.
        """
        count = self._library.call["getNumOverloadedDecls"](target)
        found = [cast(Cursor, self._library.call["getOverloadedDecl"](target, index)) for index in range(count)]
        if count > 1 and self._initialises is not None and self._function is None:
            found = [candidate for candidate in found if self._is_ours(candidate)]
        return found[0] if len(found) == 1 else target

    def _is_ours(self, cursor: Cursor) -> bool:
        place = self._positions.span_of(cursor)
        return place is not None and place[0].source is not None

    def _reference(self, cursor: Cursor, call: Cursor | None) -> None:
        target: Cursor = self._referenced(cursor)
        if target.kind == _OVERLOADED:
            target = self._only_candidate(target)
        symbol = self._symbols.of(target)
        if symbol is None or not symbol.name:
            return
        place = self._place(cursor, symbol)
        if place is None:
            return
        file, offset, via_macro = place
        is_call = call is not None and self._calls(call, target)
        # One use of a macro may write several functions, and all that they name has the macro's place.
        key = (file, offset, symbol.id, self._function if via_macro is not None else None)
        known = self._found.get(key)
        if known is None or (is_call and not known.is_call):
            self._found[key] = _new(
                Reference,
                (
                    file.path,
                    offset,
                    symbol.name,
                    symbol.id,
                    symbol.kind,
                    self._function,
                    is_call,
                    via_macro,
                    self._initialises,
                ),
            )

    def _place(self, cursor: Cursor, symbol: Symbol) -> tuple[ReadFile, int, str | None] | None:
        """Return where the name at *cursor* is written, and the macro that makes it; None if nothing means it there."""
        place = self._positions.name_of(cursor)
        if place is None or place[0].source is None:
            return None
        file, offset = place
        if offset not in file.expansions and file.data.startswith(symbol.raw, offset):
            return file, offset, None
        expansion = file.expansions.get(offset)
        if expansion is not None:
            return file, offset, expansion.name
        spliced = file.data[offset : offset + 2 * len(symbol.raw) + 16].replace(b"\\\r\n", b"").replace(b"\\\n", b"")
        return (file, offset, "") if spliced.startswith(symbol.raw) else self._handed(cursor, symbol)

    def _handed(self, cursor: Cursor, symbol: Symbol) -> tuple[ReadFile, int, str] | None:
        """Return the use of a macro that is given the macro which makes the name: `NAMES(INTERN)`."""
        around = self._positions.use_around(cursor)
        if around is None or symbol.kind not in _MADE_BY_MACROS or not symbol.name.isidentifier():
            return None
        return (*around, around[0].expansions[around[1]].name)

    def _calls(self, call: Cursor, target: Cursor) -> bool:
        if self._is_c:
            return True
        # In C++ the first child of a call may be an operand, or the argument of a constructor. What a call in a
        # template refers to is known once it is instantiated, but its first child is what is called.
        called: Cursor = self._referenced(call)
        return called.first == target.first or called.kind not in FUNCTION_KINDS
