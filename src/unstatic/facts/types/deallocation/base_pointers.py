"""Bases that a pointer from elsewhere leads to: `api->base_type->tp_dealloc(self)`.

Whether such a base is a heap type, and so releases and visits the types of instances by itself, is known at run time
only. CPython's subtype_dealloc asks the same before it calls the deallocator of a base.
"""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import MEMBERS, names_of_path
from unstatic.capi.types import TYPE_LOOKUPS
from unstatic.facts.places.in_functions import locals_of
from unstatic.facts.types.bases import derives_from_exception, names_exception
from unstatic.model.extension import Extension, File

_OF_CAST = 8
"""How many tokens lead to the slot of an exception."""


def looked_up_through(before: Sequence[Token]) -> Sequence[Token]:
    """Return the names and operators that lead to a slot at the end of *before*: `api->base_type->`."""
    start = len(before)
    while start > 1 and before[start - 1].text in MEMBERS:
        start -= 2
    return before[start:]


def is_exception(model: Extension, before: Sequence[Token]) -> bool:
    """Tell whether a slot of one of CPython's exceptions is called, all of which are static types.

    `((PyTypeObject *)PyExc_ValueError)->`, where a macro without parameters may stand for the exception.
    """
    *cast, name, closing, arrow = before[-_OF_CAST:] if len(before) >= _OF_CAST else (None,) * _OF_CAST
    texts = [token.text for token in (*cast, closing, arrow) if token is not None]
    is_cast = texts == [b"(", b"(", b"PyTypeObject", b"*", b")", b")", b"->"]
    return name is not None and is_cast and names_exception(model, name.text)


def is_exception_by_object(model: Extension, traverse: str, before: Sequence[Token]) -> bool:
    """Tell whether `Py_TYPE(self)->tp_base->` leads to one of CPython's exceptions for each type with that traverse.

    For an instance of a subclass it leads to *traverse* itself, again and again, whatever else is done there.
    """
    lookup, opening, _, *rest = [token.text for token in before[-7:]] if len(before) > 6 else [b""] * 7
    types = model.types_with("tp_traverse", traverse)
    is_by_object = lookup in TYPE_LOOKUPS and [opening, *rest] == [b"(", b")", b"->", b"tp_base", b"->"]
    return is_by_object and bool(types) and all(derives_from_exception(model, static) for static in types)


def base_pointer(model: Extension, function: str, file: File, before: Sequence[Token]) -> bytes:
    """Return the pointer to the type whose slot is called, from the tokens before the slot's name; empty if unclear.

    What leads there through the object is none: for an instance of a subclass it may find the very function (G03).
    """
    names = names_of_path(before[:-1])
    if not names or before[-1].text not in MEMBERS:
        return b""
    named = {token.text for token in names}
    if names[0].start in file.expansions:
        macro = model.sole_macro(names[0].text.decode("latin-1"))
        if macro is None or macro.definition.parameters is not None:
            return b""
        named |= {token.text for token in macro.body if token.kind is TokenKind.IDENT}
    elif names[0].start not in file.written or model.type_by_symbol(file.written[names[0].start].symbol) is not None:
        return b""
    own = {item.name.encode() for item in locals_of(model, function)}
    if named & (own | TYPE_LOOKUPS):
        return b""
    text = file.source.data[names[0].start : names[-1].end]
    return text if before[-1].text == b"->" else b"&" + text
