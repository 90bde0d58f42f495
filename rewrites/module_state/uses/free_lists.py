"""The lines that give back the memory of what waits in a free list: m_clear and m_free may both do so."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.facts.references.aggregates.free_lists import is_collected, written_types
from unstatic.facts.state.teardown.existing_hooks import module_hooks
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
        if found.drain and _is_above_hooks(model, found.drain):
            drain = model.functions[found.drain].name.encode()
            lines.append(filled(b"$drain($state);", drain=drain, state=state))
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


def emptied_first(model: Extension, layout: Layout, owned: Sequence[Field]) -> list[Field]:
    """Return the fields in the order in which they are cleared: types whose dead instances wait come first.

    What is cleared may free instances, and these wait as long as their type is there.
    """
    lists = [field.pool for field in layout.fields if field.pool is not None and is_collected(model, field.pool)]
    waiting = {symbol for found in lists for symbol in written_types(model, found)}
    return sorted(owned, key=lambda field: field.item.symbol not in waiting)


def _is_above_hooks(model: Extension, drain: str) -> bool:
    """Tell whether a function is defined above the hooks of the module, and the place of those that it gets."""
    function, definition = model.functions[drain].definition, model.module_def()
    assert definition is not None
    below = [definition.declaration, *(item.definition for item in module_hooks(model).values())]
    return all(function.path == item.path and function.span.start < item.span.start for item in below)


def _access(state: bytes, field: Field) -> bytes:
    return filled(b"$state->$name", state=state, name=field.name)
