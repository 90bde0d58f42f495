"""Types of Python that others have as a base: an inherited tp_traverse doesn't visit a heap type."""

from __future__ import annotations

from unstatic.c.lexer import lex_fragment
from unstatic.capi.types import CONTAINERS
from unstatic.model.extension import StaticType
from unstatic.text.source import Span


def inherited_container(static: StaticType) -> bytes:
    """Return the name of the base whose tp_traverse and tp_clear *static* inherits; empty if it doesn't (G08)."""
    value = static.value("tp_base")
    texts = [token.text for token in lex_fragment(value, Span(0, len(value))) if token.text not in (b"(", b")")]
    own = any(static.value(slot) for slot in ("tp_traverse", "tp_clear", "tp_dealloc"))
    if static.is_gc or own or len(texts) != 2 or texts[0] != b"&" or texts[1] not in CONTAINERS:
        return b""
    return texts[1]
