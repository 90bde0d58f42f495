"""Containers of CPython that a type derives from: their tp_traverse visits no type, so that one that does calls it."""

from __future__ import annotations

from unstatic.c.lexer import lex_fragment
from unstatic.capi.types import CONTAINERS, EXCEPTIONS, NEVER_EMPTIED
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.model.extension import Extension, StaticType
from unstatic.text.source import Span


def inherited_container(model: Extension, static: StaticType) -> bytes:
    """Return what leads to a field of the base whose tp_traverse *static* inherits, up to its name; empty if none does.

    Such a base is static, and visits no type (G08).
    """
    value = static.value("tp_base")
    texts = [token.text for token in lex_fragment(value, Span(0, len(value))) if token.text not in (b"(", b")")]
    if static.is_gc or static.value("tp_traverse") or static.value("tp_clear") or not texts:
        return b""
    if static.value("tp_dealloc") and not _leaves_the_rest_to(model, static, texts[-1]):
        return b""
    if texts[-1] in CONTAINERS:
        return texts[-1] + b"." if texts[:-1] == [b"&"] else b""
    is_cast = texts[:-1] == [b"PyTypeObject", b"*"] and EXCEPTIONS.fullmatch(texts[-1]) is not None
    return b"((PyTypeObject *)" + texts[-1] + b")->" if is_cast else b""


def _leaves_the_rest_to(model: Extension, static: StaticType, base: bytes) -> bool:
    """Tell whether tp_dealloc ends with that of a container, which may find the instance untracked."""
    dealloc = dealloc_of(model, static)
    if dealloc is None or dealloc.frees or base not in CONTAINERS:
        return False
    return [item.text.split() for item in dealloc.delegations] == [[base.decode(), "."]]


def inherited_clear(model: Extension, static: StaticType) -> bytes:
    """Return the same for a base whose tp_clear *static* inherits; empty if it has none."""
    found = inherited_container(model, static)
    return b"" if found.removesuffix(b".") in NEVER_EMPTIED else found
