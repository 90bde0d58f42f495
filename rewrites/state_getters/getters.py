"""Functions without parameters that find the state of the one module, or the module, and do nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind, calls
from unstatic.capi.arguments import RAISES
from unstatic.capi.modules import FIND
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.module.module_lookups import Gives, accessors_of, found_by
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Declaration, Extension, Function, ModuleDef, SymbolKind
from unstatic.model.initialiser_values import is_null

_STATEMENTS = (StatementKind.BLOCK, StatementKind.SIMPLE, StatementKind.IF, StatementKind.RETURN)
_HARMLESS = frozenset({*RAISES, b"assert"})
# What does more than to find, to test and to return.
_OTHER_WORK = frozenset(b"-> . [ ++ -- += -= |= &=".split())


@dataclass(frozen=True, slots=True)
class StateGetter:
    """A function that gives the state, or the module, or NULL with an error where there is none."""

    function: Function
    gives: Gives

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """All its declarations, those of a header first."""
        home = self.function.definition.path
        listed = (self.function.definition, *self.function.prototypes)
        return tuple(sorted(listed, key=lambda one: (one.path == home, one.span.start)))


def state_getters(model: Extension) -> Iterator[StateGetter]:
    """Yield the functions that can be a macro instead, which the lookup that it stands for can replace anywhere."""
    own, definition = own_state(model), model.module_def()
    if model.init is None or model.init.multi_phase or definition is None:
        return
    for function in model.functions.values():
        if _can_go(model, function):
            gives = _Body(model, function, own, definition).gives()
            if gives is not None:
                yield StateGetter(function, gives)


def _can_go(model: Extension, function: Function) -> bool:
    """Tell whether a function takes nothing, and whether calls alone name it."""
    item = function.definition
    declared = (item, *function.prototypes)
    if item.parameters or item.body is None or function.roles or function.escapes or function.alternatives:
        return False
    if function.symbol in model.twins or item.member is not None or item.linkage is None:
        return False
    if any(one.from_macro or one.path in model.public_headers for one in declared):
        return False
    if any(protected(model, one.path, one.name_span.start) for one in declared):
        return False
    uses = model.uses.get(function.symbol, ())
    is_alone = len(model.functions_named.get(item.name, ())) == 1
    return is_alone and bool(uses) and all(use.is_call for use in uses) and _is_declared_once(model, function)


def _is_declared_once(model: Extension, function: Function) -> bool:
    """Tell whether all that call a function read the same file for it, which can have the macro."""
    home = function.definition.path
    paths = {one.path for one in function.prototypes} - {home} or {home}
    readers = [set(model.readers[use.path]) for use in model.uses.get(function.symbol, ())]
    return len(paths) == 1 and all(one <= set(model.readers[next(iter(paths))]) for one in readers)


class _Body:
    """Reads what a function returns."""

    def __init__(self, model: Extension, function: Function, own: OwnState | None, definition: ModuleDef) -> None:
        self._model = model
        self._function = function
        self._body = model.body(function.symbol)
        self._definition = definition.declaration.name.encode()
        self._accessors = accessors_of(own)
        self._has_state = own is not None
        self._locals = {item.name.encode(): item for item in model.locals.get(function.symbol, ())}
        self._asked: set[bytes] = set()

    def gives(self) -> Gives | None:
        """Return what the function gives on every way that doesn't fail; None if it does anything else."""
        if not self._only_looks():
            return None
        values = [statement.head for statement in self._body.walk() if statement.kind is StatementKind.RETURN]
        found = {self._value(value) for value in values if not is_null(value)}
        return found.pop() if len(found) == 1 else None

    def _only_looks(self) -> bool:
        """Tell whether the body has no effect but on its own locals and the error that it sets."""
        definition = self._function.definition
        file = self._model.files[definition.path]
        tokens = self._body.tokens
        if file.conditionals_in(self._body.span) or any(one.storage == "static" for one in self._locals.values()):
            return False
        if not all(item.kind in _STATEMENTS for item in self._body.walk()):
            return False
        if any(token.text in _OTHER_WORK for token in tokens):
            return False
        sets = (before.text for before, token in pairwise(tokens) if token.text == b"=")
        names = {FIND, *self._accessors, *_HARMLESS}
        return (
            all(name in self._locals for name in sets)
            and all(call.name.text in names for call in calls(tokens))
            and not any(self._is_of_project(token) for token in tokens)
        )

    def _is_of_project(self, token: Token) -> bool:
        """Tell whether a token names a variable or a macro of the project, but for the definition and the accessor."""
        file = self._model.files[self._function.definition.path]
        if token.text in (self._definition, *self._accessors) or token.text in self._locals:
            return False
        used, expansion = file.written.get(token.start), file.expansions.get(token.start)
        is_variable = used is not None and used.kind is SymbolKind.VARIABLE and used.symbol in self._model.own_symbols
        return is_variable or (expansion is not None and expansion.definition is not None)

    def _value(self, tokens: Sequence[Token]) -> Gives | None:
        """Return what an expression gives; None if that isn't the state or the module."""
        return found_by(tokens, self._definition, self._accessors if self._has_state else frozenset(), self._held)

    def _held(self, name: bytes, *, is_called: bool) -> Gives | None:
        """Return what alone a local holds, if it isn't NULL."""
        if is_called or name not in self._locals or name in self._asked:
            return None
        self._asked.add(name)
        found = {self._value(value) for value in self._values(name) if not is_null(value)}
        self._asked.discard(name)
        return found.pop() if len(found) == 1 else None

    def _values(self, name: bytes) -> Iterator[tuple[Token, ...]]:
        """Yield what a local is given: up to the end of the statement, or of the parentheses around."""
        tokens = self._body.tokens
        for index, (token, sign) in enumerate(pairwise(tokens)):
            if token.text == name and sign.text == b"=":
                end, depth = index + 2, 0
                while depth or tokens[end].text not in (b";", b",", b")"):
                    depth += {b"(": 1, b")": -1}.get(tokens[end].text, 0)
                    end += 1
                yield tokens[index + 2 : end]
