"""The lines that give back the memory of what waits in a free list: m_clear and m_free may both do so."""

from __future__ import annotations

from unstatic.facts.references.aggregates.free_lists import is_collected
from unstatic.model.extension import Extension
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, filled

from ..struct.fields import Field, Layout

_ARRAY = b"""
    while ($count > 0) {
        $free($list[--$count]);
    }
"""
_CHAIN = b"""
    while ($list != NULL) {
        ${type}next = $cast$list->$link;
        $free($list);
        $list = next;
    }
    $reset
"""


def emptying_lines(model: Extension, layout: Layout, state: bytes, style: Style, *, collected: bool) -> list[bytes]:
    """Return what empties the free lists; *state* is what the state is called there.

    *collected*: those of types that the garbage collector sees. What frees such an instance reads its type (G455).
    """
    lines: list[bytes] = []
    for field in layout.fields:
        found = field.pool
        if found is None or is_collected(model, found) is not collected:
            continue
        counted = layout.field(found.count.symbol) if found.count is not None else None
        count = _access(state, counted) if counted is not None else b""
        written = field.item.declaration.type.encode()
        reset = [filled(b"$count = 0;", count=count)] if count else []
        lines += c_lines(
            style,
            _CHAIN if found.link else _ARRAY,
            list=_access(state, field),
            free=b"PyObject_GC_Del" if collected else b"PyObject_Free",
            count=count,
            link=found.link,
            type=written,
            cast=b"(" + written + b")" if found.is_cast else b"",
            reset=reset,
        )
    return lines


def _access(state: bytes, field: Field) -> bytes:
    return filled(b"$state->$name", state=state, name=field.name)
