"""`PyType_Ready` on a type that is ready already, which an initialisation may do twice: a type is made once."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Call, StatementKind
from unstatic.facts.module.ready_calls import only_readies, readied
from unstatic.model.extension import Extension
from unstatic.model.subjects import type_subject
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Change, Edit, Safety


def repeated_calls(model: Extension, rewrite: str) -> Iterator[Change]:
    """Yield the deletion of statements that make a type ready where an earlier one of the same block surely has."""
    for static in model.types:
        found = readied(model, static)
        functions = {function for function, _ in found}
        if len(found) > 1 and len(functions) == 1:
            edits = tuple(_edits(model, functions.pop(), [call for _, call in found]))
            reason = f"{static.name} is ready there already"
            yield from (Change(type_subject(static), rewrite, reason, Safety.SAFE, edits),) if edits else ()


def _edits(model: Extension, function: str, found: list[Call]) -> Iterator[Edit]:
    body = model.body(function)
    path = model.functions[function].definition.path
    file = model.files[path]
    labels = [item.span.start for item in body.walk() if item.kind in (StatementKind.LABEL, StatementKind.SWITCH)]
    first, *others = sorted(found, key=lambda call: call.name.start)
    statements = {call.name.start: body.path_to(call.name.start)[-1] for call in (first, *others)}
    top = [item.span for item in body.children]
    before = statements[first.name.start]
    if before.span not in top or file.is_conditional(before.span.start):
        return
    for call in others:
        statement = statements[call.name.start]
        is_plain = statement.span in top and not file.is_conditional(statement.span.start)
        is_reached = not any(before.span.start < label < statement.span.start for label in labels)
        if is_plain and is_reached and only_readies(body, statement, call):
            yield Edit(path, whole_lines(file, statement.span), b"")
