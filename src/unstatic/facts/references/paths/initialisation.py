"""What the initialisation does to the references that one global holds, followed through all of its functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts, text_of
from unstatic.capi.other_apis import OWNING_TABLES
from unstatic.facts.macros.called_functions import unread_arguments
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.paths.address_tables import cells_of, is_address, list_around
from unstatic.facts.references.paths.effects import Scope, Ways
from unstatic.facts.references.paths.expressions import Evaluator, distinct
from unstatic.facts.references.paths.opened_bodies import OpenedBody, opened_body
from unstatic.facts.references.paths.paths import Exit, Walker
from unstatic.facts.references.paths.places import place_through
from unstatic.facts.references.paths.states import Event, Place, Result, State, TooManyPathsError, Value
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.facts.references.paths.variables import closure
from unstatic.model.extension import Extension, Reference
from unstatic.model.fact import fact
from unstatic.model.uses import use_of

_LEFT = "[left "


@dataclass(frozen=True)
class Changes:
    """What is changed in the code that is followed, by the places of calls and assignments."""

    increased: tuple[tuple[Place, str], ...] = ()
    """Calls before which a global gets a reference more, as often as they stand here."""
    cleared: frozenset[Place] = frozenset()
    """Decrements that become Py_CLEAR."""
    stored: frozenset[Place] = frozenset()
    """Assignments after which what is assigned gets a reference more."""
    dropped: frozenset[Place] = frozenset()
    """Calls that are taken out."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The globals whose references are counted: several where they may hold the same object."""

    symbols: tuple[str, ...]
    is_array: bool = False
    """Whether it is one array of objects, or a struct that holds some."""
    is_table: bool = False
    """Whether it is one table of objects, of which each element stands for all."""
    is_empty: bool = True
    """Whether it starts as NULL, and so do other globals: when the module is made."""
    places: frozenset[bytes] = frozenset((b"[]",))
    """What is written behind the name of an array where an object stands; a struct has members: `.names[]`."""
    pointers: Mapping[str, bytes] = field(default_factory=dict)
    """The local variables that may point to it, or to an element, and to which of its structs each points."""
    lent: frozenset[str] = frozenset()
    """The tables that capsules hand out: they own nothing of what they are given."""


class Initialisation:
    """One walk through the initialisation, with some things changed; or through one other function alone."""

    def __init__(self, model: Extension, subject: Subject, changes: Changes = Changes()) -> None:
        self.model = model
        self.subject = subject
        self.changes = changes
        self._own = frozenset(init_functions(model))
        self._summaries = summaries_of(model)
        self._running: set[str] = set()
        named = (*subject.symbols, *subject.pointers)
        uses = [use for symbol in named for use in model.uses.get(symbol, ())]
        self._named = frozenset(use.function for use in uses)
        self._followed = self._own & reaching(model, named)

    def exits(self, function: str) -> list[Exit]:
        """Return the ways out of *function*. Raises TooManyPathsError."""
        ways = self._walk(function, None, State(), ())
        return list({(way.how, way.state.key(way.result)): way for way in ways}.values())

    def inline(self, function: str, given: list[Result], state: State, place: Place) -> Ways | None:
        """Return what follows from a call, read in the function itself where that may matter; None if it doesn't."""
        held = [state.held.get(symbol) for symbol in self.subject.symbols]
        is_own, names_it = function in self._own, function in self._named
        is_given = [isinstance(value, Value) and value in held for value in given]
        concerns = function in self._followed or (any(is_given) and not names_it)
        if function in self._running or not concerns or self.model.functions[function].alternatives:
            return None
        locals_ = {item.symbol for item in self.model.locals.get(function, ())}
        before = state.without(locals_)
        parameters = self.model.functions[function].definition.parameters
        followed = [symbol for symbol, one in zip(parameters, is_given, strict=False) if one]
        state.held |= {symbol: one for symbol, one in zip(parameters, given, strict=False) if symbol in followed}
        found = []
        for way in self._walk(function, None if is_own and names_it else place, state, followed):
            way.state.without(locals_)
            way.state.held |= before
            found.append((way.state, way.result))
        return distinct(found)

    def _walk(self, function: str, outer: Place | None, start: State, given: Sequence[str]) -> list[Exit]:
        """Follow a function of which the parameters *given* hold what is followed."""
        opened = _opened(self.model, function, self.subject.symbols if function in self._named else ())
        if opened is None:
            raise TooManyPathsError("a macro can't be followed, or a table of several addresses")
        scope = self._scope(function, opened, outer, given)
        places = opened.body.places
        tables = [at for symbol in scope.tables for at in places.get(symbol, ())]
        relevant = sorted({*opened.body.relevant(scope.tracked), *tables, *self._calls(opened, scope)})
        walker = Walker(Evaluator(scope), relevant, opened.body.ways_out, sorted({*tables, *opened.cells}))
        self._running.add(function)
        try:
            return walker.run(opened.statement, start)
        finally:
            self._running.discard(function)

    def _calls(self, opened: OpenedBody, scope: InitScope) -> list[int]:
        """Return where functions are called that have to be followed into."""
        places = (at for symbol in self._followed for at in opened.body.places.get(symbol, ()))
        return [at for at in places if at not in scope.declared]

    def _is_number(self, symbol: str) -> bool:
        declared = self.model.by_symbol.get(symbol, ())
        return bool(declared) and "*" not in declared[0].canonical_type

    def _scope(self, function: str, opened: OpenedBody, outer: Place | None, given: Sequence[str]) -> InitScope:
        variables, symbols = self._summaries.variables, self.subject.symbols
        tables = tables_of(self.model, self.subject, function, opened)
        arrays = (symbols[0], *self.subject.pointers) if self.subject.is_array else ()
        values = (value for array in arrays for value in opened.element_values(array))
        passed = {name for value in values for name in variables.plain_names(opened.names, value)}
        tracked = closure({*symbols, *self.subject.pointers, *given, *tables, *passed, *opened.returned}, opened.links)
        outcomes = {one for symbol in tracked | self._followed for one in opened.outcomes.get(symbol, ())}
        tracked |= {one for one in outcomes if self._is_number(one)}
        known = self._summaries
        objects = variables.objects if variables.objects.issuperset(symbols) else variables.objects.union(symbols)
        names = (opened.names, opened.declared, tracked, objects, variables.types)
        questions, unasked = (known.effect_of, known.keeps), opened.body.unasked
        return InitScope(
            *(self.model, *names, *questions), unasked=unasked, opened=opened, walk=self, outer=outer, tables=tables
        )


def _opened(model: Extension, function: str, symbols: Sequence[str] = ()) -> OpenedBody | None:
    """Return the body of a function, as it is read for some variables; None if that can't be followed."""
    led = tuple(symbol for symbol in symbols if cells_of(model, function, symbol))
    return _opened_for(model, function, led)


@fact
def _opened_for(model: Extension, function: str, symbols: tuple[str, ...]) -> OpenedBody | None:
    """Return the body of a function in which the addresses of the variables *symbols* stand in tables."""
    found = [(span, symbol) for symbol in symbols for span in cells_of(model, function, symbol)]
    cells = {span: model.by_symbol[symbol][0] for span, symbol in found}
    if len(cells) < len(found):
        return None
    try:
        return opened_body(model, summaries_of(model).variables, function, cells)
    except TooManyPathsError:
        return None


@fact
def reaching(model: Extension, symbols: tuple[str, ...]) -> frozenset[str]:
    """Return the functions that name one of some variables, and those that call them."""
    uses = [use for symbol in symbols for use in model.uses.get(symbol, ())]
    found = {use.function for use in uses if use.function is not None}
    work = list(found)
    while work:
        for use in model.uses.get(work.pop(), ()):
            if use.is_call and use.function is not None and use.function not in found:
                found.add(use.function)
                work.append(use.function)
    return frozenset(found)


def tables_of(model: Extension, subject: Subject, function: str, opened: OpenedBody) -> dict[str, str]:
    """Return the function's own arrays and structs that start with an object, and what is given their elements."""
    found = {symbol: symbol for symbol in subject.symbols if subject.is_table}
    for symbol in () if subject.is_table else subject.symbols:
        uses = [use for use in model.uses.get(symbol, ()) if use.function == function]
        found |= {table: symbol for use in uses if (table := table_around(model, use)) is not None}
    led = {target: found[source] for source in found for target in opened.roots.get(source, ())}
    return {**{target: symbol for target, symbol in led.items() if target not in subject.symbols}, **found}


def _through(pointer: str) -> str:
    """Return how the elements begin that a pointer leads to."""
    return f"[{pointer}]"


def _is_unowned(text: str) -> bool:
    """Tell whether an expression reads memory that may not own what it holds."""
    words = text.encode("latin-1").split()
    return not {b".", b"->", b"[", b"*"}.isdisjoint(words) and words[0] not in OWNING_TABLES


def table_around(model: Extension, use: Reference) -> str | None:
    """Return the variable of a function whose initialiser in braces holds a use; None if there is none.

    What holds the address of a variable holds no object.
    """
    is_plain = use.via_macro is None and not is_address(model, use)
    found = list_around(model, use_of(model, use)) if is_plain else None
    return found[0].symbol if found is not None else None


@dataclass(frozen=True, kw_only=True)
class InitScope(Scope):
    """The names of one function of the initialisation, or of one that it calls, with its macros written out."""

    opened: OpenedBody
    walk: Initialisation
    outer: Place | None
    """Where this function is called, if it can't be changed for that call alone."""
    tables: Mapping[str, str]
    """Variables that lead to an array of the function's own, with the global whose object it holds."""

    def entry(self, symbol: str, state: State) -> Result:
        """A type is there; other globals start as NULL, and parameters are the caller's."""
        subject = self.walk.subject
        if subject.is_array and symbol in subject.symbols:
            address = state.fresh(0)
            state.known |= {address}
            return address
        if symbol in self.objects or (subject.is_table and symbol in subject.symbols):
            return state.fresh(1)
        if symbol in self.globals:
            return None if subject.is_empty else state.fresh(1)
        return state.fresh(0)

    def _held(self, symbol: str, state: State) -> Result:
        if symbol not in state.held:
            state.held[symbol] = self.entry(symbol, state)
        return state.held[symbol]

    def element(self, tokens: Sequence[Token], state: State) -> Result:
        """Return an element of the array; each of a table that holds the object counts as the object."""
        symbol = self.opened.root(tokens)
        if symbol in self.tables:
            return self._held(self.tables[symbol], state)
        key = self._key(tokens)
        if key is None:
            return None
        if key not in state.held:
            state.held[key] = state.fresh(1)
        return state.held[key] if state.held[key] is not None else state.fresh(0)

    def _key(self, tokens: Sequence[Token]) -> str | None:
        """Return what an element of the array that is followed is called in a state."""
        inner = strip_casts(tokens)
        subject = self.walk.subject
        if not subject.is_array or len(inner) < 2 or inner[1].text not in (b"[", b".", b"->"):
            return None
        name = self.names.get(inner[0].start, "")
        pointee = subject.pointers.get(name)
        if (pointee is None and name not in subject.symbols) or place_through(inner[1:], pointee) not in subject.places:
            return None
        written = text_of(inner[1:]).decode("latin-1")
        if inner[1].text == b"->":
            written = written.replace("->", "." if pointee is not None and b"[" not in pointee else "[ 0 ] .", 1)
        return subject.symbols[0] + (_through(name) if pointee is not None and b"[" in pointee else "") + written

    def _turned(self, pointer: str, state: State) -> None:
        """Let what a pointer led to stay with elements that have no name any more, as it leads to another then."""
        start = self.walk.subject.symbols[0] + _through(pointer)
        for key in [one for one in state.held if one.startswith(start)]:
            left = sum(_LEFT in one for one in state.held)
            state.held[f"{self.walk.subject.symbols[0]}{_LEFT}{left}]"] = state.held.pop(key)

    def store(self, name: Token, symbol: str, value: Result, state: State) -> None:
        """Note what is stored in globals."""
        super().store(name, symbol, value, state)
        if symbol in self.walk.subject.pointers:
            self._turned(symbol, state)
        if symbol in self.globals and isinstance(value, Value):
            place = self._place(name)
            if any(held == value and _is_unowned(text) for text, held in state.memory()):
                # Memory may give its reference with it.
                state.doubt(value)
            if place in self.walk.changes.stored:
                state.add(value, 1)
            missing = state.counts.get(value, 0) < sum(
                one in self.globals and at == value for one, at in state.held.items()
            )
            is_cell = self._is_cell((name,))
            state.events += (Event(place, value, 0, symbol, True, missing, is_cell=is_cell),)

    def write(self, target: Sequence[Token], value: Result, state: State) -> None:
        """Note what is stored in the array."""
        key = self._key(target)
        if key is None:
            inner = strip_casts(target)
            if self.names.get(inner[0].start) in self.walk.subject.lent:
                state.write(text_of(inner).decode("latin-1"), value)
            else:
                super().write(target, value, state)
            return
        state.store(key, value)
        if isinstance(value, Value):
            place = self._place(strip_casts(target)[0])
            state.add(value, int(place in self.walk.changes.stored))
            state.events += (Event(place, value, 0, self.walk.subject.symbols[0], True),)

    def assign(self, call: Call, state: State, value: Result) -> None:
        """Store to an element as well."""
        if call.arguments and self._key(call.arguments[0]) is not None:
            self.write(call.arguments[0], value, state)
        else:
            super().assign(call, state, value)

    def is_cleared(self, call: Call) -> bool:
        """Tell whether a decrement is changed to clear the global."""
        return self._place(call.name) in self.walk.changes.cleared

    def call(self, call: Call, given: list[Result], state: State) -> Ways:
        """Follow a call, and note what it does to what it is given."""
        place = self._place(call.name)
        changes = self.walk.changes
        if place in changes.dropped:
            return [(state, Value.fresh())]
        holders = {self._held(symbol, state): symbol for symbol in reversed(self.walk.subject.symbols)}
        if self.outer is None and self.opened.is_first(call.name):
            self._increase(call, [symbol for where, symbol in changes.increased if where == place], state)
        before = {value: state.counts.get(value, 0) for value in given if isinstance(value, Value)}
        known = len(state.events)
        unread = {given[position] for position in unread_arguments(self.model, call) if position < len(given)}
        found = super().call(call, given, state)
        for after, _ in found:
            told = {event.value for event in after.events[known:] if event.change}
            for value, count in before.items():
                change = after.counts.get(value, 0) - count
                if (change or value in unread) and value not in told:
                    is_element = any(self._is_element(argument) for argument in call.arguments)
                    named = [one for one in map(self.named, call.arguments) if one in self.walk.subject.symbols]
                    names_it = self.first(call) in named or self._names_element(call)
                    holder = next((one for one in named if state.held.get(one) == value), holders.get(value, ""))
                    is_cell = any(self._is_cell(argument) for argument in call.arguments)
                    flags = (False, False, names_it, is_element, self.opened.is_certain(call.name), is_cell)
                    after.events += (Event(place, value, change, holder, *flags),)
        return found

    def _increase(self, call: Call, symbols: Sequence[str], state: State) -> None:
        """Count the references that are added before a call: to globals, or to the elements that it is given."""
        given = [one for one in call.arguments if self._key(one) is not None]
        for symbol in symbols:
            values = [self.element(one, state) for one in given] if given else [self._held(symbol, state)]
            for value in values:
                state.add(value, 1)

    def _names_element(self, call: Call) -> bool:
        return bool(call.arguments) and self._key(call.arguments[0]) is not None

    def _is_element(self, tokens: Sequence[Token]) -> bool:
        return any(self.names.get(token.start) in self.tables for token in tokens)

    def _is_cell(self, tokens: Sequence[Token]) -> bool:
        return any(token.start in self.opened.cells for token in tokens)

    def _place(self, token: Token) -> Place:
        return self.outer or self.opened.place(token)

    def project(self, name: bytes, call: Call, given: list[Result], state: State) -> Ways:
        """Follow functions of the project that may matter; what others do is summed up."""
        found = self.callees(name, call)
        if len(found) == 1:
            ways = self.walk.inline(found[0], given, state, self._place(call.name))
            if ways is not None:
                return ways
        return super().project(name, call, given, state)


def sharing(model: Extension, symbol: str) -> tuple[str, ...]:
    """Return the globals that the initialisation may give the same object as *symbol*, itself with them, in order."""
    variables = summaries_of(model).variables
    opened = [item for function in init_functions(model) if (item := _opened(model, function)) is not None]
    found = {symbol}
    while True:
        more = {one for item in opened for one in closure(found, item.links)} & variables.objects | found
        if more == found:
            return tuple(sorted(found))
        found = more
