"""Whether a global owns what a function leaves in it, and what has to change in the function so that it does."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from unstatic.c.syntax import Call
from unstatic.capi import references
from unstatic.facts.references.paths.effects import Scope
from unstatic.facts.references.paths.states import State, TooManyPathsError, Value
from unstatic.facts.references.paths.summaries import spare, summaries_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact


class Ownership(enum.Enum):
    """Whether a global owns what a function leaves in it."""

    OWNED = "owned"
    MISSING = "a reference is missing"
    UNKNOWN = "something whose ownership can't be told"


@dataclass(frozen=True, slots=True)
class Fixes:
    """What a function does for a global's references, and the calls that have to change for it."""

    ownership: Ownership
    clear: tuple[Call, ...] = ()
    """Decrements that must clear the global as well."""
    add_before: tuple[Call, ...] = ()
    """Calls that take the only reference: one more is needed before."""


@fact
def fixes(model: Extension, function: str, symbol: str) -> Fixes:
    """Tell whether the global *symbol* owns what *function* leaves in it, as it is or with changes."""
    summaries = summaries_of(model)
    made = summaries.calls(function)
    tracked = summaries.variables.connected(function, {symbol})
    scope = summaries.scope(function, tracked)
    clear = tuple(call for call in made if call.name.text in references.DECREASE and scope.first(call) == symbol)
    taking = tuple(
        call for call in made if call.name.text in references.STEALS_ON_SUCCESS and _taken(scope, call) in tracked
    )[:1]
    attempts = [(some, one) for one in ((), taking)[: 1 + len(taking)] for some in ((), clear)[: 1 + bool(clear)]]
    first = Ownership.UNKNOWN
    for number, (cleared, increased) in enumerate(attempts):
        changed = replace(
            scope,
            cleared=frozenset(call.name.start for call in cleared),
            increased=frozenset(call.name.start for call in increased),
        )
        found = _ownership(model, function, symbol, changed)
        if found is Ownership.OWNED:
            return Fixes(found, cleared, increased)
        first = found if number == 0 else first
    return Fixes(first)


def _ownership(model: Extension, function: str, symbol: str, scope: Scope) -> Ownership:
    try:
        exits = summaries_of(model).walk(function, scope, State())
    except TooManyPathsError:
        return Ownership.UNKNOWN
    # What CPython calls is asked for what it returns, and gives the reference away.
    is_entry = bool(model.functions[function].roles)
    found = Ownership.OWNED
    for way in exits:
        value = way.state.held.get(symbol)
        if not isinstance(value, Value):
            continue
        if value in way.state.doubtful:
            return Ownership.UNKNOWN
        if spare(way.state, value, scope) < int(way.result == value and is_entry):
            found = Ownership.MISSING
    return found


def _taken(scope: Scope, call: Call) -> str | None:
    position = references.STEALS_ON_SUCCESS[call.name.text]
    return scope.named(call.arguments[position]) if len(call.arguments) > position else None
