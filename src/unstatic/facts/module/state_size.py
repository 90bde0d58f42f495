"""The `m_size` of a module definition, where it's a number: 0 and -1 say that there is no state."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.facts.macros.mentions import only_definition
from unstatic.model.extension import Extension, ModuleDef
from unstatic.text.source import Span

_CASTS = [[b"(", name, b")"] for name in (b"Py_ssize_t", b"ssize_t", b"long", b"int")]


def size_number(model: Extension, definition: ModuleDef) -> int | None:
    """Return the number that a definition gives as its `m_size`; None if it's another expression, or not given."""
    size = definition.fields.get("m_size")
    return None if size is None else _number(model, lex_fragment(size.value, Span(0, len(size.value))))


def has_own_size(model: Extension, definition: ModuleDef) -> bool:
    """Tell whether a definition asks for memory of its own, by `m_size`."""
    return "m_size" in definition.fields and size_number(model, definition) not in (-1, 0)


def _number(model: Extension, tokens: Sequence[Token], depth: int = 4) -> int | None:
    """Return what a number, or a macro that is the same one everywhere, stands for."""
    is_cast = [token.text for token in tokens[:3]] in _CASTS
    inner = [token for token in (tokens[3:] if is_cast else tokens) if token.text not in (b"(", b")")]
    is_negative = len(inner) > 1 and inner[0].text == b"-"
    rest = inner[1:] if is_negative else inner
    if len(rest) != 1 or not depth:
        return None
    text = rest[0].text
    if rest[0].kind is TokenKind.NUMBER:
        found = int(text) if text.isdigit() else None
    else:
        macro = only_definition(model, text.decode("utf-8", "surrogateescape"))
        is_plain = macro is not None and macro.definition.parameters is None
        found = _number(model, macro.body, depth - 1) if macro is not None and is_plain else None
    return -found if is_negative and found is not None else found
