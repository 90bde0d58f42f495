"""The identity of what a name stands for, equal across redeclarations and, for external names, across units."""

from __future__ import annotations

from typing import NamedTuple

from unstatic.cparse.facts import Linkage, SymbolKind
from unstatic.cparse.library import Cursor, Library
from unstatic.cparse.positions import Positions

FUNCTION_KINDS = frozenset((8, 21, 24, 25, 26, 30))
"""Functions, methods, constructors, destructors, conversions and function templates."""
RECORD_KINDS = frozenset((2, 3, 4, 31))
VARIABLE, PARAMETER, FIELD, ENUM_CONSTANT = 9, 10, 6, 7
_TYPEDEF_KINDS = frozenset((20, 36))
_DECLARED_ONCE = frozenset((FIELD, ENUM_CONSTANT, PARAMETER))
_SCOPES = frozenset((22, *RECORD_KINDS))

_KINDS = {
    **{kind: SymbolKind.FUNCTION for kind in FUNCTION_KINDS},
    **{kind: SymbolKind.RECORD for kind in RECORD_KINDS},
    **{kind: SymbolKind.TYPEDEF for kind in _TYPEDEF_KINDS},
    VARIABLE: SymbolKind.VARIABLE,
    PARAMETER: SymbolKind.PARAMETER,
    FIELD: SymbolKind.FIELD,
    ENUM_CONSTANT: SymbolKind.ENUM_CONSTANT,
}
_LINKAGES = {2: Linkage.INTERNAL, 3: Linkage.EXTERNAL, 4: Linkage.EXTERNAL}
_STATIC = 3
_TAGS = ("struct ", "union ", "class ", "enum ")


class Symbol(NamedTuple):
    """A name's identity."""

    id: str
    kind: SymbolKind
    name: str
    raw: bytes
    """The name's bytes as they are in the file."""


class Symbols:
    """Tells symbols by the declaration that a parser node means; each one is worked out once."""

    def __init__(self, library: Library, positions: Positions) -> None:
        self._library = library
        self._positions = positions
        self._known: dict[int | None, Symbol | None] = {}
        self._locals: dict[str, int | None] = {}
        self._spellings: dict[int | None, str] = {}
        self._linkages: dict[int | None, Linkage] = {}
        self._around: dict[int | None, Cursor | None] = {}

    def of(self, declaration: Cursor) -> Symbol | None:
        """Return the symbol, or None if the node is no declaration of a kind that facts are about."""
        address = declaration.first
        if address in self._known:
            return self._known[address]
        if declaration.kind not in _KINDS:
            return None
        canonical = self._first(declaration)
        if canonical.first != address:
            found = self.of(canonical)
        else:
            name = self._name(canonical)
            kind = _KINDS[canonical.kind]
            found = Symbol(self._identity(canonical, name), kind, name, name.encode("utf-8", "surrogateescape"))
        self._known[address] = found
        return found

    def _first(self, declaration: Cursor) -> Cursor:
        """Return the declaration that stands for all of the same thing."""
        if declaration.kind in _DECLARED_ONCE:
            return declaration
        found: Cursor = self._library.call["getCanonicalCursor"](self._template_of(declaration))
        return found

    def _template_of(self, declaration: Cursor) -> Cursor:
        """Return the template that a function was instantiated from: that is what is written."""
        if declaration.kind not in FUNCTION_KINDS:
            return declaration
        found: Cursor = self._library.call["getSpecializedCursorTemplate"](declaration)
        return found if found.kind in FUNCTION_KINDS else declaration

    def linkage(self, declaration: Cursor) -> Linkage:
        """Return who else can see the name."""
        found = self._linkages.get(declaration.first)
        if found is None:
            found = _LINKAGES.get(self._library.call["getCursorLinkage"](declaration), Linkage.NONE)
            self._linkages[declaration.first] = found
        return found

    def function_around(self, declaration: Cursor) -> Cursor | None:
        """Return the function that holds a local name, or that a parameter belongs to."""
        if declaration.first not in self._around:
            parent: Cursor = self._library.call["getCursorSemanticParent"](declaration)
            self._around[declaration.first] = parent if parent.kind in FUNCTION_KINDS else None
        return self._around[declaration.first]

    def _name(self, cursor: Cursor) -> str:
        if cursor.kind in RECORD_KINDS and self._library.call["Cursor_isAnonymous"](cursor):
            return ""
        return self._library.name_of(cursor)

    def _identity(self, cursor: Cursor, name: str) -> str:
        if cursor.kind in RECORD_KINDS:
            return self._record(cursor)
        if cursor.kind == FIELD:
            return f"{self._owner(cursor)}.{name}"
        if cursor.kind in _TYPEDEF_KINDS or cursor.kind == ENUM_CONSTANT:
            return self._qualified(cursor, name)
        if cursor.kind == PARAMETER:
            return self._local(cursor, name)
        linkage = self.linkage(cursor)
        if linkage is Linkage.EXTERNAL:
            return self._external(cursor, name)
        home = self._positions.home_of(cursor)
        if linkage is Linkage.INTERNAL:
            in_project = home is not None and home.source is not None
            return f"{home.path}:{self._external(cursor, name)}" if in_project and home else name
        return self._local(cursor, name)

    def _external(self, cursor: Cursor, name: str) -> str:
        if cursor.kind not in FUNCTION_KINDS:
            return self._qualified(cursor, name)
        if self._library.text(self._library.call["Cursor_getMangling"](cursor)).lstrip("_") == name.lstrip("_"):
            return name
        # C++ functions are overloaded: their parameters are part of who they are.
        shown = self._library.text(self._library.call["getCursorDisplayName"](cursor))
        suffix = " const" if self._library.call["CXXMethod_isConst"](cursor) else ""
        return self._qualified(cursor, shown + suffix)

    def _qualified(self, cursor: Cursor, name: str) -> str:
        parent: Cursor = self._library.call["getCursorSemanticParent"](cursor)
        while parent.kind in _SCOPES:
            scope = self._library.text(self._library.call["getCursorSpelling"](parent))
            name = f"{scope}::{name}" if scope else name
            parent = self._library.call["getCursorSemanticParent"](parent)
        return name

    def _record(self, cursor: Cursor) -> str:
        call, text = self._library.call, self._library.text
        if call["Cursor_isAnonymousRecordDecl"](cursor):
            return self._owner(cursor)
        if call["Cursor_isAnonymous"](cursor):
            return self._placed(cursor, "")
        spelling = text(call["getTypeSpelling"](call["getCursorType"](cursor)))
        tag = next((item for item in _TAGS if spelling.startswith(item)), "")
        return spelling[len(tag) :]

    def _owner(self, cursor: Cursor) -> str:
        owner = self.of(self._library.call["getCursorSemanticParent"](cursor))
        return owner.id if owner else self._placed(cursor, "")

    def _local(self, cursor: Cursor, name: str) -> str:
        around = self._spelled(self.function_around(cursor))
        if cursor.kind != VARIABLE or self._library.call["Cursor_getStorageClass"](cursor) != _STATIC:
            return self._placed(cursor, f"{around}:{name}")
        home = self._positions.home_of(cursor)
        plain = f"{home.path if home else ''}:{around}:{name}"
        # Two blocks of a function may each have a static variable of that name.
        if self._locals.setdefault(plain, cursor.first) != cursor.first:
            return self._placed(cursor, f"{around}:{name}")
        return plain

    def _spelled(self, function: Cursor | None) -> str:
        if function is None:
            return ""
        known = self._spellings.get(function.first)
        if known is None:
            known = self._library.text(self._library.call["getCursorSpelling"](function))
            self._spellings[function.first] = known
        return known

    def _placed(self, cursor: Cursor, name: str) -> str:
        found = self._positions.name_of(cursor)
        return f"{found[0].path}:{name}@{found[1]}" if found else f":{name}"
