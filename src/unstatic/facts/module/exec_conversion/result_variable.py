"""`PyObject *ret = NULL; ...; ret = module; ... return ret;`: the variable in which the builder keeps what it returns.

In an exec function it is a number: -1 until the module is complete, and 0 from then on (G300).
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, strip_parentheses
from unstatic.capi.references import INCREASE, SHARE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.exec_conversion.builder import Builder
from unstatic.model.initialiser_values import symbol_at
from unstatic.text.source import Span

Replaced = tuple[Span, bytes]


def result_edits(builder: Builder, returned: Token) -> tuple[Replaced, ...]:
    """Return what changes where the variable *returned* becomes a number; nothing if it is used in other ways."""
    symbol = symbol_at(builder.file, returned)
    inside = {item.symbol for item in builder.model.locals.get(builder.init.builder, ())}
    if symbol is None or symbol not in inside or _shares_module(builder):
        return ()
    declarations = builder.model.by_symbol[symbol]
    uses = [use for use in builder.model.uses.get(symbol, ()) if use.function == builder.init.builder]
    is_parameter = declarations[0].name_span.start not in builder.body.span
    if len(declarations) != 1 or is_parameter or any(use.via_macro is not None for use in uses):
        return ()
    declared = _statement(builder, declarations[0].name_span.start)
    found = list(_declared(builder, declared, returned.text))
    for use in uses:
        statement = _statement(builder, use.offset)
        head = strip_parentheses(statement.head)
        if statement.kind is StatementKind.RETURN and [token.start for token in head] == [use.offset]:
            continue
        stored = list(_stored(builder, statement, use.offset))
        if not stored:
            return ()
        found += stored
    return tuple(found) if len(found) > 1 and any(text == b"0" for _, text in found) else ()


def _statement(builder: Builder, offset: int) -> Statement:
    return builder.body.path_to(offset)[-1]


def _shares_module(builder: Builder) -> bool:
    """Tell whether the function takes a further reference to the module: one of them was for the variable."""
    found = (call for call in calls(builder.body.tokens) if called(builder.model, call) in INCREASE | SHARE)
    return any(call.arguments and builder.is_module(call.arguments[0]) for call in found)


def _declared(builder: Builder, statement: Statement, name: bytes) -> Iterator[Replaced]:
    """Yield the edits that make `int ret = -1` of `PyObject *ret = NULL`."""
    head = statement.head
    if statement.kind is not StatementKind.SIMPLE or [token.text for token in head[:4]] != [
        b"PyObject",
        b"*",
        name,
        b"=",
    ]:
        return
    if builder.is_null(head[4:]):
        yield Span(head[0].start, head[2].start), b"int "
        yield Span(head[4].start, head[-1].end), b"-1"


def _stored(builder: Builder, statement: Statement, offset: int) -> Iterator[Replaced]:
    """Yield the edit of `ret = module` or `ret = NULL`."""
    head = statement.head
    if statement.kind is not StatementKind.SIMPLE or len(head) < 3 or head[0].start != offset or head[1].text != b"=":
        return
    value = Span(head[2].start, head[-1].end)
    if builder.is_null(head[2:]):
        yield value, b"-1"
    elif builder.is_module(head[2:]):
        yield value, b"0"
