"""Functions to which deallocators leave it to free the instance: `static void free_base(Base *self)`."""

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


def _frees(model: Extension, body: Statement, name: bytes) -> bool:
    """Tell whether a body frees *name* once, by a statement that is always reached."""
    frees = [call for call in calls(body.tokens) if call.name.text == b"tp_free" or call.name.text in FREE]
    plain = (one for one in body.children if one.kind is StatementKind.SIMPLE)
    if len(frees) != 1 or not any(frees_through_type(one.head, name) for one in plain):
        return False
    # A macro may leave as well.
    return not {b"return", b"goto"} & set(opened_words(model, body.tokens))
