"""Visits that an existing tp_traverse lacks: of fields that hold types, and of those that it forgot (G08, G619).

A static type needed no visit, a heap type that nobody visits is never collected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.capi.types import TYPE_POINTERS
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.deallocation.deallocators import deallocator
from unstatic.facts.types.forgotten_visits import last_visit
from unstatic.model.extension import Extension, StaticType, SymbolKind
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def missing_visits(model: Extension, symbol: str, forgotten: Sequence[str]) -> Iterator[Edit]:
    """Yield the visits that the traverse function *symbol* lacks: of *forgotten* fields, and of owned types."""
    if symbol not in model.functions:
        return
    body = model.body(symbol)
    written = {token.text for token in body.tokens}
    fields = [field for field in _owned_types(model, symbol) if field.encode() not in written]
    fields = list(dict.fromkeys([*fields, *forgotten]))
    visit = last_visit(model, symbol) if fields else None
    if visit is None:
        return
    file = model.files[model.functions[symbol].definition.path]
    end = next(index for index, token in enumerate(visit.tokens) if token.text == b"->")
    start = visit.tokens[2].start
    owner = file.source.text(Span(start, visit.tokens[end].end))
    line = file.source.newline + file.source.indent_at(visit.span.start)
    text = b"".join(filled(b"${line}Py_VISIT($owner$field);", line=line, owner=owner, field=field) for field in fields)
    yield Edit(file.source.path, Span(visit.span.end, visit.span.end), text)


def _owned_types(model: Extension, symbol: str) -> list[str]:
    """Return the fields that hold a type and that every type with this traverse function releases."""
    found: list[list[str]] = []
    for static in model.types:
        if static.function("tp_traverse") != symbol:
            continue
        dealloc = static.function("tp_dealloc")
        owned = deallocator(model, dealloc).owned if dealloc in model.functions and dealloc else ()
        found.append([field for field in owned if _holds_type(model, static, field)])
    return [field for field in found[0] if all(field in each for each in found)] if found else []


def _holds_type(model: Extension, static: StaticType, field: str) -> bool:
    return any(
        item.kind is SymbolKind.FIELD
        and item.name == field
        and item.canonical_type in TYPE_POINTERS
        and same_record(model, static.record or "", item.parent or "")
        for item in model.declarations
    )
