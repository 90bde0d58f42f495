"""References that the initialisation leaks in variables of its own: once per process, and then with each module.

`Py_INCREF(error); PyModule_AddObject(module, "error", error);` is right where a static variable keeps the object (R9).
Where the variable is a local one, nobody ever releases what it had.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.syntax import Call, Statement, StatementKind, calls, only_call
from unstatic.capi.references import INCREASE, STEALS_ON_SUCCESS
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.paths.effects import Scope
from unstatic.facts.references.paths.initialisation import Changes, Initialisation, Subject
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Place, TooManyPathsError, Value
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact


@fact
def leaking_increments(model: Extension) -> tuple[tuple[Path, Statement], ...]:
    """Return the increments right before the module takes a reference, without which none is left over, with files."""
    return tuple(
        (model.functions[function].definition.path, found)
        for function in init_functions(model)
        for found in _increments(model, function)
    )


def _increments(model: Extension, function: str) -> Iterator[Statement]:
    definition = model.functions[function].definition
    file = model.files[definition.path]
    if model.functions[function].alternatives:
        return
    for block in model.body(function).walk():
        if block.kind is not StatementKind.BLOCK:
            continue
        for first, second in zip(block.children, block.children[1:], strict=False):
            symbol = _counted(model, function, first, second)
            if symbol is None or file.is_conditional(first.span.start) or file.is_conditional(second.span.start):
                continue
            if _is_left_over(model, function, symbol, first):
                yield first


def _counted(model: Extension, function: str, first: Statement, second: Statement) -> str | None:
    """Return the local variable that *first* counts, and that *second* gives the module."""
    increment = only_call(first)
    if increment is None or called(model, increment) not in INCREASE:
        return None
    scope = summaries_of(model).scope(function, frozenset())
    symbol = scope.first(increment)
    locals_ = {item.symbol for item in model.locals.get(function, ())}
    if symbol not in locals_ or symbol in model.functions[function].definition.parameters:
        return None
    if model.global_by_symbol(symbol) is not None:
        return None
    return symbol if any(_takes(model, scope, call, symbol) for call in calls(second.tokens)) else None


def _takes(model: Extension, scope: Scope, call: Call, symbol: str) -> bool:
    position = STEALS_ON_SUCCESS.get(called(model, call))
    return position is not None and len(call.arguments) > position and scope.named(call.arguments[position]) == symbol


def _is_left_over(model: Extension, function: str, symbol: str, increment: Statement) -> bool:
    """Tell whether some way out leaves a reference that nobody owns, and none lacks one without the increment."""
    dropped = Changes(dropped=frozenset({Place(function, increment.head[0].start)}))
    subject = Subject((symbol,))
    try:
        before = Initialisation(model, subject).exits(function)
        after = Initialisation(model, subject, dropped).exits(function)
    except TooManyPathsError:
        return False
    owners = summaries_of(model).variables.objects - {symbol}
    left = [_left(way, symbol, owners) for way in before]
    without = [_left(way, symbol, owners) for way in after]
    if None in left or None in without:
        return False
    return any(count is not None and count > 0 for count in left) and all(
        count is not None and count >= 0 for count in without
    )


def _left(way: Exit, symbol: str, owners: frozenset[str]) -> int | None:
    """Return how many references nobody owns there; None if they can't be counted."""
    value = way.state.held.get(symbol)
    if not isinstance(value, Value):
        return 0
    if value in way.state.doubtful:
        return None
    held = sum(one == value and name in owners for name, one in way.state.held.items())
    return way.state.counts.get(value, 0) - held - int(way.result == value)
