"""What calls inside one function do to the references that are followed there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts, text_of
from unstatic.capi import references
from unstatic.facts.cpp.owners import Taken, owner_of, taken_by, taken_by_temporary
from unstatic.facts.macros.called_functions import called, fills_on_success, formatted, unread_arguments
from unstatic.facts.references.paths.states import Result, State, Value
from unstatic.model.extension import Extension, Macro, SymbolKind

Ways = list[tuple[State, Result]]
"""What can follow from an expression: each state with what the expression gives there."""
_COUNTING = (
    references.INCREASE
    | references.DECREASE
    | references.SHARE
    | references.REPLACE
    | references.STEALS_ALWAYS.keys()
    | references.CLEAR
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call of a function of the project does."""

    gives: str
    """`new`, `borrowed`, `null` or `unknown`."""
    parameters: tuple[int, ...]
    """How the count of each argument changes."""
    writes: frozenset[str]
    """The globals that it may store to, itself or by what it calls."""


@dataclass(frozen=True)
class Scope:
    """The names of one function: which are tracked, and what they are on entry."""

    model: Extension
    names: Mapping[int, str]
    """Symbols by the offset at which they're written or declared."""
    declared: frozenset[int]
    tracked: frozenset[str]
    globals: frozenset[str]
    objects: frozenset[str]
    """Type objects, which heap types will take the place of: a reference to each belongs to the module."""
    effect_of: Callable[[str], Effect]
    keeps: Callable[[str, int], bool]
    """Whether a function leaves an owned reference, or NULL, in the variable whose address that argument is."""
    cleared: frozenset[int] = frozenset()
    """Offsets of decrements that count as Py_CLEAR."""
    increased: frozenset[int] = frozenset()
    """Offsets of calls before which their taken argument gets one reference more."""
    unasked: frozenset[int] = frozenset()
    """Offsets of calls that take a reference if they succeed, where nobody asks whether they did."""
    back_pointers: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Offsets of fields that are set, and own nothing if they are given the object in one of these variables."""

    def symbol(self, token: Token) -> str | None:
        """Return the tracked variable that *token* names or declares."""
        found = self.names.get(token.start)
        return found if found in self.tracked else None

    def named(self, argument: Sequence[Token]) -> str | None:
        """Return the variable, tracked or not, that an argument is; with a `&` in front as well for an object."""
        inner = strip_casts(argument)
        if len(inner) == 2 and inner[0].text == b"&" and self.names.get(inner[1].start) in self.objects:
            inner = inner[1:]
        return self.names.get(inner[0].start) if len(inner) == 1 else None

    def addressed(self, inner: Sequence[Token]) -> str | None:
        """Return the tracked variable whose address an argument is, which has no casts any more."""
        return self.symbol(inner[1]) if len(inner) == 2 and inner[0].text == b"&" else None

    def first(self, call: Call) -> str | None:
        """Return the variable that the first argument of *call* is."""
        return self.named(call.arguments[0]) if call.arguments else None

    def declares(self, token: Token) -> bool:
        """Tell whether *token* is the name in a declaration."""
        return token.start in self.declared

    def is_object(self, token: Token) -> bool:
        """Tell whether *token* names a tracked object that is allocated statically."""
        return self.symbol(token) in self.objects

    def is_function(self, token: Token) -> bool:
        """Tell whether *token* names a function, of the project or declared by it."""
        symbol = self.names.get(token.start)
        if symbol is None:
            return token.text.decode("latin-1") in self.model.functions_named
        declared = self.model.by_symbol.get(symbol)
        return declared is not None and declared[0].kind is SymbolKind.FUNCTION

    def entry(self, symbol: str, state: State) -> Result:
        """A global owns what it holds; a parameter is the caller's."""
        return state.fresh(1 if symbol in self.globals else 0)

    def element(self, tokens: Sequence[Token], state: State) -> Result:  # noqa: ARG002 - for those that have tables
        """Nothing is followed through tables."""
        return None

    def store(self, name: Token, symbol: str, value: Result, state: State) -> None:  # noqa: ARG002 - the protocol
        """Let the tracked variable *symbol* hold *value*."""
        state.store(symbol, value)

    def write(self, target: Sequence[Token], value: Result, state: State) -> None:
        """Store into memory, which may take the reference with it; what a global held before stays there."""
        holders = self.back_pointers.get(target[0].start, frozenset())
        leads_back = isinstance(value, Value) and any(state.held.get(symbol) == value for symbol in holders)
        state.add(value, 0 if leads_back or state.was_there(value) else -1)
        state.write(text_of(strip_casts(target)).decode("latin-1"), value)

    def call(self, call: Call, given: list[Result], state: State) -> Ways:
        """Return what follows from a call whose arguments have the values *given*."""
        name = called(self.model, call)
        if self.model.language == "c++":
            self._constructed(call, given, state)
        if name in _COUNTING or name in references.STEALS_ON_SUCCESS:
            return self._counted(name, call, given, state)
        failed = state.copy() if fills_on_success(self.model, call) else None
        self._fill(name, call, state)
        self._format(call, given, state)
        if failed is not None:
            done = state.fresh(0)
            state.known |= {done}
            return [(state, done), (failed, None)]
        if name in references.GIVES_NEW:
            return [(state, state.fresh(1))]
        if name in references.GIVES_BORROWED:
            return [(state, state.fresh(0))]
        if name in references.GIVES_NULL:
            return [(state, None)]
        return self.project(name, call, given, state)

    def _constructed(self, call: Call, given: list[Result], state: State) -> None:
        """Let a C++ object have what it's made of, `cppy::ptr box(object)`: it may own that from then on."""
        symbol = self.names.get(call.name.start) if self.declares(call.name) else None
        if symbol is not None:
            taken = taken_by(self.model, symbol)
        else:
            taken = taken_by_temporary(self.model, call.name.text.decode("latin-1"))
        self._take(taken if len(given) == 1 or taken is Taken.NO else Taken.UNKNOWN, given, state)

    def _take(self, taken: Taken, given: Sequence[Result], state: State) -> None:
        for value in given if taken is not Taken.NO else ():
            if taken is Taken.YES:
                state.add(value, -1)
            else:
                state.doubt(value)

    def hand_over(self, target: Token, value: Result, state: State) -> None:
        """Let a C++ object be assigned *value*: it may own it from then on."""
        symbol = self.names.get(target.start) if self.model.language == "c++" else None
        if symbol is not None and symbol in self.model.by_symbol:
            self._take(taken_by(self.model, symbol), (value,), state)

    def is_made_by(self, receiver: Token, method: Token) -> bool:
        """Tell whether a method of a C++ object gives a new reference."""
        owner = owner_of(self.model, self.names.get(receiver.start)) if self.model.language == "c++" else None
        return owner is not None and method.text in owner.gives_new

    def _format(self, call: Call, given: list[Result], state: State) -> None:
        """Take over what an `N` in a format stands for; nothing is known of what is given to one that can't be read."""
        stolen = formatted(self.model, call)
        unread = unread_arguments(self.model, call) if stolen is None else ()
        for position, value in enumerate(given):
            if position in unread:
                state.doubt(value)
            elif position in (stolen or ()):
                state.add(value, -1)

    def _counted(self, name: bytes, call: Call, given: list[Result], state: State) -> Ways:
        first = given[0] if given else None
        if name in references.STEALS_ON_SUCCESS:
            return self._taken(call, given, references.STEALS_ON_SUCCESS[name], state)
        if name in references.INCREASE | references.SHARE:
            state.add(first, 1)
            return [(state, first)]
        for position in references.STEALS_ALWAYS.get(name, (0,)):
            state.add(given[position] if position < len(given) else None, -1)
        if name == b"Py_CLEAR" or self.is_cleared(call):
            self.assign(call, state, None)
        elif name in references.REPLACE and len(given) > 1:
            self.assign(call, state, given[1])
        return [(state, Value.fresh())]

    def _taken(self, call: Call, given: list[Result], position: int, state: State) -> Ways:
        value = given[position] if position < len(given) else None
        if not isinstance(value, Value):
            return [(state, Value.fresh())]
        if not state.is_followed(value):
            # Counting what nothing else depends on would double the paths with each such call.
            return [(state, None), (state.copy(), -1)]
        if call.name.start in self.increased:
            state.add(value, 1)
        failed = state.copy()
        state.add(value, -1)
        # Where nobody asks, what is left over after a failure is lost, and no way goes on that could know.
        return [(state, None)] if call.name.start in self.unasked else [(state, None), (failed, -1)]

    def is_cleared(self, call: Call) -> bool:
        """Tell whether a decrement counts as Py_CLEAR."""
        return call.name.start in self.cleared

    def assign(self, call: Call, state: State, value: Result) -> None:
        """Let the first argument of *call* hold *value*."""
        inner = strip_casts(call.arguments[0]) if call.arguments else ()
        if len(inner) == 2 and inner[0].text == b"&" and self.is_object(inner[1]):
            inner = inner[1:]
        symbol = self.symbol(inner[0]) if len(inner) == 1 else None
        if symbol is not None:
            self.store(inner[0], symbol, value, state)
        elif value is not None:
            state.add(value, -1)

    def _fill(self, name: bytes, call: Call, state: State) -> None:
        """Arguments of the form `&x`: the call stores to the variable."""
        if name in references.KEEPS_OWNED:
            return
        for position, argument in enumerate(call.arguments):
            inner = strip_casts(argument)
            symbol = self.addressed(inner)
            if symbol in self.globals and self._is_kept(name, position):
                self.store(inner[1], symbol, state.fresh(1), state)
            elif symbol is not None and symbol not in self.objects:
                known = name in references.FILLS_BORROWED or name in references.FILLS_NEW
                value = state.fresh(1 if name in references.FILLS_NEW else 0, not known)
                self.store(inner[1], symbol, value, state)

    def _is_kept(self, name: bytes, position: int) -> bool:
        """Tell whether a function of the project treats what the argument points to as its owner does."""
        found = self.model.functions_named.get(name.decode("latin-1"), ())
        is_macro = name.decode("latin-1") in self.model.macros
        return len(found) == 1 and not is_macro and self.keeps(found[0], position)

    def _assigned(self, macro: Macro, call: Call, state: State) -> None:
        """Nothing is known of what a macro assigns to its argument."""
        for parameter, argument in zip(macro.definition.parameters or (), call.arguments, strict=False):
            inner = strip_casts(argument)
            symbol = self.symbol(inner[0]) if len(inner) == 1 else None
            if symbol is not None and any(_is_assigned(macro, index, parameter) for index in range(len(macro.body))):
                state.store(symbol, state.fresh(0, True))

    def project(self, name: bytes, call: Call, given: list[Result], state: State) -> Ways:
        """Return what follows from a call of a function or a macro of the project."""
        macro = self.model.macros.get(name.decode("latin-1"))
        if macro is not None and macro.definition.parameters is not None:
            if _is_identity(macro.body, macro.definition.parameters) and given:
                return [(state, given[0])]
            if macro.mentions & _COUNTING_NAMES:
                for value in given:
                    state.doubt(value)
            self._assigned(macro, call, state)
            return [(state, state.fresh(0, True))]
        found = self.callees(name, call)
        if len(found) != 1:
            for symbol in sorted({one for item in found for one in self.effect_of(item).writes} & self.tracked):
                state.held[symbol] = state.fresh(0, True)
            return [(state, state.fresh(0, True))]
        return [(state, _after(self.effect_of(found[0]), given, state, self.tracked))]

    def callees(self, name: bytes, call: Call) -> tuple[str, ...]:
        """Return the functions of the project that a call of *name* may mean: in C++ several share a name."""
        named = self.names.get(call.name.start, "")
        return (named,) if named in self.model.functions else self.model.functions_named.get(name.decode("latin-1"), ())


def _after(effect: Effect, given: list[Result], state: State, tracked: frozenset[str]) -> Result:
    """Change *state* as a call does, and return what the call gives."""
    for value, change in zip(given, effect.parameters, strict=False):
        state.add(value, change)
    for symbol in sorted(effect.writes & tracked):
        state.held[symbol] = state.fresh(1)
    if effect.gives == "null":
        return None
    return state.fresh(1 if effect.gives == "new" else 0, effect.gives == "unknown")


_COUNTING_NAMES = {name.decode() for name in (*_COUNTING, *references.STEALS_ON_SUCCESS)}


def _is_assigned(macro: Macro, index: int, parameter: str) -> bool:
    """Tell whether the token of a macro's body at *index* is its parameter, and may be assigned to."""
    texts = [token.text for token in macro.body[index : index + 3]]
    before = macro.body[index - 1].text if index else b""
    if texts[0] != parameter.encode():
        return False
    return texts[1:2] == [b"="] or texts[1:] == [b")", b"="] or before in (b"&", b"##")


def _is_identity(body: tuple[Token, ...], parameters: tuple[str, ...]) -> bool:
    inner = strip_casts(body)
    return len(inner) == 1 and len(parameters) == 1 and inner[0].text.decode("latin-1") == parameters[0]
