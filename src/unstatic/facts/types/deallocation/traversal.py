"""What a tp_traverse does with the type of the object: visits it, or leaves that to the tp_traverse of a base (G08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts
from unstatic.capi.types import TYPE_LOOKUPS
from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.types.deallocation.base_pointers import (
    base_pointer,
    is_exception,
    is_exception_by_object,
    looked_up_through,
)
from unstatic.model.extension import Extension


@dataclass(frozen=True, slots=True)
class PassedOn:
    """A call of `tp_traverse` for the same object, through a variable or through a pointer."""

    call: Call
    pointer: bytes
    """What leads to a base of which only a running program knows whether it is static."""
    is_known: bool
    """Whether the base can be told: by a variable that is the type itself, by the pointer, or as an exception."""


def visits_its_type(model: Extension, symbol: str) -> bool:
    """Tell whether the traverse function *symbol* visits the type of the object by itself, if by a macro."""
    visited = (call for call in opened_function(model, symbol).calls if _is_visit(call) and call.arguments)
    return any(token.text in TYPE_LOOKUPS for call in visited for token in call.arguments[0])


def _is_visit(call: Call) -> bool:
    return call.name.text.lower().removeprefix(b"py_") == b"visit"


def passed_on(model: Extension, symbol: str) -> Iterator[PassedOn]:
    """Yield where the traverse function *symbol* goes on with the `tp_traverse` of another type."""
    definition = model.functions[symbol].definition
    file = model.files[definition.path]
    own = model.by_symbol[definition.parameters[0]][0].name.encode() if definition.parameters else b""
    tokens = model.body(symbol).tokens
    for call in calls(tokens):
        if call.name.text != b"tp_traverse" or not call.arguments or not _is(call.arguments[0], own):
            continue
        ahead = [token for token in tokens if token.start < call.name.start]
        before = looked_up_through(ahead)
        reference = file.written.get(before[0].start) if len(before) == 2 and before[1].text == b"." else None
        pointer = base_pointer(model, symbol, file, before) if reference is None else b""
        is_of_exception = is_exception(model, ahead) or is_exception_by_object(model, symbol, ahead)
        yield PassedOn(call, pointer, reference is not None or bool(pointer) or is_of_exception)


def _is(argument: tuple[Token, ...], name: bytes) -> bool:
    inner = strip_casts(argument)
    return len(inner) == 1 and inner[0].text == name
