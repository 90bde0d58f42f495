"""What paths do with the values of one variable, in order: what they store to it, and what they give away."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts
from unstatic.facts.references.paths.effects import Scope, Ways
from unstatic.facts.references.paths.states import Result, State, Value


@dataclass(frozen=True, slots=True)
class Moment:
    """What a path does with a value: gives a reference to it away, or stores it to the variable."""

    value: Result
    named: tuple[Token, ...]
    """What is given away, as it is written; or the variable."""
    at: int
    """The offset of the call's name, or of the variable."""
    is_there: bool
    """Whether the value is known not to be NULL then."""
    is_store: bool


@dataclass(frozen=True, kw_only=True)
class _Watched(Scope):
    """The names of a function, with a list of what its paths do with values."""

    filled: str
    moments: list[Moment]

    def store(self, name: Token, symbol: str, value: Result, state: State) -> None:
        """Note what is stored to the variable."""
        super().store(name, symbol, value, state)
        if symbol == self.filled:
            is_there = isinstance(value, Value) and value in state.known
            self.moments.append(Moment(value, (name,), name.start, is_there, True))

    def call(self, call: Call, given: list[Result], state: State) -> Ways:
        """Note what is given away."""
        values = [(position, one) for position, one in enumerate(given) if isinstance(one, Value)]
        before = {one: state.counts.get(one, 0) for _, one in values}
        known = state.known
        ways = super().call(call, given, state)
        for position, one in values:
            if any(way.counts.get(one, 0) < before[one] for way, _ in ways):
                named = strip_casts(call.arguments[position])
                self.moments.append(Moment(one, named, call.name.start, one in known, False))
        return ways


def watched(scope: Scope, symbol: str, moments: list[Moment]) -> Scope:
    """Return *scope* as one that adds to *moments* what paths do with what they store to *symbol*."""
    names = (scope.model, scope.names, scope.declared, scope.tracked, scope.globals, scope.objects)
    return _Watched(*names, scope.effect_of, scope.keeps, filled=symbol, moments=moments)
