"""Functions to which deallocators leave it to free the instance, `void free_base(Base *self)`; tests around that."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.memory import FREE
from unstatic.facts.macros.opened_words import opened_words
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.uses import may_store


@fact
def freed_for_deallocators(model: Extension, symbol: str) -> int | None:
    """Return by which parameter a function is given the instance that it frees, if only deallocators call it.

    It frees that whatever happens, and can stay as it is: who calls it knows the type, and releases that afterwards.
    """
    function = model.functions[symbol]
    if function.roles or function.escapes or function.alternatives or symbol in model.twins:
        return None
    uses = model.uses.get(symbol, ())
    if model.types_with("tp_dealloc", symbol) or not uses:
        return None
    if not all(use.is_call and model.types_with("tp_dealloc", use.function or "") for use in uses):
        return None
    body = model.body(symbol)
    names = [(model.by_symbol.get(one, ()), one) for one in function.definition.parameters]
    freed = [bool(found) and _frees(model, body, found[0].name.encode()) for found, _ in names]
    return freed.index(True) if True in freed and not may_store(model, names[freed.index(True)][1]) else None


def frees_through_type(tokens: Sequence[Token], name: bytes) -> bool:
    """Tell whether tokens are `Py_TYPE(name)->tp_free(name)`, whatever the casts."""
    freed = next((item for item in calls(tokens) if item.name.text == b"tp_free"), None)
    if freed is None or len(freed.arguments) != 1 or freed.close is not tokens[-1]:
        return False
    before = [token.text for token in tokens if token.start < freed.name.start]
    given = [token.text for token in strip_casts(freed.arguments[0])]
    ways = ([b"Py_TYPE", b"(", name, b")", b"->"], [name, b"->", b"ob_type", b"->"])
    return given == [name] and before in ways


def unfreed_way(body: Statement, frees: Sequence[Statement]) -> Statement | None:
    """Return the test of a field on which it depends whether one of *frees* is reached at all (G657).

    `if (self->file != NULL) { fclose(self->file); free... }`, or `if (self->file == NULL) return;` above it.
    """
    inside = [[child for child in body.children if child.span.covers(free.span)] for free in frees]
    around = [found[0] for found in inside if found]
    if len(around) < len(frees) or not around:
        return None
    if all(one is around[0] for one in around) and _is_field_test(around[0]):
        return around[0]
    above = (child for child in body.children if child.span.end <= around[0].span.start)
    return next((child for child in above if _is_field_test(child) and _only_returns(child.children[0])), None)


def _is_field_test(statement: Statement) -> bool:
    """Tell whether a statement is an `if` without `else` that asks for nothing but members."""
    is_plain = statement.kind is StatementKind.IF and len(statement.children) == 1
    return is_plain and any(token.text == b"->" for token in statement.head) and not any(calls(statement.head))


def _only_returns(statement: Statement) -> bool:
    inner = (
        statement.children[0] if statement.kind is StatementKind.BLOCK and len(statement.children) == 1 else statement
    )
    return inner.kind is StatementKind.RETURN


def _frees(model: Extension, body: Statement, name: bytes) -> bool:
    """Tell whether a body frees *name* once, by a statement that is always reached."""
    frees = [call for call in calls(body.tokens) if call.name.text == b"tp_free" or call.name.text in FREE]
    plain = (one for one in body.children if one.kind is StatementKind.SIMPLE)
    if len(frees) != 1 or not any(frees_through_type(one.head, name) for one in plain):
        return False
    # A macro may leave as well.
    return not {b"return", b"goto"} & set(opened_words(model, body.tokens))
