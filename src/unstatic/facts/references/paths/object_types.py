"""Counting references to the types of objects along the paths of a function: `Py_TYPE(x)`, `x->ob_type`, parameters.

All ways to reach the type of one object give the same value; `PyObject_Type` gives a reference with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts, text_of
from unstatic.capi import references
from unstatic.capi.memory import CHANGE_HANDS
from unstatic.capi.types import HEAD_FIELD, TYPE_FIELD, TYPE_OF
from unstatic.facts.macros.called_functions import called, fills_on_success
from unstatic.facts.references.paths.effects import Scope, Ways
from unstatic.facts.references.paths.expressions import Evaluator
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Event, Place, Result, State, Value
from unstatic.facts.references.paths.summaries import summaries_of

# In front of the text that a type is known by on a path.
_TYPE = "read the type of "


@dataclass(frozen=True, slots=True)
class TypeChanges:
    """What is changed in a function, by the offsets of calls and of what is returned."""

    borrowed: frozenset[int] = frozenset()
    """Calls of PyObject_Type that become Py_TYPE."""
    dropped: frozenset[int] = frozenset()
    """Calls that are left out."""
    increased: frozenset[int] = frozenset()
    """Calls and `return` before which what they give away gets a reference more."""


@dataclass(frozen=True, kw_only=True)
class TypeScope(Scope):
    """The names of one function in which types are counted."""

    function: str
    changes: TypeChanges
    types: frozenset[str]
    """The static types, and the parameters that are types."""
    objects_there: frozenset[str]
    """The variables that are never NULL."""
    unsafe: set[int]
    """Where PyObject_Type may be given NULL, which it raises an exception for: filled by the walk."""

    @classmethod
    def of(
        cls, scope: Scope, function: str, changes: TypeChanges, types: frozenset[str], objects_there: frozenset[str]
    ) -> Self:
        """Return *scope* as one that counts types."""
        names = (scope.model, scope.names, scope.declared, scope.tracked, scope.globals, scope.objects)
        return cls(
            *names,
            scope.effect_of,
            scope.keeps,
            function=function,
            changes=changes,
            types=types,
            objects_there=objects_there,
            unsafe=set(),
        )

    def entry(self, symbol: str, state: State) -> Result:
        """What a type is known by stays, whatever its variable is given."""
        if symbol in self.types:
            return _type_known_by(symbol, state)
        value = super().entry(symbol, state)
        if symbol in self.objects_there and isinstance(value, Value):
            state.known |= {value}
        return value

    def element(self, tokens: Sequence[Token], state: State) -> Result:
        """Return the type that `x->ob_type` gives."""
        inner = strip_casts(tokens)
        if len(inner) < 3 or inner[-1].text != TYPE_FIELD:
            return None
        owner = inner[:-2]
        while len(owner) > 2 and owner[-1].text == HEAD_FIELD:
            owner = owner[:-2]
        return _type_of(owner, state)

    def store(self, name: Token, symbol: str, value: Result, state: State) -> None:
        """Another object may be of another type; what was counted before still is."""
        word = name.text.decode("latin-1")
        for key in [key for key in state.held if key.startswith(_TYPE) and word in key.split()[4:]]:
            state.held[f"{key} before {len(state.held)}"] = state.held.pop(key)
        super().store(name, symbol, value, state)

    def write(self, target: Sequence[Token], value: Result, state: State) -> None:
        """Nobody knows whether memory has a reference of its own; an instance of another type gives up the first."""
        if target[-1].text == TYPE_FIELD:
            state.doubtful |= types_in(state)
        elif value in types_in(state):
            state.doubt(value)
        super().write(target, value, state)

    def call(self, call: Call, given: list[Result], state: State) -> Ways:
        """Note what calls do to the references to types."""
        name, at = called(self.model, call), call.name.start
        if name in TYPE_OF and len(given) == 1:
            return [(state, self._asked(call, given[0], state))]
        if at in self.changes.dropped:
            return [(state, given[0] if given else None)]
        if at in self.changes.increased:
            for position, one in enumerate(given):
                state.add(one, int(one in types_in(state) and summaries_of(self.model).takes(call, position)))
        if name in references.KEEPS_BARE:
            state.doubtful |= types_in(state) & set(given)
        elif name in CHANGE_HANDS:
            state.doubtful |= types_in(state)
        before = {value: state.counts.get(value, 0) for value in types_in(state)}
        ways = super().call(call, given, state)
        for after, _ in ways:
            changed = ((value, after.counts.get(value, 0) - count) for value, count in before.items())
            after.events += tuple(Event(Place(self.function, at), value, change) for value, change in changed if change)
        self._filled(call, ways[0][0])
        return ways

    def _filled(self, call: Call, state: State) -> None:
        """What a parser fills without an optional argument is never NULL."""
        if fills_on_success(self.model, call):
            symbols = (self.addressed(strip_casts(argument)) for argument in call.arguments)
            filled = {state.held.get(symbol) for symbol in symbols if symbol is not None}
            state.known |= {value for value in filled if isinstance(value, Value)}

    def _asked(self, call: Call, owner: Result, state: State) -> Value:
        """Return the type that a call gives, with a reference if it gives one."""
        value = _type_of(call.arguments[0], state)
        at = call.name.start
        if called(self.model, call) in references.GIVES_NEW and at not in self.changes.borrowed:
            state.add(value, 1)
            state.events += (Event(Place(self.function, at), value, 1),)
            if not isinstance(owner, Value) or owner not in state.known:
                self.unsafe.add(at)
        return value

    def project(self, name: bytes, call: Call, given: list[Result], state: State) -> Ways:
        """What isn't known may keep a type."""
        found = self.model.functions_named.get(name.decode("latin-1"), ())
        is_known = len(found) == 1 and bool(self.effect_of(found[0]).parameters)
        for value in types_in(state) & set(given) if not is_known and not name.startswith((b"Py", b"_Py")) else ():
            state.doubt(value)
        return super().project(name, call, given, state)


def _type_of(owner: Sequence[Token], state: State) -> Value:
    return _type_known_by(text_of(strip_casts(owner)).decode("latin-1"), state)


def _type_known_by(text: str, state: State) -> Value:
    value = state.held.get(_TYPE + text)
    if not isinstance(value, Value):
        value = state.held[_TYPE + text] = state.fresh(0)
        state.known |= {value}
    return value


def types_in(state: State) -> frozenset[Value]:
    """Return the types that a path knows."""
    return frozenset(value for key, value in state.held.items() if key.startswith(_TYPE) and isinstance(value, Value))


def excess(way: Exit, scope: TypeScope, lends: bool) -> tuple[int, tuple[Event, ...]] | None:
    """Return how many references to a type a path has too many, and what it did to them; None if all is well.

    A global has one of what it holds. Whoever calls a function that *lends* may know that its type isn't theirs.
    """
    for value in sorted(types_in(way.state) - way.state.doubtful, key=lambda one: one.number):
        holders = scope.globals - scope.types
        count = way.state.counts.get(value, 0) - sum(way.state.held.get(one) == value for one in holders)
        if way.result == value and not (lends and count <= 0):
            count -= 1
        if count:
            return count, tuple(event for event in way.state.events if event.value == value)
    return None


class TypeEvaluator(Evaluator):
    """Evaluates expressions, and notes where a type is returned."""

    def __init__(self, scope: TypeScope, returned: Mapping[int, int]) -> None:
        super().__init__(scope)
        self._scope = scope
        self._returned = returned
        """The offsets of `return` by those at which what is returned begins."""

    def value(self, tokens: Sequence[Token], state: State) -> Ways:
        """Return the states after an expression, and what it gives in each."""
        ways = super().value(tokens, state)
        if tokens and tokens[0].text == b"{":
            for after, _ in ways:
                after.doubtful |= types_in(after)
        if tokens and tokens[0].start in self._returned:
            place = Place(self._scope.function, self._returned[tokens[0].start])
            for after, result in ways:
                if isinstance(result, Value) and result in types_in(after):
                    after.events += (Event(place, result, -1),)
                    after.add(result, int(place.offset in self._scope.changes.increased))
        return ways
