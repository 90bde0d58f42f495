"""Where code finds the module, or its state, by what is one per process: PyState_FindModule, or a global (G79).

A module that is made in several phases isn't found so. What asks for the state gets it like any other function that
needs it, and what asks for the module gets the one that is called, or that the state belongs to.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Protocol

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts, strip_parentheses
from unstatic.capi.modules import ADD, FIND
from unstatic.capi.references import INCREASE
from unstatic.facts.macros.mentions import is_ours, mentions, only_definition
from unstatic.facts.module.existing_state import FETCH, OwnState, own_state
from unstatic.facts.module.module_variable import process_module
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File, Macro, RoleKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span, Spans

LOOKUPS = "@lookups"
"""Stands for all of them where the ways to the state are found."""
_OLDEST = (3, 9)


class Gives(enum.Enum):
    """What a lookup finds."""

    STATE = "state"
    MODULE = "module"


@dataclass(frozen=True, slots=True)
class Lookup:
    """One expression in a function that finds the state or the module."""

    path: Path
    span: Span
    function: str
    gives: Gives
    is_argument: bool
    """Whether the module is what the function receives as its first argument."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """All that the extension has of them."""

    found: tuple[Lookup, ...]
    macros: tuple[Macro, ...]
    """Macros that are nothing but a lookup, or name one and are named by nothing: they go."""
    dropped: tuple[Statement, ...]
    """Statements of the builder that look for an earlier module, or register the new one: they go."""
    problems: tuple[Obstacle, ...]
    """Lookups that can't be replaced."""

    def needing_state(self) -> tuple[Lookup, ...]:
        """Return those whose function needs a way to the state."""
        return tuple(item for item in self.found if not item.is_argument)

    @property
    def needs_pointer(self) -> bool:
        """Whether the state must know its module."""
        return any(item.gives is Gives.MODULE and not item.is_argument for item in self.found)

    def covers(self, path: Path, offset: int) -> bool:
        """Tell whether a place stands in a lookup."""
        return any(item.path == path and offset in item.span for item in self.found)

    def covered(self, model: Extension) -> frozenset[tuple[Path, int]]:
        """Return the uses of the variable that holds the module which stand in lookups."""
        process = process_module(model) if self.found else None
        uses = model.uses.get(process.symbol, ()) if process is not None else ()
        return frozenset((use.path, use.offset) for use in uses if self.covers(use.path, use.offset))


NO_LOOKUPS = Lookups((), (), (), ())


class OfName(Protocol):
    """What a name gives that stands for a lookup, or a call of it without arguments; None if it isn't one."""

    def __call__(self, name: bytes, *, is_called: bool) -> Gives | None: ...


def accessors_of(own: OwnState | None) -> frozenset[bytes]:
    """Return the names of what gives the state of a module."""
    return frozenset((FETCH, own.accessor.encode())) if own is not None and own.accessor else frozenset((FETCH,))


def found_by(tokens: Sequence[Token], definition: bytes, accessors: Set[bytes], of_name: OfName) -> Gives | None:
    """Return what the whole of *tokens* finds by the module's *definition*; None if that isn't a lookup.

    *accessors*: what gives the state of a module; none where the module has no state that is known.
    """
    inner = strip_casts(strip_parentheses(tokens))
    texts = [token.text for token in inner]
    if len(texts) == 1 or texts[1:] == [b"(", b")"]:
        return of_name(texts[0], is_called=len(texts) > 1)
    if texts == [FIND, b"(", b"&", definition, b")"]:
        return Gives.MODULE
    call = next(iter(calls(inner)), None)
    if call is None or call.name is not inner[0] or call.close is not inner[-1] or len(call.arguments) != 1:
        return None
    if call.name.text not in accessors:
        return None
    return Gives.STATE if found_by(call.arguments[0], definition, accessors, of_name) is Gives.MODULE else None


@fact
def lookups(model: Extension) -> Lookups:
    """Return the lookups of an extension whose module is made in one phase."""
    has_any = model.init is not None and not model.init.multi_phase and model.module_def() is not None
    return _Finder(model).lookups() if has_any else NO_LOOKUPS


class _Finder:
    """Reads the expressions of one extension."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        own, process, definition = own_state(model), process_module(model), model.module_def()
        assert definition is not None
        self._accessors = accessors_of(own)
        self._type = own.spelling.encode().split() if own is not None else []
        self._has_state = own is not None
        self._process = process
        self._definition = definition.declaration.name.encode()
        self._macros = self._lookup_macros()
        names = (*self._macros, process.name) if process is not None else tuple(self._macros)
        # What a lookup begins with.
        self._names = frozenset((FIND, *self._accessors, *(name.encode("latin-1", "replace") for name in names)))

    def lookups(self) -> Lookups:
        """Return everything."""
        dropped = tuple(self._dropped())
        found: dict[tuple[Path, int], Lookup] = {}
        for symbol in functions_naming(self._model, self._names):
            for file, body in self._model.bodies(symbol):
                for item in self._in_function(symbol, file, body):
                    if not any(item.span.start in one.span for one in dropped if self._in_builder(item)):
                        found.setdefault((item.path, item.span.start), item)
        outer = tuple(item for item in found.values() if not _is_inside(item, found.values()))
        macros = (*(self._model.macros[name] for name in self._macros), *self._spare)
        return Lookups(outer, macros, dropped, tuple(self._left(outer, dropped)))

    def _in_builder(self, item: Lookup) -> bool:
        return self._model.init is not None and item.function == self._model.init.builder

    def _lookup_macros(self) -> dict[str, Gives]:
        """Return the macros without parameters that are a lookup, and what they give."""
        found: dict[str, Gives] = {}
        while True:
            more = {
                name: gives
                for name, macro in self._model.macros.items()
                if name not in found
                and not macro.definition.parameters
                and self._model.sole_macro(name) is not None
                and (gives := self._gives(macro.body, found)) is not None
            }
            if not more:
                return found
            found |= more

    def _gives(self, tokens: Sequence[Token], macros: dict[str, Gives]) -> Gives | None:
        """Return what the whole of *tokens* finds; None if that isn't a lookup."""

        def of_name(name: bytes, *, is_called: bool) -> Gives | None:
            known = macros.get(name.decode("latin-1"))
            is_process = not is_called and self._process is not None and name == self._process.name.encode()
            return known or (Gives.MODULE if is_process else None)

        return found_by(tokens, self._definition, self._accessors if self._has_state else frozenset(), of_name)

    def _in_function(self, symbol: str, file: File, body: Statement) -> Iterator[Lookup]:
        path = file.source.path
        is_argument = self._receives_module(symbol)
        # A macro without arguments is one of those below.
        for call in (one for one in calls(body.tokens, lambda token: token.text in self._names) if one.arguments):
            gives = self._gives(_tokens_of(body, call), self._macros)
            if gives is Gives.STATE and is_argument and not self._is_macro(call.arguments[0]):
                argument = call.arguments[0]
                yield Lookup(path, Span(argument[0].start, argument[-1].end), symbol, Gives.MODULE, True)
            elif gives is Gives.STATE:
                yield Lookup(path, self._with_cast(body, call), symbol, gives, False)
            elif gives is Gives.MODULE and call.name.text == FIND:
                yield Lookup(path, call.span, symbol, gives, is_argument)
        for token in body.tokens if self._macros else ():
            gives = self._macros.get(token.text.decode("latin-1"))
            expansion = file.expansions.get(token.start)
            if gives is not None and expansion is not None:
                yield Lookup(path, expansion.span, symbol, gives, gives is Gives.MODULE and is_argument)

    def _is_macro(self, argument: Sequence[Token]) -> bool:
        return argument[0].text.decode("latin-1") in self._macros

    def _receives_module(self, symbol: str) -> bool:
        roles = self._model.functions[symbol].roles
        escapes = self._model.functions[symbol].escapes
        own = self._model.init.definition if self._model.init is not None else None
        fits = all(role.kind is RoleKind.MODULE_FUNCTION and role.owner == own for role in roles)
        return bool(roles) and not escapes and fits

    def _with_cast(self, body: Statement, call: Call) -> Span:
        """Return the span of a call with the cast to the state's type in front of it."""
        index = next(i for i, token in enumerate(body.tokens) if token is call.name)
        cast = [b"(", *self._type, b"*", b")"]
        before = body.tokens[max(0, index - len(cast)) : index]
        return Span(before[0].start, call.span.end) if [t.text for t in before] == cast else call.span

    def _dropped(self) -> Iterator[Statement]:
        """Yield `if ((m = PyState_FindModule(&def)) != NULL) { Py_INCREF(m); return m; }`, and PyState_AddModule.

        The search may stand before the `if` as well. Where the module has to be made earlier, it comes after that.
        """
        init = self._model.init
        assert init is not None
        children = self._model.body(init.builder).children
        for statement, following in zip_longest(children, children[1:]):
            made = list(calls(statement.head))
            if statement.kind is StatementKind.SIMPLE and made and made[0].name is statement.head[0]:
                if made[0].name.text == ADD and made[0].close is statement.head[-1]:
                    yield statement
            elif statement.kind is StatementKind.IF and len(statement.children) == 1:
                names = [call.name.text for call in made]
                if (names == [FIND] and _returns_it(statement)) or names == [ADD]:
                    yield statement
            elif following is not None and self._is_search(statement, following):
                yield from (statement, following)

    def _is_search(self, search: Statement, test: Statement) -> bool:
        """Tell whether it is `m = PyState_FindModule(&def); if (m != NULL) { Py_INCREF(m); return m; }`.

        m has to be the module's own variable, which the exec function receives.
        """
        target, _, value = _partition(search.head)
        if search.kind is not StatementKind.SIMPLE or not target or self._gives(value, {}) is not Gives.MODULE:
            return False
        name = target[-1].text
        init = self._model.init
        held = self._model.by_symbol.get(init.module_variable or "", ()) if init is not None else ()
        if not any(item.function is not None and item.name.encode() == name for item in held):
            return False
        if test.kind is not StatementKind.IF or len(test.children) != 1 or not _returns_it(test):
            return False
        return tuple(token.text for token in test.head) in {(name,), (name, b"!=", b"NULL"), (b"NULL", b"!=", name)}

    def _left(self, found: Sequence[Lookup], dropped: Sequence[Statement]) -> Iterator[Obstacle]:
        """Yield what names a lookup and isn't one that can be replaced."""
        names = {FIND, ADD, b"PyState_RemoveModule", *(name.encode() for name in self._macros)}
        known = known_macros(_OLDEST, texts_of(self._model))
        init = self._model.init
        assert init is not None
        home = self._model.functions[init.builder].definition.path
        for path, file in self._model.files.items():
            if file.lexed.words.isdisjoint(names):
                continue
            dead = Spans(dead_spans(file, known))
            for token in (item for item in file.lexed.tokens if item.text in names and item.start not in dead):
                gone = path == home and any(token.start in item.span for item in dropped)
                if not gone and not any(item.path == path and token.start in item.span for item in found):
                    reason = f"it uses {token.text.decode('latin-1')} where that can't be replaced"
                    yield self._problem(reason, path, token.start)
        yield from self._unfit(found)

    @cached_property
    def _finding(self) -> Mapping[str, Macro]:
        """The macros that name a lookup, and are more than that."""
        names = {FIND, ADD, *(name.encode() for name in self._macros)}
        others = ((name, macro) for name, macro in self._model.macros.items() if name not in self._macros)
        return {name: macro for name, macro in others if any(token.text in names for token in macro.body)}

    @cached_property
    def _spare(self) -> tuple[Macro, ...]:
        """Those of them that nothing names, in whatever group."""
        named = (name for name in self._finding if not any(mentions(self._model, name.encode())))
        found = (only_definition(self._model, name) for name in named)
        return tuple(
            item
            for item in found
            if item is not None and is_ours(self._model, item.definition.path, item.definition.span.start)
        )

    def _unfit(self, found: Sequence[Lookup]) -> Iterator[Obstacle]:
        """Yield macros that are more than a lookup, and what the builder looks for."""
        init = self._model.init
        assert init is not None
        for name, macro in self._finding.items():
            if macro not in self._spare:
                reason = f"the macro {name} finds the module by what is one per process"
                yield self._problem(reason, macro.definition.path, macro.definition.span.start)
        for item in found:
            if item.function == init.builder and item.gives is Gives.MODULE:
                yield self._problem("the function that makes the module looks for it", item.path, item.span.start)

    def _problem(self, reason: str, path: Path, offset: int) -> Obstacle:
        reason = f"{reason}: that needs a single module per interpreter"
        return Obstacle(reason, "init", self._model.location(path, offset))


def _tokens_of(body: Statement, call: Call) -> tuple[Token, ...]:
    return tuple(token for token in body.tokens if token.start in call.span)


def _is_inside(item: Lookup, others: Iterable[Lookup]) -> bool:
    return any(
        other is not item and other.path == item.path and other.span.covers(item.span) and other.span != item.span
        for other in others
    )


def _returns_it(statement: Statement) -> bool:
    """Tell whether the body only takes a reference and returns."""
    inner = [item for item in statement.children[0].walk() if item.kind is not StatementKind.BLOCK]
    return bool(inner) and all(
        item.kind is StatementKind.RETURN or (item.kind is StatementKind.SIMPLE and item.head[0].text in INCREASE)
        for item in inner
    )


def _partition(head: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token], Sequence[Token]]:
    """Split at the first `=` outside of brackets."""
    index = next((i for i, token in enumerate(head) if token.text == b"="), len(head))
    return head[:index], head[index : index + 1], head[index + 1 :]
