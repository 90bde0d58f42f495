"""Types that nothing but `PyModule_AddType(module, &Box_Type)` makes ready, and that are made from others of ours."""

from __future__ import annotations

from unstatic.c.syntax import FAILS, StatementKind, split, strip_parentheses
from unstatic.facts.module.ready_calls import made_ready, readied
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.types.metaclasses import metaclass_of
from unstatic.model.extension import Extension, StaticType
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def readied_where_added(model: Extension, static: StaticType) -> Edit | None:
    """Return what makes *static* ready in front of the call that adds it, where it would be made too early."""
    base = model.type_by_symbol(static.function("tp_base") or "")
    needed = [item for item in (base, metaclass_of(model, static)) if item is not None]
    if readied(model, static) or not any(readied(model, item) for item in needed):
        return None
    found = made_ready(model, static)
    if len(found) != 1:
        return None
    function, call = found[0]
    body = model.body(function)
    statement = body.path_to(call.name.start)[-1]
    if statement.kind is not StatementKind.IF or not is_in_block(body, statement):
        return None
    for operand in split(statement.head, b"||"):
        inner = strip_parentheses(operand)
        rest = [token.text for token in inner if not call.span.covers(token.span)]
        if inner and inner[0] is call.name and rest in FAILS:
            text = filled(b"PyType_Ready(&$name) < 0 || ", name=static.name.encode())
            path = model.functions[function].definition.path
            return Edit(path, Span(operand[0].start, operand[0].start), text)
    return None
