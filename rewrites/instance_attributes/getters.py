"""Getters: the entries of getset tables, with the functions that they name, and members that are objects."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.capi.types import MEMBER_OBJECTS, MEMBER_OBJECTS_OR_NONE, MEMBER_READ_ONLY
from unstatic.model.extension import Declaration, Extension, File, InitEntry, StaticType
from unstatic.model.initialiser_values import is_null, named, symbol_at, tokens_of


@dataclass(frozen=True, slots=True)
class GetterEntry:
    """An entry of a type's own getset table that is written out, outside of `#if` groups."""

    path: Path
    entry: InitEntry
    getter: str | None
    """The function's symbol, empty if there is none, None where that can't be told; the setter likewise."""
    setter: str | None
    closure: bytes
    """What both are given, as it is written; NULL if nothing is."""


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """An entry of a type's own table of members that gives an object, and can't be set."""

    path: Path
    table: Declaration
    entry: InitEntry
    struct: bytes
    field: bytes
    may_be_none: bool
    """Whether None stands for an object that isn't there, instead of an AttributeError."""


def member_entry(model: Extension, static: StaticType, name: bytes) -> MemberEntry | None:
    """Return the entry of a type's members for an attribute; *name* is the literal, quotes included."""
    found = _entry(model, static.function("tp_members") or "", name)
    if found is None:
        return None
    file, entry = found
    fields = {item.field or "": tokens_of(file, item.value_span) for item in entry.children or ()}
    kind, place, flags = ([token.text for token in fields.get(one, ())] for one in ("type", "offset", "flags"))
    is_object = len(kind) == 1 and kind[0] in MEMBER_OBJECTS | MEMBER_OBJECTS_OR_NONE
    is_placed = place[:2] == [b"offsetof", b"("] and place[-3:-2] == [b","] and place[-1:] == [b")"]
    if not is_object or not is_placed or len(flags) != 1 or flags[0] not in MEMBER_READ_ONLY:
        return None
    table = model.tables[static.function("tp_members") or ""].declaration
    return MemberEntry(
        file.source.path, table, entry, b" ".join(place[2:-3]), place[-2], kind[0] in MEMBER_OBJECTS_OR_NONE
    )


def getter_entry(model: Extension, static: StaticType, name: bytes) -> GetterEntry | None:
    """Return the entry of a type's getset table for an attribute; *name* is the literal, quotes included."""
    found = _entry(model, static.function("tp_getset") or "", name)
    if found is None:
        return None
    file, entry = found
    assert entry.children is not None
    fields = {item.field or "": tokens_of(file, item.value_span) for item in entry.children}
    getter, setter = (_function(file, fields.get(field, ())) for field in ("get", "set"))
    given = next((item.value_span for item in entry.children if item.field == "closure"), None)
    closure = b"NULL" if given is None or is_null(fields["closure"]) else file.source.text(given)
    return GetterEntry(file.source.path, entry, getter, setter, closure)


def _entry(model: Extension, symbol: str, name: bytes) -> tuple[File, InitEntry] | None:
    """Return the entry of a table for an attribute, if it is written out, outside of `#if` groups."""
    table = model.tables.get(symbol)
    if table is None:
        return None
    declaration = table.declaration
    file = model.files[declaration.path]
    entry = next((item for item in declaration.entries or () if _name_of(file, item) == name), None)
    whole = declaration.initialiser or declaration.span
    if entry is None or entry.children is None or entry.macro:
        return None
    return None if any(item.span.covers(entry.span) for item in file.conditionals_in(whole)) else (file, entry)


def _name_of(file: File, entry: InitEntry) -> bytes:
    first = entry.children[0] if entry.children else None
    return file.source.text(first.value_span) if first is not None else b""


def _function(file: File, tokens: tuple[Token, ...]) -> str | None:
    return symbol_at(file, named(tokens)) if tokens and not is_null(tokens) else ""
