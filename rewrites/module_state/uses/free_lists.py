"""The lines that give back the memory of what waits in a free list: m_clear and m_free may both do so."""

from __future__ import annotations

from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, filled

from ..struct.fields import Field, Layout

_ARRAY = b"""
    while ($count > 0) {
        PyObject_Free($list[--$count]);
    }
"""
_CHAIN = b"""
    while ($list != NULL) {
        ${type}next = $cast$list->$link;
        PyObject_Free($list);
        $list = next;
    }
    $reset
"""


def emptying_lines(layout: Layout, state: bytes, style: Style) -> list[bytes]:
    """Return what empties the free lists; *state* is what the state is called there."""
    lines: list[bytes] = []
    for field in layout.fields:
        found = field.pool
        if found is None:
            continue
        counted = layout.field(found.count.symbol) if found.count is not None else None
        count = _access(state, counted) if counted is not None else b""
        written = field.item.declaration.type.encode()
        reset = [filled(b"$count = 0;", count=count)] if count else []
        lines += c_lines(
            style,
            _CHAIN if found.link else _ARRAY,
            list=_access(state, field),
            count=count,
            link=found.link,
            type=written,
            cast=b"(" + written + b")" if found.is_cast else b"",
            reset=reset,
        )
    return lines


def _access(state: bytes, field: Field) -> bytes:
    return filled(b"$state->$name", state=state, name=field.name)
