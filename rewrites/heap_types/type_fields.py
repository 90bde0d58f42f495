"""Fields that hold types: a static type needed no visit, a heap type that nobody visits is never collected (G08)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.types import TYPE_POINTERS
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.deallocation.deallocators import deallocator
from unstatic.model.extension import Extension, StaticType, SymbolKind
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def type_field_edits(model: Extension, symbol: str) -> Iterator[Edit]:
    """Yield the visits that the traverse function *symbol* lacks of types that the object owns."""
    if symbol not in model.functions:
        return
    body = model.body(symbol)
    written = {token.text for token in body.tokens}
    fields = [field for field in _owned_types(model, symbol) if field.encode() not in written]
    visit = _last_visit(body) if fields else None
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


def _last_visit(body: Statement) -> Statement | None:
    """Return the last `Py_VISIT(self->field);` that runs whatever happens."""
    found = None
    for statement in body.children:
        texts = [token.text for token in statement.tokens]
        if statement.kind is StatementKind.SIMPLE and texts[:2] == [b"Py_VISIT", b"("] and b"->" in texts:
            found = statement if is_in_block(body, statement) else found
    return found
