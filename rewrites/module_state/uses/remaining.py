"""Conditions in deallocators, under which their module is asked for nothing where it is gone (G454)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import StatementKind
from unstatic.facts.state.routes import RouteKind
from unstatic.facts.state.teardown.left_undone import Undone, left_undone
from unstatic.model.extension import Extension
from unstatic.rewriting.style import style_in
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.state_passing import Threading
from ..struct.fields import Layout


def condition_edits(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield `state != NULL &&` in each `if` that needs the state, and an `if` around each call."""
    for symbol, route in layout.routes.functions.items():
        if route.kind is RouteKind.REMAINING:
            for undone in left_undone(model, symbol):
                yield from _edits(model, layout, symbol, undone, threading.local(symbol))


def _edits(model: Extension, layout: Layout, symbol: str, undone: Undone, state: bytes) -> Iterator[Edit]:
    fields = filter(None, map(layout.field, undone.objects))
    asked = [state, *(filled(b"$state->$name", state=state, name=field.name) for field in fields)]
    condition = b" && ".join(one + b" != NULL" for one in asked)
    file = model.files[model.functions[symbol].definition.path]
    statement = undone.statement
    if statement.kind is StatementKind.IF:
        at = statement.head[0].start
        yield Edit(file.source.path, Span(at, at), condition + b" && ")
        return
    style = style_in(model, symbol)
    indent = file.source.indent_at(statement.span.start)
    start, end = file.source.line_start(statement.span.start), file.source.line_end(statement.span.end)
    opening, *closing = style.check(condition, b"")
    yield Edit(file.source.path, Span(start, start), style.lines(indent + opening) + style.indent)
    if len(closing) > 1:
        yield Edit(file.source.path, Span(end, end), style.lines(indent + closing[-1]))
