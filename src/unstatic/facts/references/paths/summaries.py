"""What each function returns and takes over, and whether what it stores in a global is owned."""

from __future__ import annotations

import bisect
import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, closing, parse_block, strip_casts
from unstatic.capi import references
from unstatic.facts.macros.called_functions import called
from unstatic.facts.macros.variable_aliases import macro_names
from unstatic.facts.references.paths.bodies import Body, body_of, up_to_semicolon
from unstatic.facts.references.paths.effects import Effect, Scope
from unstatic.facts.references.paths.expressions import Evaluator
from unstatic.facts.references.paths.out_parameters import through_address
from unstatic.facts.references.paths.paths import Exit, Walker, leaving
from unstatic.facts.references.paths.states import State, TooManyPathsError, Value
from unstatic.model.extension import Extension, GlobalKind, SymbolKind
from unstatic.model.fact import fact

_UNKNOWN = Effect("unknown", (), frozenset())


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


class Summaries:
    """Answers about the functions of one extension, each worked out once."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._effects: dict[str, Effect] = {}
        self._running: set[str] = set()
        # Not the scopes: they refer to this, and would keep the model until a collection.
        self._names: dict[str, tuple[Mapping[int, str], frozenset[int]]] = {}
        self._bodies: dict[str, Body] = {}
        self._fixes: dict[tuple[str, str], Fixes] = {}
        self._linked: dict[str, frozenset[tuple[str, str]]] = {}
        self._kept: dict[tuple[str, int], bool] = {}

    @cached_property
    def _objects(self) -> frozenset[str]:
        kinds = (GlobalKind.OBJECT, GlobalKind.TYPE)
        return self._types | {item.symbol for item in self._model.globals if item.kind in kinds}

    @cached_property
    def _written(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for item in self._model.globals:
            for use in item.written if item.symbol in self._objects else ():
                found.setdefault(use.function or "", set()).add(item.symbol)
        return found

    @cached_property
    def _macro_names(self) -> dict[Path, list[tuple[int, str]]]:
        """What the uses of macros that are names mean: offsets in order, and symbols."""
        found: dict[Path, list[tuple[int, str]]] = {}
        for (path, at), symbol in macro_names(self._model).items():
            found.setdefault(path, []).append((at, symbol))
        return {path: sorted(named) for path, named in found.items()}

    @cached_property
    def _types(self) -> frozenset[str]:
        return frozenset(item.symbol for item in self._model.types)

    def effect_of(self, function: str) -> Effect:
        """Return what a call of *function* does; nothing is known of one that is being looked at already."""
        found = self._effects.get(function)
        if found is not None:
            return found
        if function in self._running:
            return replace(_UNKNOWN, writes=self._writes(function))
        self._running.add(function)
        try:
            found = self._summary(function)
        finally:
            self._running.discard(function)
        self._effects[function] = found
        return found

    def _summary(self, function: str) -> Effect:
        writes = self._writes(function)
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
        returned = {
            symbol
            for index, token in enumerate(body)
            if token.text == b"return"
            for symbol in self._plain_names(function, up_to_semicolon(body, index + 1))
        }
        pointers = [item for item in self._model.functions[function].definition.parameters if self._is_pointer(item)]
        scope = self._scope(function, self._connected(function, {*returned, *pointers}))
        start = State()
        entry = {symbol: start.fresh(0) for symbol in pointers}
        start.held.update(entry)
        return self._walk(function, scope, start), scope, entry

    def surplus(self, function: str) -> Call | None:
        """Return the increment of what a function returns, where nobody owns that reference on any way out."""
        try:
            exits, scope, entry = self._exits(function)
        except TooManyPathsError:
            return None
        given = [(way.state, way.result) for way in exits if isinstance(way.result, Value)]
        known = [value not in state.doubtful and value not in entry.values() for state, value in given]
        if not all(known) or min((_spare(state, value, scope) for state, value in given), default=0) < 2:
            return None
        names = {symbol for state, value in given for symbol, held in state.held.items() if held == value}
        for call in self.calls(function):
            given_to = {_name(scope, argument) for argument in call.arguments} & names
            # Code that isn't here may keep it, and give it back in the end.
            if given_to and not called(self._model, call).startswith((b"Py", b"_Py")):
                return None
        increments = (call for call in self.calls(function) if called(self._model, call) in references.INCREASE)
        return next((call for call in increments if _first(scope, call) in names), None)

    def fixes(self, function: str, symbol: str) -> Fixes:
        """Tell whether the global *symbol* owns what *function* leaves in it, as it is or with changes."""
        found = self._fixes.get((function, symbol))
        if found is None:
            found = self._fixes[function, symbol] = self._fixed(function, symbol)
        return found

    def _fixed(self, function: str, symbol: str) -> Fixes:
        made = self._body(function).calls
        tracked = self._connected(function, {symbol})
        scope = self._scope(function, tracked)
        clear = tuple(call for call in made if call.name.text in references.DECREASE and _first(scope, call) == symbol)
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
            found = self._ownership(function, symbol, changed)
            if found is Ownership.OWNED:
                return Fixes(found, cleared, increased)
            first = found if number == 0 else first
        return Fixes(first)

    def _ownership(self, function: str, symbol: str, scope: Scope) -> Ownership:
        try:
            exits = self._walk(function, scope, State())
        except TooManyPathsError:
            return Ownership.UNKNOWN
        found = Ownership.OWNED
        for way in exits:
            value = way.state.held.get(symbol)
            if not isinstance(value, Value):
                continue
            if value in way.state.doubtful:
                return Ownership.UNKNOWN
            given = way.result == value and self._is_entry(function)
            if _spare(way.state, value, scope) - (1 if given else 0) < 0:
                found = Ownership.MISSING
        return found

    def _walk(self, function: str, scope: Scope, start: State) -> list[Exit]:
        known = self._body(function)
        walker = Walker(Evaluator(scope), known.relevant(scope.tracked), known.leaving)
        return walker.run(self._model.body(function), start)

    def calls(self, function: str) -> tuple[Call, ...]:
        """Return the calls in the body of *function*, as this configuration has it."""
        return self._body(function).calls

    def _body(self, function: str) -> Body:
        found = self._bodies.get(function)
        if found is None:
            tokens, every_call = self._model.body(function).tokens, self._model.calls(function)
            names = self._scope(function, frozenset()).names
            found = self._bodies[function] = body_of(tokens, every_call, names, self._written_by)
        return found

    def _written_by(self, name: bytes) -> frozenset[str]:
        """Return the object globals that functions of that name may store to."""
        return self._written_by_name.get(name, frozenset())

    @cached_property
    def _written_by_name(self) -> dict[bytes, frozenset[str]]:
        found: dict[bytes, frozenset[str]] = {}
        for name, symbols in self._model.functions_named.items():
            written = frozenset(one for symbol in symbols for one in self._writes(symbol))
            if written:
                found[name.encode("latin-1", "backslashreplace")] = written
        return found

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
        found = self._model.functions[function]
        parameters = found.definition.parameters
        if position >= len(parameters) or found.alternatives:
            return False
        symbol = parameters[position]
        declared = self._model.by_symbol[symbol][0].canonical_type
        if declared.count("*") != 2 or "(" in declared or "[" in declared:
            return False
        uses = self._model.uses.get(symbol, ())
        places = frozenset(use.offset for use in uses)
        tokens = self._model.body(function).tokens
        read = through_address(tokens, places)
        if read is None or any(use.via_macro is not None and use.offset not in places for use in uses):
            return False
        if not places <= {token.start for token in tokens}:
            return False
        scope = self._scope(function, frozenset({symbol}))
        scope = replace(scope, globals=scope.globals | {symbol})
        relevant = [
            token.start
            for token in read
            if token.start in places or not self._written_by(token.text).isdisjoint(scope.tracked)
        ]
        try:
            exits = Walker(Evaluator(scope), relevant, leaving(read)).run(parse_block(read), State())
        except TooManyPathsError:
            return False
        return all(self._is_owned(way, symbol, scope) for way in exits)

    def _is_owned(self, way: Exit, symbol: str, scope: Scope) -> bool:
        value = way.state.held.get(symbol)
        if not isinstance(value, Value):
            return True
        return value not in way.state.doubtful and way.result != value and _spare(way.state, value, scope) >= 0

    def _is_entry(self, function: str) -> bool:
        """Tell whether CPython calls the function, and so takes over what it returns."""
        return bool(self._model.functions[function].roles)

    def _scope(self, function: str, tracked: frozenset[str]) -> Scope:
        names, declared = self._names_in(function)
        return Scope(self._model, names, declared, tracked, self._objects, self._types, self.effect_of, self.keeps)

    def _names_in(self, function: str) -> tuple[Mapping[int, str], frozenset[int]]:
        """Return the symbols of a function by the offset at which they are written, and where some are declared."""
        found = self._names.get(function)
        if found is not None:
            return found
        definition = self._model.functions[function].definition
        file = self._model.files[definition.path]
        assert definition.body is not None
        names = {
            token.start: reference.symbol
            for token in file.tokens_in(definition.body)
            if (reference := file.written.get(token.start)) is not None
        }
        body = definition.body
        named = self._macro_names.get(definition.path, [])
        first, last = (bisect.bisect_left(named, (at, "")) for at in body)
        names |= dict(named[first:last])
        declared = {item.name_span.start: item.symbol for item in self._model.locals.get(function, ())}
        found = self._names[function] = {**names, **declared}, frozenset(declared)
        return found

    def _connected(self, function: str, start: Iterable[str]) -> frozenset[str]:
        """Return *start* with all variables that values pass to or from by plain assignment."""
        links = self._linked.get(function)
        if links is None:
            links = self._linked[function] = frozenset(self._links(function))
        found = set(start)
        changed = True
        while changed:
            more = {b if a in found else a for a, b in links if (a in found) != (b in found)}
            found |= more
            changed = bool(more)
        return frozenset(found)

    def _links(self, function: str) -> set[tuple[str, str]]:
        scope = self._scope(function, frozenset())
        body = self._body(function)
        found = {(target, symbol) for target, value in body.assigned for symbol in self._plain_names(function, value)}
        for call in body.calls:
            if call.name.text in references.REPLACE and len(call.arguments) > 1:
                target = _name(scope, call.arguments[0])
                names = self._plain_names(function, call.arguments[1])
                found |= {(target, symbol) for symbol in names if target is not None}
        return found

    def _plain_names(self, function: str, tokens: tuple[Token, ...]) -> set[str]:
        """Return the pointer variables among *tokens*, outside of calls that give something else."""
        scope = self._scope(function, frozenset())
        found = set()
        index = 0
        while index < len(tokens):
            token = tokens[index]
            following = tokens[index + 1].text if index + 1 < len(tokens) else b""
            if token.kind is TokenKind.IDENT and following == b"(" and token.text not in references.SHARE:
                index = closing(tokens, index + 1) + 1
                continue
            symbol = scope.names.get(token.start)
            is_field = index > 0 and tokens[index - 1].text in (b".", b"->")
            if symbol is not None and not is_field and following not in (b"->", b".") and self._is_object(symbol):
                found.add(symbol)
            index += 1
        return found

    def _is_object(self, symbol: str) -> bool:
        return symbol in self._types or self._is_pointer(symbol)

    def _is_pointer(self, symbol: str) -> bool:
        declaration = next(iter(self._model.by_symbol.get(symbol, ())), None)
        return (
            declaration is not None
            and declaration.kind in (SymbolKind.VARIABLE, SymbolKind.PARAMETER)
            and declaration.canonical_type.count("*") == 1
            and "(" not in declaration.canonical_type
        )

    def _writes(self, function: str) -> frozenset[str]:
        """Return the object globals that *function* may store to, itself or by what it calls."""
        return self._stores.get(function, frozenset())

    @cached_property
    def _stores(self) -> dict[str, frozenset[str]]:
        """The object globals that functions may store to, of those that may store to any."""
        callers: dict[str, set[str]] = {}
        for use in self._model.references:
            if use.is_call and use.function is not None and use.symbol in self._model.functions:
                callers.setdefault(use.symbol, set()).add(use.function)
        found = {function: set(symbols) for function, symbols in self._written.items()}
        work = list(found)
        while work:
            function = work.pop()
            for caller in callers.get(function, ()):
                known = found.setdefault(caller, set())
                if not found[function] <= known:
                    known |= found[function]
                    work.append(caller)
        return {function: frozenset(symbols) for function, symbols in found.items()}


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
            found.add("null")
        elif value in way.state.doubtful:
            found.add("unknown")
        else:
            found.add("new" if _spare(way.state, value, scope) > 0 else "borrowed")
    found = found - {"null"} or found
    return found.pop() if len(found) == 1 else "unknown"


def _spare(state: State, value: Value, scope: Scope) -> int:
    """Return how many references to *value* are left when each global that holds it has one."""
    holders = sum(1 for symbol, held in state.held.items() if held == value and symbol in scope.globals)
    return state.counts.get(value, 0) - holders


def _change(way: Exit, value: Value, scope: Scope) -> int:
    """Return how the count of an argument changed; a reference that goes to the caller isn't counted twice."""
    count = _spare(way.state, value, scope)
    return count - 1 if way.result == value and count > 0 else count


def _name(scope: Scope, argument: tuple[Token, ...]) -> str | None:
    inner = strip_casts(argument)
    if len(inner) == 2 and inner[0].text == b"&" and scope.names.get(inner[1].start) in scope.objects:
        inner = inner[1:]
    return scope.names.get(inner[0].start) if len(inner) == 1 else None


def _first(scope: Scope, call: Call) -> str | None:
    return _name(scope, call.arguments[0]) if call.arguments else None


def _taken(scope: Scope, call: Call) -> str | None:
    position = references.STEALS_ON_SUCCESS[call.name.text]
    return _name(scope, call.arguments[position]) if len(call.arguments) > position else None
