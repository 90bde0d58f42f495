"""One row of an array of slots."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.slots import OF_DATA
from unstatic.facts.trust.asked_warnings import Asked, is_asked
from unstatic.model.extension import Extension
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import filled
from unstatic.text.source import Span


def slot_row(model: Extension, style: Style, name: str, value: bytes) -> bytes:
    """Return `{Py_tp_x, value},`, indented."""
    tokens = strip_casts(lex_fragment(value, Span(0, len(value))))
    text = value[tokens[0].start : tokens[-1].end] if tokens else value
    text = text.replace(b"\r\n", b"\n").replace(b"\n", style.newline)
    cast = style.function_cast if style.cplusplus or name not in OF_DATA else b""
    is_literal = name == "tp_doc" and is_asked(model, Asked.CONSTANT_LITERALS)
    if not cast and (is_literal or _is_const(model, tokens)):
        cast = b"(void *)"
    return filled(b"$indent{Py_$slot, $cast$value},", indent=style.indent, slot=name.encode(), cast=cast, value=text)


def _is_const(model: Extension, tokens: Sequence[Token]) -> bool:
    """Tell whether the value is a constant array or pointer: a slot's `void *` would drop the const."""
    inner = tokens[1:] if tokens and tokens[0].text == b"&" else tokens
    if len(inner) != 1 or inner[0].kind is not TokenKind.IDENT:
        return False
    name = inner[0].text.decode("latin-1")
    declared = [item for item in model.declarations if item.name == name and item.function is None]
    return any(item.is_const or item.canonical_type.startswith("const ") for item in declared)
