"""Getters: the entries of getset tables, with the functions that they name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.model.extension import Extension, File, InitEntry, StaticType
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


def getter_entry(model: Extension, static: StaticType, name: bytes) -> GetterEntry | None:
    """Return the entry of a type's getset table for an attribute; *name* is the literal, quotes included."""
    table = model.tables.get(static.function("tp_getset") or "")
    if table is None:
        return None
    declaration = table.declaration
    file = model.files[declaration.path]
    entry = next((item for item in declaration.entries or () if _name_of(file, item) == name), None)
    if entry is None or entry.children is None or entry.macro:
        return None
    whole = declaration.initialiser or declaration.span
    if any(item.span.covers(entry.span) for item in file.conditionals_in(whole)):
        return None
    fields = {item.field or "": tokens_of(file, item.value_span) for item in entry.children}
    getter, setter = (_function(file, fields.get(field, ())) for field in ("get", "set"))
    given = next((item.value_span for item in entry.children if item.field == "closure"), None)
    closure = b"NULL" if given is None or is_null(fields["closure"]) else file.source.text(given)
    return GetterEntry(declaration.path, entry, getter, setter, closure)


def _name_of(file: File, entry: InitEntry) -> bytes:
    first = entry.children[0] if entry.children else None
    return file.source.text(first.value_span) if first is not None else b""


def _function(file: File, tokens: tuple[Token, ...]) -> str | None:
    return symbol_at(file, named(tokens)) if tokens and not is_null(tokens) else ""
