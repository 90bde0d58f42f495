"""Instances that a function makes and leaves behind where it fails: nobody gives the reference to them back (G186).

An instance of a static type that is lost costs its own memory. One of a heap type owns a reference to its type, and
through that its module and all of its state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from unstatic.c.syntax import Call, StatementKind
from unstatic.capi import references
from unstatic.capi.memory import ALLOCATE, CHANGE_HANDS, MAKING, type_position
from unstatic.facts.macros.called_functions import called
from unstatic.facts.macros.mentions import macros_leading_to
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.facts.references.paths.effects import Scope, Ways
from unstatic.facts.references.paths.expressions import Evaluator, Tokens
from unstatic.facts.references.paths.paths import Exit, Walker
from unstatic.facts.references.paths.states import Event, Place, Result, State, TooManyPathsError, Value
from unstatic.facts.references.paths.summaries import spare, summaries_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.text.source import Location

_API = (b"Py", b"_Py")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A way out of a function that leaves an instance behind."""

    location: Location
    type_symbol: str
    """The static type of the instance, or the variable that holds its type."""


@fact
def dropped_instances(model: Extension) -> tuple[Dropped, ...]:
    """Return where functions leave with an error and drop an instance that they made, in the order of the sources."""
    words = ALLOCATE | MAKING
    if not any(word in model.identifiers for word in words):
        return ()
    found = [one for symbol in functions_naming(model, _spellings(model, words)) for one in _dropped(model, symbol)]
    return tuple(sorted(set(found), key=lambda one: (str(one.location.path), one.location.line, one.type_symbol)))


def _spellings(model: Extension, words: Collection[bytes]) -> frozenset[bytes]:
    """Return *words*, and the macros that lead to one."""
    leading = macros_leading_to(model, (word.decode() for word in words))
    return frozenset(words) | frozenset(name.encode() for name in leading)


def _dropped(model: Extension, function: str) -> Iterator[Dropped]:
    try:
        makers = dict(_makers(model, function))
        if not makers:
            return
        exits, scope = _exits(model, function, makers)
    # Statements that are nested too deeply can't be followed either.
    except (TooManyPathsError, RecursionError):
        return
    path = model.functions[function].definition.path
    is_asking = any(call.name.text == b"PyErr_Occurred" for call in summaries_of(model).calls(function))
    for way in exits:
        for maker in _left_behind(way, scope, is_asking):
            at = way.state.events[-1].place.offset if way.state.events else maker
            yield from (Dropped(model.location(path, at), symbol) for symbol in makers[maker])


def _makers(model: Extension, function: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the calls that make instances, by offset, with the types that these may have."""
    item = model.functions[function]
    file = model.files[item.definition.path]
    owners = tuple(role.owner for role in item.roles if role.slot == "tp_new" and role.owner)
    handed = item.definition.parameters[:1] if owners else ()
    for call in summaries_of(model).calls(function) if not item.alternatives else ():
        name = called(model, call)
        position = type_position(name) if name in ALLOCATE else 0 if name in MAKING else len(call.arguments)
        token = named(call.arguments[position]) if position < len(call.arguments) else None
        symbol = symbol_at(file, token) if token is not None else None
        if symbol is not None:
            yield call.name.start, owners if symbol in handed else (symbol,)


def _exits(model: Extension, function: str, makers: Mapping[int, object]) -> tuple[list[Exit], _MakingScope]:
    """Return the ways out of a function, followed with the variables that get what *makers* make."""
    summaries = summaries_of(model)
    body = model.body(function)
    variables = summaries.variables
    assigned = variables.body(function).assigned
    filled = {name for name, value in assigned if any(token.start in makers for token in value)}
    plain = summaries.scope(function, variables.connected(function, filter(variables.is_pointer, filled)))
    if any(_is_in_macro(model, plain, symbol) for symbol in plain.tracked):
        return [], _MakingScope.of(plain, makers)
    scope = _MakingScope.of(plain, makers)
    known = variables.body(function)
    returns = {
        item.head[0].start: item.tokens[0].start
        for item in body.walk()
        if item.kind is StatementKind.RETURN and item.head
    }
    evaluator = _LeavingEvaluator(scope, function, returns)
    return Walker(evaluator, known.relevant(scope.tracked), known.ways_out).run(body, State()), scope


def _is_in_macro(model: Extension, scope: Scope, symbol: str) -> bool:
    """Tell whether a macro names the variable where nobody sees it: it may release what that holds."""
    uses = model.uses.get(symbol, ())
    return any(use.via_macro is not None and scope.names.get(use.offset) != symbol for use in uses)


def _left_behind(way: Exit, scope: _MakingScope, is_asking: bool) -> Iterator[int]:
    """Yield the calls that made what a path that fails leaves with, still held by a variable that goes away."""
    if isinstance(way.result, Value):
        return
    held = {value for symbol, value in way.state.held.items() if symbol in scope.tracked - scope.globals}
    for value in held & scope.made.keys() - way.state.doubtful:
        # Where the function asks for an exception, that may have been the test of what the call gave.
        is_there = value in way.state.known or not is_asking
        if isinstance(value, Value) and is_there and spare(way.state, value, scope) > 0:
            yield scope.made[value]


@dataclass(frozen=True, kw_only=True)
class _MakingScope(Scope):
    """The names of a function in which instances are followed from where they are made."""

    makers: Collection[int]
    made: dict[Result, int]
    """What was made, with the offset of the call: filled by the walk."""

    @classmethod
    def of(cls, scope: Scope, makers: Collection[int]) -> _MakingScope:
        """Return *scope* as one that follows what *makers* make."""
        names = (scope.model, scope.names, scope.declared, scope.tracked, scope.globals, scope.objects)
        pointers = scope.back_pointers
        return cls(*names, scope.effect_of, scope.keeps, back_pointers=pointers, makers=makers, made={})

    def call(self, call: Call, given: list[Result], state: State) -> Ways:
        """Note what is made; nobody knows what code that isn't CPython's does with it, nor what frees it."""
        if call.name.start in self.makers:
            one = state.fresh(1)
            self.made[one] = call.name.start
            return [(state, one)]
        name = called(self.model, call)
        if not name.startswith(_API) or name in references.KEEPS_BARE | CHANGE_HANDS:
            for value in given:
                state.doubt(value)
        return super().call(call, given, state)


class _LeavingEvaluator(Evaluator):
    """Evaluates expressions, and notes which `return` a path ends with."""

    def __init__(self, scope: Scope, function: str, returns: Mapping[int, int]) -> None:
        super().__init__(scope)
        self._function = function
        self._returns = returns
        """The offsets of `return` by those at which what is returned begins."""

    def value(self, tokens: Tokens, state: State) -> list[tuple[State, Result]]:
        """Return the states after an expression, and what it gives in each."""
        ways = super().value(tokens, state)
        at = self._returns.get(tokens[0].start) if tokens else None
        if at is not None:
            for after, result in ways:
                if not isinstance(result, Value):
                    after.events += (Event(Place(self._function, at), Value.fresh(), 0),)
        return ways
