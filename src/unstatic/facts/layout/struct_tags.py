"""Structs that the state only points to, and that are defined below what needs it: a tag is all that a field needs.

`typedef struct {...} node;` gets one, `typedef struct node {...} node;`, and the field is `struct node *first;`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.facts.layout.shared_header import Wanted, declared_before
from unstatic.facts.layout.struct_place import declared_ahead
from unstatic.facts.module.existing_state import own_state
from unstatic.model.extension import Declaration, Extension, SymbolKind

_POINTER = re.compile(r"(?:struct )?(\w+) ?\*")


@dataclass(frozen=True, slots=True)
class StructTag:
    """The tag of a struct, and where it has to be written: behind this word, None if it is there."""

    name: bytes
    path: Path
    behind: int | None


def late_tags(model: Extension, needed: Wanted) -> Mapping[str, StructTag]:
    """Return the tags by which a new state names what is defined too late for it, by the symbols of its fields."""
    if model.language != "c" or own_state(model) is not None or len(needed.units(model)) > 1:
        return {}
    late = (
        item
        for item in needed.fields
        if any(declared_ahead(model, needed, place) is None for place in declared_before(model, item))
    )
    return {item.symbol: tag for item in late if (tag := _tag(model, item)) is not None}


def _tag(model: Extension, item: Declaration) -> StructTag | None:
    """Return the tag of the struct that *item* points to, if that is one of its own source."""
    found = _POINTER.fullmatch(item.type)
    if found is None or item.type.startswith("struct "):
        return StructTag(found[1].encode(), item.path, None) if found is not None else None
    typedefs = (one for one in model.declarations if one.kind is SymbolKind.TYPEDEF)
    typedef = next((one for one in typedefs if one.name == found[1]), None)
    if typedef is None or typedef.path != item.path or typedef.from_macro or typedef.function is not None:
        return None
    file = model.files[typedef.path].at(typedef.span.start)
    if file.is_conditional(typedef.span.start):
        return None
    words = file.tokens_in(typedef.span)[:4]
    texts = [token.text for token in words]
    if texts[:2] == [b"typedef", b"struct"] and texts[3:] == [b"{"] and words[2].kind is TokenKind.IDENT:
        return StructTag(texts[2], typedef.path, None)
    tag = typedef.name.encode()
    is_taken = any(re.search(rb"\bstruct\s+%b\b" % tag, one.source.data) for one in model.files.values())
    if texts[:3] != [b"typedef", b"struct", b"{"] or is_taken:
        return None
    return StructTag(tag, typedef.path, words[1].end)
