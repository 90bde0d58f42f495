"""Where a reference comes from: a new one, a borrowed one, or nobody can tell."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, closing, strip_casts
from unstatic.capi.null import NULL
from unstatic.capi.other_apis import OWNING_TABLES
from unstatic.capi.references import GIVES_BORROWED, GIVES_NEW, GIVES_NULL
from unstatic.capi.types import CONSTANTS
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.paths import summaries_of
from unstatic.model.extension import Extension
from unstatic.text.source import Span


class Origin(enum.Enum):
    """What the right side of an assignment gives."""

    NEW = "a new reference"
    BORROWED = "a borrowed reference"
    NULL = "NULL"
    UNKNOWN = "something whose ownership can't be told"


def origin_of(model: Extension, function: str, value: Sequence[Token]) -> Origin:
    """Return what an expression in the body of *function* gives."""
    inner = strip_casts(value)
    if not inner:
        return Origin.UNKNOWN
    if len(inner) == 1:
        return _name_origin(model, function, inner[0])
    call = next(iter(calls(inner)), None)
    if call is not None and call.span == Span(inner[0].start, inner[-1].end):
        return _call_origin(model, call)
    if _is_slot_call(inner):
        return Origin.NEW
    if inner[0].text == b"&" or _is_of_api(inner):
        return Origin.BORROWED
    # `a = b = call()`: the value is the inner assignment's.
    for index, token in enumerate(inner):
        if token.text == b"=":
            return origin_of(model, function, inner[index + 1 :])
    return Origin.UNKNOWN


def _is_slot_call(tokens: Sequence[Token]) -> bool:
    """Tell whether an expression is `X_Type.tp_alloc(...)`, or a call of another slot that gives a new reference."""
    opening = next((index for index, token in enumerate(tokens) if token.text == b"("), 0)
    if opening < 3 or closing(tokens, opening) != len(tokens) - 1:
        return False
    path, name = tokens[: opening - 1], tokens[opening - 1].text
    steps = [token.text for token in path[1::2]]
    is_path = len(path) % 2 == 0 and all(step in (b".", b"->") for step in steps)
    return is_path and name.startswith(b"tp_") and name in GIVES_NEW


def _is_of_api(tokens: Sequence[Token]) -> bool:
    """Tell whether an expression is a member of another module's C API, which keeps the reference."""
    return len(tokens) == 3 and tokens[0].text in OWNING_TABLES and tokens[1].text == b"->"


def _call_origin(model: Extension, call: Call) -> Origin:
    name = called(model, call)
    if name in GIVES_NEW:
        return Origin.NEW
    if name in GIVES_BORROWED:
        return Origin.BORROWED
    if name in GIVES_NULL:
        return Origin.NULL
    found = model.functions_named.get(name.decode("latin-1"), ())
    if len(found) != 1:
        return Origin.UNKNOWN
    return _GIVEN[summaries_of(model).effect_of(found[0]).gives]


_GIVEN = {"new": Origin.NEW, "borrowed": Origin.BORROWED, "null": Origin.NULL, "unknown": Origin.UNKNOWN}


def _name_origin(model: Extension, function: str, name: Token) -> Origin:
    if name.text in NULL:
        return Origin.NULL
    if name.text.startswith(b"PyExc_") or name.text in CONSTANTS:
        return Origin.BORROWED
    reference = model.files[model.functions[function].definition.path].written.get(name.start)
    if reference is None:
        return Origin.UNKNOWN
    if reference.symbol in {item.symbol for item in model.globals}:
        return Origin.BORROWED
    return _local_origin(model, function, reference.symbol, name.start)


def _local_origin(model: Extension, function: str, symbol: str, before: int) -> Origin:
    """Follow a local back to its last assignment before *before*."""
    path = model.functions[function].definition.path
    file = model.files[path]
    last: Origin = Origin.BORROWED
    tokens = model.body_at(function, path, before).tokens
    for index, token in enumerate(tokens[:-2]):
        if token.start >= before:
            break
        reference = file.written.get(token.start)
        declared = reference is None and any(
            item.name_span.start == token.start for item in model.by_symbol.get(symbol, ())
        )
        is_it = declared or (reference is not None and reference.symbol == symbol)
        if is_it and tokens[index + 1].text == b"=":
            value = assigned_value(tokens[index + 2 :])
            if not any(item.start == before for item in value):
                origin = origin_of(model, function, value)
                last = last if origin is Origin.NULL else origin
    return last


def assigned_value(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of the assigned expression: up to `;`, `,` or the bracket that ends it."""
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text in (b";", b",", b")", b"]", b"}"):
            break
        position = closing(tokens, position) + 1 if text in (b"(", b"[", b"{") else position + 1
    return tuple(tokens[:position])
