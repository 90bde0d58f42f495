"""Fields that tp_traverse leaves out, though the type owns them and tp_clear releases them (G619).

A cycle through such a field is never found. Of a static type it costs the instance; an instance of a heap type keeps
its type, and so its module, as well (HOWTO "Isolating Extension Modules", section "Garbage-Collection Support").
"""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.model.extension import Extension, StaticType


def forgotten_fields(model: Extension, static: StaticType) -> tuple[str, ...]:
    """Return the fields that a type releases and clears, and that neither its tp_traverse nor its base's names.

    What only the deallocator knows may be what can't be part of a cycle, such as a string.
    """
    dealloc, base = dealloc_of(model, static), model.type_by_symbol(static.function("tp_base") or "")
    if dealloc is None or (static.function("tp_traverse") or "") not in model.functions:
        return ()
    named = _named_from(model, (item.function("tp_traverse") for item in (static, base) if item is not None))
    cleared = _named_from(model, [static.function("tp_clear")])
    return tuple(field for field in dealloc.released if field in cleared - named)


def last_visit(model: Extension, symbol: str) -> Statement | None:
    """Return the last `Py_VISIT(self->field);` of a traverse function that runs whatever happens."""
    body = model.body(symbol)
    found = None
    for statement in body.children:
        texts = [token.text for token in statement.tokens]
        if statement.kind is StatementKind.SIMPLE and texts[:2] == [b"Py_VISIT", b"("] and b"->" in texts:
            found = statement if is_in_block(body, statement) else found
    return found


def may_visit_more(model: Extension, static: StaticType) -> bool:
    """Tell whether a visit can be added to a type's tp_traverse: there's a place, and whatever has it is alike."""
    symbol = static.function("tp_traverse") or ""
    return last_visit(model, symbol) is not None and all(
        other.function("tp_dealloc") == static.function("tp_dealloc")
        and other.function("tp_clear") == static.function("tp_clear")
        and same_record(model, static.record or "", other.record or "")
        for other in model.types_with("tp_traverse", symbol)
    )


def _named_from(model: Extension, functions: Iterable[str | None]) -> frozenset[str]:
    """Return what functions name, and those that they call."""
    symbols = (symbol for one in functions if one in model.functions for symbol in reached(model, one or ""))
    return frozenset(use.name for symbol in symbols for use in model.uses_in.get(symbol, ()))
