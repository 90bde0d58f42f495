"""`PyInit_x` that returns what a function returns from yet another one: the one between does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Call, StatementKind, calls
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import symbol_at
from unstatic.rewriting.hoisting import function_removal
from unstatic.text.edits import Edit


def without_forwarder(model: Extension) -> Iterator[Edit]:
    """Yield what makes the init function call what its static helper calls, and takes the helper away."""
    init = model.init
    assert init is not None
    outer = _only_returned(model, init.entry)
    function = model.functions.get(_called(model, init.entry, outer) if outer is not None else "")
    if outer is None or function is None or any(outer.arguments):
        return
    inner = _only_returned(model, function.symbol)
    is_own = function.definition.storage == "static" and not function.alternatives
    is_only_use = len(model.uses.get(function.symbol, ())) == 1
    if inner is None or any(inner.arguments) or not is_own or not is_only_use:
        return
    target = model.functions.get(_called(model, function.symbol, inner))
    entry = model.functions[init.entry].definition
    if target is not None and _is_declared_above(model, target.symbol, entry.path, entry.span.start):
        yield Edit(entry.path, outer.name.span, inner.name.text)
        yield from function_removal(model, function)


def _only_returned(model: Extension, function: str) -> Call | None:
    """Return the call that a function's only statement returns."""
    children = model.body(function).children
    if len(children) != 1 or children[0].kind is not StatementKind.RETURN or not children[0].head:
        return None
    head = children[0].head
    call = next(iter(calls(head)), None)
    return call if call is not None and (call.name, call.close) == (head[0], head[-1]) else None


def _called(model: Extension, function: str, call: Call) -> str:
    return symbol_at(model.files[model.functions[function].definition.path], call.name) or ""


def _is_declared_above(model: Extension, symbol: str, path: object, start: int) -> bool:
    return any(item.path == path and item.span.start < start for item in model.by_symbol.get(symbol, ()))
