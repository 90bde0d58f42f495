"""`PyInit_x` that returns what a function returns from yet another one: the one between does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind, is_plain_call
from unstatic.facts.places.file_order import is_declared_above
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import symbol_at
from unstatic.rewriting.hoisting import function_removal
from unstatic.text.edits import Edit


def without_forwarder(model: Extension) -> Iterator[Edit]:
    """Yield what makes the init function call what its static helper calls, and takes the helper away."""
    init = model.init
    assert init is not None
    outer = _only_called(model, init.entry)
    function = model.functions.get(outer[1]) if outer is not None else None
    inner = _only_called(model, function.symbol) if function is not None else None
    if outer is None or function is None or inner is None or inner[1] not in model.functions:
        return
    is_own = function.definition.storage == "static" and not function.alternatives
    entry = model.functions[init.entry].definition
    is_only_use = len(model.uses.get(function.symbol, ())) == 1
    if is_own and is_only_use and is_declared_above(model, inner[1], entry.path, entry.span.start):
        yield Edit(entry.path, outer[0].span, inner[0].text)
        yield from function_removal(model, function)


def _only_called(model: Extension, symbol: str) -> tuple[Token, str] | None:
    """Return the name and the symbol of what a function calls, if `return name();` is all that it does."""
    children = model.body(symbol).children
    if len(children) != 1 or children[0].kind is not StatementKind.RETURN or not is_plain_call(children[0].head):
        return None
    name = children[0].head[0]
    return name, symbol_at(model.files[model.functions[symbol].definition.path], name) or ""
