"""Types that are reached through their instances: whether every reference to them that is given away is counted.

Nobody counts the references to a static type: `return (PyObject *)Py_TYPE(self);` does no harm, nor does a result of
`PyObject_Type` that nothing releases. The first frees a heap type under its users; the second keeps it alive for ever,
and its module with it (G149).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import attrgetter

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, strip_casts
from unstatic.capi import references
from unstatic.capi.slots import TEARDOWN, WITHOUT_SECOND
from unstatic.capi.types import TYPE_FIELD, TYPE_OF, TYPE_POINTERS
from unstatic.facts.macros.called_functions import aliased, called
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.paths.effects import Scope
from unstatic.facts.references.paths.object_types import TypeChanges, TypeEvaluator, TypeScope, excess
from unstatic.facts.references.paths.paths import Exit, Walker
from unstatic.facts.references.paths.states import Event, State, TooManyPathsError
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension, Reference, RoleKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location

_COUNTS = references.INCREASE | references.DECREASE
_GIVES_AWAY = references.STEALS.keys() | references.FORMATS.keys()
_MOST_CHANGES = 8
# What an expression that is written again may not have.
_NOT_TWICE = (b"=", b"++", b"--", b"?", b",")
_GIVEN_AWAY = "a reference to it that nobody took is given away there, by way of one of its instances"


@dataclass(frozen=True, slots=True)
class Uncounted:
    """What is wrong with the references that one function has to types of its objects, and what mends it."""

    function: str
    borrowed: tuple[Call, ...] = ()
    """Calls of PyObject_Type whose result nothing releases: Py_TYPE does the same without a reference."""
    dropped: tuple[Statement, ...] = ()
    """Statements that count up or down for nobody."""
    increased: tuple[tuple[Statement, tuple[Token, ...]], ...] = ()
    """Statements that give a reference away which isn't theirs, with the expression for the type."""
    problem: Obstacle | None = None
    """Where a reference is given away, and nothing mends it."""
    kept: Location | None = None
    """Where one is taken that nothing releases on some way, and nothing mends that."""


@fact
def uncounted_types(model: Extension) -> tuple[Uncounted, ...]:
    """Return the functions that give a type away without a reference, or keep one that nobody releases."""
    if not model.types:
        return ()
    ending = ending_functions(model)
    initialising = init_functions(model)
    telling = _telling(model)
    wanted = (
        name
        for name in model.functions
        if name not in ending and name not in initialising and not telling.isdisjoint(_texts_in(model, name))
    )
    return tuple(item for name in wanted if (item := _uncounted(model, name)) is not None)


def _telling(model: Extension) -> frozenset[bytes]:
    """Return the words without which a function does nothing to the references of types."""
    words = TYPE_OF | _COUNTS | _GIVES_AWAY
    types = {item.name.encode("latin-1", "backslashreplace") for item in model.types}
    names = (name.encode("latin-1", "backslashreplace") for name in model.macros)
    return words | types | {TYPE_FIELD} | {name for name in names if aliased(model, name) in words}


def _texts_in(model: Extension, function: str) -> Iterator[bytes]:
    """Yield the words of a function's body, which needn't be parsed for that."""
    definition = model.functions[function].definition
    assert definition.body is not None
    return (token.text for token in model.files[definition.path].at(definition.body.start).tokens_in(definition.body))


def types_kept(model: Extension) -> Iterator[Location]:
    """Yield where a reference to the type of an object is taken that nothing releases, in functions and macros."""
    yield from (item.kept for item in uncounted_types(model) if item.kept is not None)
    for macro in (each for item in model.macros.values() for each in item.all):
        texts = {token.text for token in macro.body}
        if texts & TYPE_OF & references.GIVES_NEW and not texts & references.RELEASE:
            yield model.location(macro.definition.path, macro.definition.span.start)


@fact
def ending_functions(model: Extension) -> frozenset[str]:
    """Return what runs when instances end: their references to the type are counted with their memory."""
    found = [name for name, item in model.functions.items() if any(role.slot in TEARDOWN for role in item.roles)]
    for name in found:
        called_there = (symbol for call in model.calls(name) for symbol in model.functions_named.get(_name(call), ()))
        found += [symbol for symbol in called_there if symbol not in found and not model.functions[symbol].roles]
    return frozenset(found)


def _name(call: Call) -> str:
    return call.name.text.decode("latin-1")


def _uncounted(model: Extension, function: str) -> Uncounted | None:
    if model.functions[function].alternatives:
        return None
    try:
        walk = _Walk(model, function)
        return _mended(walk) if walk.starts else None
    # Statements that are nested too deeply can't be followed either.
    except (TooManyPathsError, RecursionError):
        return None


def _mended(walk: _Walk) -> Uncounted | None:
    """Return what mends a function, or why nothing does; None if nothing is wrong."""
    changes = TypeChanges()
    first = wrong = walk.wrong(changes)
    for _ in range(_MOST_CHANGES):
        if not wrong:
            return walk.found(changes) if first else None
        following = walk.changed(changes, *wrong[0])
        if following is None:
            break
        changes = following
        wrong = walk.wrong(changes)
    return walk.left(first)


class _Walk:
    """The paths through one function on which the references to types of objects are counted."""

    def __init__(self, model: Extension, function: str) -> None:
        self._model = model
        self._function = function
        self._body = model.body(function)
        self._variables = summaries_of(model).variables
        self._names, _ = self._variables.names_in(function)
        self._calls = {call.name.start: call for call in summaries_of(model).calls(function)}
        returns = (item for item in self._body.walk() if item.kind is StatementKind.RETURN and item.head)
        self._returns = {item.span.start: item for item in returns}
        self._lends = not model.functions[function].roles
        # Other functions may count for their callers.
        self._types = frozenset() if self._lends else self._variables.types | self._type_parameters()
        self.starts = tuple(sorted({*self._asking(), *self._counting()}))
        """The offsets at which a type is counted, given away or kept; none if nothing can be wrong."""
        self._unsafe: set[int] = set()

    def _type_parameters(self) -> frozenset[str]:
        """Return the parameters that are types by their declaration, of what CPython calls."""
        parameters = self._model.functions[self._function].definition.parameters
        kinds = ((one, self._model.by_symbol[one][0].canonical_type) for one in parameters)
        return frozenset(one for one, kind in kinds if kind.startswith(TYPE_POINTERS))

    def _asking(self) -> Iterator[int]:
        """Yield where an object is asked for its type, and not just for a member of that."""
        for at, call in self._calls.items():
            name = called(self._model, call)
            if name in TYPE_OF and (name in references.GIVES_NEW or self._behind(call.close) != b"->"):
                yield at
        for before, token in zip(self._body.tokens, self._body.tokens[1:], strict=False):
            if token.text == TYPE_FIELD and before.text in (b".", b"->") and self._behind(token) != b"->":
                yield token.start

    def _behind(self, token: Token) -> bytes:
        """Return what follows a token, closing parentheses left out: casts have them."""
        tokens = self._body.tokens
        first = bisect.bisect_left(tokens, token.end, key=attrgetter("start"))
        return next((item.text for item in islice(tokens, first, None) if item.text != b")"), b"")

    def _counting(self) -> Iterator[int]:
        """Yield the calls that count, or give away, a parameter that is a type or a static type."""
        for at, call in self._calls.items():
            if called(self._model, call) in _COUNTS | _GIVES_AWAY:
                plain = (strip_casts(argument) for argument in call.arguments)
                if any(self._names.get(inner[-1].start) in self._types for inner in plain if 0 < len(inner) < 3):
                    yield at
        for returned in (strip_casts(item.head) for item in self._returns.values()):
            if 0 < len(returned) < 3 and self._names.get(returned[-1].start) in self._types:
                yield returned[-1].start

    def wrong(self, changes: TypeChanges) -> list[tuple[int, tuple[Event, ...]]]:
        """Return how many references paths have too many, and what each of these did to them; none if all is well."""
        scope, exits = self._exits(changes)
        found = (excess(way, scope, self._lends) for way in exits)
        return [item for item in found if item is not None]

    def _exits(self, changes: TypeChanges) -> tuple[TypeScope, list[Exit]]:
        scope = TypeScope.of(self._plain, self._function, changes, self._types, self._there)
        known = self._variables.body(self._function)
        relevant = sorted({*known.relevant(scope.tracked), *self.starts})
        returned = {item.head[0].start: at for at, item in self._returns.items()}
        exits = Walker(TypeEvaluator(scope, returned), relevant, known.ways_out).run(self._body, State())
        self._unsafe = scope.unsafe
        return scope, exits

    @cached_property
    def _plain(self) -> Scope:
        """The names of the function with the variables that are followed."""
        tracked = self._variables.connected(self._function, self._followed())
        return summaries_of(self._model).scope(self._function, tracked)

    @cached_property
    def _there(self) -> frozenset[str]:
        """The variables that are followed and never NULL."""
        return frozenset(one for one in self._plain.tracked if is_there(self._model, self._function, one))

    def _followed(self) -> Iterator[str]:
        """Yield the variables whose values matter: what is asked for its type, what gets one, types by name."""
        assigned = self._variables.body(self._function).assigned
        changing = {symbol for symbol, _ in assigned}
        for at in self.starts:
            call = self._calls.get(at)
            places = [at] if call is None else [token.start for argument in call.arguments for token in argument]
            named = [self._names[place] for place in places if place in self._names]
            is_new = call is not None and called(self._model, call) in references.GIVES_NEW & TYPE_OF
            yield from (one for one in named if is_new or one in changing or one in self._types)
        starts = frozenset(self.starts)
        yield from (symbol for symbol, value in assigned if any(token.start in starts for token in value))

    def changed(self, changes: TypeChanges, count: int, events: Sequence[Event]) -> TypeChanges | None:
        """Return *changes* with one more that brings a count nearer to nothing; None if there is none."""
        event = next((item for item in reversed(events) if (item.change > 0) == (count > 0)), None)
        if event is None:
            return None
        at = event.place.offset
        name = called(self._model, self._calls[at]) if at in self._calls else b""
        if name in TYPE_OF:
            return replace(changes, borrowed=changes.borrowed | {at}) if at not in self._unsafe else None
        if name in _COUNTS:
            return replace(changes, dropped=changes.dropped | {at}) if self._is_alone(self._calls[at]) else None
        is_free = count < 0 and at not in changes.increased and self._can_count(at)
        return replace(changes, increased=changes.increased | {at}) if is_free else None

    def _is_alone(self, call: Call) -> bool:
        """Tell whether a call counts for its own function, as a statement in a block that can be left out."""
        if self._lends:
            return False
        statement = self._body.path_to(call.name.start)[-1]
        is_whole = statement.head[:1] == (call.name,) and statement.head[-1] == call.close
        return is_whole and is_in_block(self._body, statement)

    def _can_count(self, at: int) -> bool:
        """Tell whether a statement can be put before what stands at an offset, and name the type again there."""
        if self._statement(at) is None:
            return False
        named = [token for _, tokens in self._given(at) for token in tokens]
        again = (self._calls[token.start] for token in named if token.start in self._calls)
        plain = all(called(self._model, call) in TYPE_OF for call in again)
        return bool(named) and plain and not any(token.text in _NOT_TWICE for token in named)

    def _statement(self, at: int) -> Statement | None:
        """Return the statement in front of which another one would run just before what stands at an offset."""
        statement = self._body.path_to(at)[-1]
        plain = statement.kind in (StatementKind.SIMPLE, StatementKind.RETURN, StatementKind.IF)
        before = {token.text for token in statement.head if token.start < at}
        return statement if plain and is_in_block(self._body, statement) and not before & {b"&&", b"||", b"?"} else None

    def found(self, changes: TypeChanges) -> Uncounted:
        """Return the changes by what they change."""
        return Uncounted(
            self._function,
            tuple(self._calls[at] for at in sorted(changes.borrowed)),
            tuple(self._body.path_to(at)[-1] for at in sorted(changes.dropped)),
            tuple(item for at in sorted(changes.increased) for item in self._given(at)),
        )

    def _given(self, at: int) -> Iterator[tuple[Statement, tuple[Token, ...]]]:
        """Yield the statement at an offset with each expression for a type that it gives away there."""
        statement = self._statement(at)
        assert statement is not None
        if at in self._returns:
            yield statement, strip_casts(self._returns[at].head)
            return
        call = self._calls[at]
        for position, inner in enumerate(map(strip_casts, call.arguments)):
            if not summaries_of(self._model).takes(call, position):
                continue
            is_holder = 0 < len(inner) < 3 and self._names.get(inner[-1].start) in self._plain.tracked
            if is_holder or any(token.start in self.starts for token in inner):
                yield statement, inner

    def left(self, wrong: Sequence[tuple[int, tuple[Event, ...]]]) -> Uncounted:
        """Return where a reference is given away, or else where one is kept."""
        for sign in (-1, 1):
            events = (event for count, some in wrong if count * sign > 0 for event in reversed(some))
            event = next((item for item in events if item.change * sign > 0), None)
            if event is not None:
                path = self._model.functions[self._function].definition.path
                where = self._model.location(path, event.place.offset)
                problem = Obstacle(_GIVEN_AWAY, "ownership", where) if sign < 0 else None
                return Uncounted(self._function, problem=problem, kept=None if problem else where)
        return Uncounted(self._function)


def is_there(model: Extension, function: str, symbol: str, depth: int = 3) -> bool:
    """Tell whether a parameter always holds the object that CPython, or each of the function's callers, gives it."""
    found = model.functions[function]
    parameters = found.definition.parameters
    if symbol not in parameters or not depth:
        return False
    position = parameters.index(symbol)
    if any(one == symbol for one, _ in summaries_of(model).variables.body(function).assigned):
        return False
    if found.roles:
        # The value of a setter is NULL where an attribute is deleted.
        both = all(role.kind is not RoleKind.GETSET and role.slot not in WITHOUT_SECOND for role in found.roles)
        return position <= int(both) and not found.escapes
    uses = model.uses.get(function, ())
    return bool(uses) and all(_gives_object(model, use, position, depth) for use in uses)


def _gives_object(model: Extension, use: Reference, position: int, depth: int) -> bool:
    """Tell whether a use of a function is a call that gives it one of the caller's own objects."""
    if not use.is_call or use.via_macro is not None or use.function is None:
        return False
    call = model.call_at(use.function, use.offset)
    if call is None or position >= len(call.arguments):
        return False
    inner = strip_casts(call.arguments[position])
    names, _ = summaries_of(model).variables.names_in(use.function)
    given = names.get(inner[0].start) if len(inner) == 1 else None
    return given is not None and is_there(model, use.function, given, depth - 1)
