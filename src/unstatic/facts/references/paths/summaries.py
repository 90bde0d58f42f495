"""What each function gives, takes over, and does with the variables whose addresses it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, parse_block
from unstatic.capi import references
from unstatic.facts.macros.called_functions import called, formatted
from unstatic.facts.references.paths.back_pointers import back_pointers
from unstatic.facts.references.paths.bodies import body_of, up_to_semicolon
from unstatic.facts.references.paths.effects import Effect, Scope
from unstatic.facts.references.paths.expressions import Evaluator
from unstatic.facts.references.paths.out_parameters import through_address
from unstatic.facts.references.paths.paths import Exit, Walker, WaysOut
from unstatic.facts.references.paths.states import State, TooManyPathsError, Value
from unstatic.facts.references.paths.variables import Variables, closure
from unstatic.model.extension import Extension
from unstatic.model.fact import fact

_UNKNOWN = Effect("unknown", (), frozenset())
# How many calls in each other are followed one by one, and how many at most: each takes 15 to 30 frames of Python.
_DEEP = 24
_DEEPEST = 36


class Summaries:
    """Answers about the functions of one extension, each worked out once."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self.variables = Variables(model)
        self._effects: dict[str, Effect] = {}
        self._running: set[str] = set()
        self._is_ahead = False
        """Whether the functions at the end of a long chain of calls are looked at."""
        self._kept: dict[tuple[str, int], bool] = {}
        self._back_pointers: dict[str, Mapping[int, frozenset[str]]] = {}

    def effect_of(self, function: str) -> Effect:
        """Return what a call of *function* does; nothing is known of one that is being looked at already."""
        found = self._effects.get(function)
        if found is not None:
            return found
        if function in self._running or len(self._running) >= _DEEPEST:
            return replace(_UNKNOWN, writes=self.variables.writes(function))
        if len(self._running) == _DEEP and not self._is_ahead:
            # A chain of calls can be longer than Python's stack: what is called at its end is looked at first.
            self._is_ahead = True
            for callee in self._called_first(function):
                self.effect_of(callee)
            self._is_ahead = False
        self._running.add(function)
        try:
            found = self._summary(function)
        finally:
            self._running.discard(function)
        self._effects[function] = found
        return found

    def _called_first(self, function: str) -> list[str]:
        """Return what *function* calls, directly or through others, of which nothing is known: callees first."""
        ordered: dict[str, None] = {}
        seen, waiting = {function, *self._running}, [(function, iter(self._callees(function)))]
        while waiting:
            current, rest = waiting[-1]
            callee = next((one for one in rest if one not in seen and one not in self._effects), None)
            if callee is not None:
                seen.add(callee)
                waiting.append((callee, iter(self._callees(callee))))
            else:
                ordered[current] = None
                waiting.pop()
        return [one for one in ordered if one != function]

    def _callees(self, function: str) -> list[str]:
        named = self._model.functions_named
        return [symbol for call in self.calls(function) for symbol in named.get(call.name.text.decode("latin-1"), ())]

    def _summary(self, function: str) -> Effect:
        writes = self.variables.writes(function)
        try:
            exits, scope, entry = self._exits(function)
        except TooManyPathsError:
            return replace(_UNKNOWN, writes=writes)
        gives = _given(exits, scope)
        changes = tuple(
            min((_change(way, entry[symbol], scope) for way in exits), default=0) if symbol in entry else 0
            for symbol in self._model.functions[function].definition.parameters
        )
        return Effect(gives, changes, writes)

    def _exits(self, function: str) -> tuple[list[Exit], Scope, dict[str, Value]]:
        """Return the ways out with what is returned and the parameters tracked, and what the latter hold at first."""
        body = self._model.body(function).tokens
        names = self.variables.names_in(function)[0]
        returned = {
            symbol
            for index, token in enumerate(body)
            if token.text == b"return"
            for symbol in self.variables.plain_names(names, up_to_semicolon(body, index + 1))
        }
        parameters = self._model.functions[function].definition.parameters
        pointers = [item for item in parameters if self.variables.is_pointer(item)]
        scope = self.scope(function, self.variables.connected(function, {*returned, *pointers}))
        start = State()
        entry = {symbol: start.fresh(0) for symbol in pointers}
        start.held.update(entry)
        return self.walk(function, scope, start), scope, entry

    def surplus(self, function: str) -> Call | None:
        """Return the increment of what a function returns, where nobody owns that reference on any way out."""
        increments = [call for call in self.calls(function) if called(self._model, call) in references.INCREASE]
        if not increments:
            return None
        try:
            exits, scope, entry = self._exits(function)
        except TooManyPathsError:
            return None
        given = [(way.state, way.result) for way in exits if isinstance(way.result, Value)]
        known = [value not in state.doubtful and value not in entry.values() for state, value in given]
        if not all(known) or min((spare(state, value, scope) for state, value in given), default=0) < 2:
            return None
        names = {symbol for state, value in given for symbol, held in state.held.items() if held == value}
        for call in self.calls(function):
            given_to = {scope.named(argument) for argument in call.arguments} & names
            # Code that isn't here may keep it, and give it back in the end.
            if given_to and not called(self._model, call).startswith((b"Py", b"_Py")):
                return None
        return next((call for call in increments if scope.first(call) in names), None)

    def is_new(self, tokens: Sequence[Token]) -> bool:
        """Tell whether an expression gives a new reference, whatever its variables hold."""
        known = self.variables
        nothing: frozenset[str] = frozenset()
        scope = Scope(self._model, {}, frozenset(), nothing, known.objects, known.types, self.effect_of, self.keeps)
        ways = Evaluator(scope).value(tokens, State())
        values = [(state, value) for state, value in ways if isinstance(value, Value)]
        return bool(values) and all(state.counts.get(one, 0) > 0 and one not in state.doubtful for state, one in values)

    def takes(self, call: Call, position: int) -> bool:
        """Tell whether a call takes the reference to the argument at *position* over."""
        name = called(self._model, call)
        if name in references.STEALS:
            return position in references.STEALS[name]
        if name in references.FORMATS:
            return position in (formatted(self._model, call) or ())
        found = self._model.functions_named.get(name.decode("latin-1"), ())
        changes = self.effect_of(found[0]).parameters if len(found) == 1 else ()
        return position < len(changes) and changes[position] < 0

    def walk(self, function: str, scope: Scope, start: State) -> list[Exit]:
        """Return the ways out of *function*. Raises TooManyPathsError."""
        known = self.variables.body(function)
        walker = Walker(Evaluator(scope), known.relevant(scope.tracked), known.ways_out)
        return walker.run(self._model.body(function), start)

    def calls(self, function: str) -> tuple[Call, ...]:
        """Return the calls in the body of *function*, as this configuration has it."""
        return self.variables.body(function).calls

    def keeps(self, function: str, position: int) -> bool:
        """Tell whether a function that gets a variable's address at *position* leaves the variable owning its object.

        It does nothing with the address but to store to the variable, test it, use its object, and hand it on.
        """
        known = self._kept.get((function, position))
        if known is None:
            # What calls itself, or comes back here, isn't looked at again.
            self._kept[function, position] = False
            known = self._kept[function, position] = self._is_keeper(function, position)
        return known

    def _is_keeper(self, function: str, position: int) -> bool:
        found = self.filling(function, position)
        symbol = self._model.functions[function].definition.parameters[position] if found else ""
        return found is not None and all(self._is_owned(way, symbol, found[0]) for way in found[1])

    def filling(
        self, function: str, position: int, change: Callable[[Scope], Scope] = lambda scope: scope
    ) -> tuple[Scope, list[Exit]] | None:
        """Return the ways out of a function, read as if the parameter at *position* were the global it points to.

        None if the parameter is no such pointer, or is used otherwise than `keeps` says. *change* may put something in
        place of the scope.
        """
        found = self._model.functions[function]
        parameters = found.definition.parameters
        if position >= len(parameters) or found.alternatives:
            return None
        symbol = parameters[position]
        declared = self._model.by_symbol[symbol][0].canonical_type
        if declared.count("*") != 2 or "(" in declared or "[" in declared:
            return None
        uses = self._model.uses.get(symbol, ())
        places = frozenset(use.offset for use in uses)
        tokens = self._model.body(function).tokens
        read = through_address(tokens, places)
        if read is None or any(use.via_macro is not None and use.offset not in places for use in uses):
            return None
        if not places <= {token.start for token in tokens}:
            return None
        tracked = self._connected_through(function, symbol, read)
        scope = self.scope(function, tracked)
        scope = change(replace(scope, globals=scope.globals | {symbol}))
        relevant = [
            token.start
            for token in read
            if scope.names.get(token.start) in tracked or not self.variables.written_by(token.text).isdisjoint(tracked)
        ]
        try:
            return scope, Walker(Evaluator(scope), relevant, WaysOut(read)).run(parse_block(read), State())
        except TooManyPathsError:
            return None

    def _connected_through(self, function: str, symbol: str, read: tuple[Token, ...]) -> frozenset[str]:
        """Return the parameter *symbol* with the variables that give what is left where it points to."""
        names, _ = self.variables.names_in(function)
        body = body_of(read, calls(read), names, self.variables.written_by)
        return closure({symbol}, self.variables.links(body, names))

    def _is_owned(self, way: Exit, symbol: str, scope: Scope) -> bool:
        value = way.state.held.get(symbol)
        if not isinstance(value, Value):
            return True
        return value not in way.state.doubtful and way.result != value and spare(way.state, value, scope) >= 0

    def scope(self, function: str, tracked: frozenset[str]) -> Scope:
        """Return the names of *function* with the variables *tracked*."""
        names, declared = self.variables.names_in(function)
        known = self.variables
        if function not in self._back_pointers:
            self._back_pointers[function] = back_pointers(self._model, known, function)
        questions = (self.effect_of, self.keeps)
        return Scope(
            self._model,
            *(names, declared, tracked, known.objects, known.types, *questions),
            unasked=known.body(function).unasked,
            back_pointers=self._back_pointers[function],
        )


@fact
def summaries_of(model: Extension) -> Summaries:
    """Return the answers for *model*."""
    return Summaries(model)


def _given(exits: list[Exit], scope: Scope) -> str:
    """Return what the exits have in common in what they return."""
    found = set()
    for way in exits:
        value = way.result
        if not isinstance(value, Value):
            # A number that isn't 0 says that something went well or failed: who calls it has to be followed both ways.
            found.add("unknown" if value else "null")
        elif value in way.state.doubtful:
            found.add("unknown")
        else:
            found.add("new" if spare(way.state, value, scope) > 0 else "borrowed")
    found = found - {"null"} or found
    return found.pop() if len(found) == 1 else "unknown"


def spare(state: State, value: Value, scope: Scope) -> int:
    """Return how many references to *value* are left when each global that holds it has one."""
    holders = sum(1 for symbol, held in state.held.items() if held == value and symbol in scope.globals)
    return state.counts.get(value, 0) - holders


def _change(way: Exit, value: Value, scope: Scope) -> int:
    """Return how the count of an argument changed; a reference that goes to the caller isn't counted twice."""
    count = spare(way.state, value, scope)
    return count - 1 if way.result == value and count > 0 else count
