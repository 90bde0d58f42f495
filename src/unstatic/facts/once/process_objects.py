"""Globals that keep an object around data of which a process has one: `default_loop`, made of uv_default_loop() (G423).

With single-phase initialisation the object is one per process, as its data is. In the module state each module would
make one of its own, and all of them would initialise, change and free the same data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.process import CALLS, DATA
from unstatic.capi.slots import MAKES_INSTANCES
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.once.hooks import ProcessHook, unconditional_calls
from unstatic.facts.references.stores import stores_of
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of


@fact
def objects_of_process(model: Extension) -> dict[str, Obstacle]:
    """Return the globals that hold such an object, by symbol, and what is in the way of one for each module."""
    if not any(DATA & file.lexed.words for file in model.files.values()):
        return {}
    objects = [item for item in model.globals if item.kind is not GlobalKind.DATA]
    return {item.symbol: found for item in objects if (found := _around_data(model, item)) is not None}


@fact
def started_once(model: Extension) -> tuple[ProcessHook, ...]:
    """Return the calls of the initialisation that a process can make once, unless it asks first."""
    return unconditional_calls(model, CALLS)


def _around_data(model: Extension, item: Global) -> Obstacle | None:
    for store in stores_of(model, item.symbol):
        found = _given(model, store.path, store.value) or _tied(model, store.function, store.value)
        if found:
            reason = f"it is around what {found}() gives, of which a process has one: modules would share that"
            return Obstacle(reason, "load-once", model.location(store.path, store.offset), subject_of(model, item))
    return None


def _given(model: Extension, path: Path, tokens: Sequence[Token]) -> str:
    """Return the function that gives data of the process in an expression, or in what it calls; empty if none does."""
    direct = next((call.name.text for call in calls(tokens, lambda token: token.text in DATA)), None)
    if direct is not None:
        return direct.decode()
    written = model.files[path].written
    named = [use.symbol for token in tokens if (use := written.get(token.start)) is not None]
    starts = (function for symbol in named for function in _run_by(model, symbol))
    return next((found for start in starts if (found := _giver(model, start))), "")


def _run_by(model: Extension, symbol: str) -> Iterator[str]:
    """Yield what is run where a name is used: the function, or those that make instances of the type."""
    static = model.type_by_symbol(symbol)
    found = [static.function(slot) for slot in MAKES_INSTANCES] if static is not None else [symbol]
    yield from (function for function in found if function is not None and function in model.functions)


def _giver(model: Extension, function: str) -> str:
    names = (call.name.text for symbol in reached(model, function) for call in model.calls(symbol))
    return next((name.decode() for name in names if name in DATA), "")


def _tied(model: Extension, function: str, value: Sequence[Token]) -> str:
    """Return the function whose data one statement of a function ties to the variable that has the value."""
    path = model.functions[function].definition.path
    parts = [_own_tokens(statement) for statement in model.body(function).walk()]
    given = [(found, _locals_in(model, function, part)) for part in parts if (found := _given(model, path, part))]
    wanted = _locals_in(model, function, value)
    for name, tied in given:
        also = [names for part in parts if not tied.isdisjoint(names := _locals_in(model, function, part))]
        if not wanted.isdisjoint(tied.union(*also)):
            return name
    return ""


def _own_tokens(statement: Statement) -> Sequence[Token]:
    """Return the tokens of a statement without those of others in it."""
    return statement.tokens if statement.kind is StatementKind.SIMPLE else statement.head


def _locals_in(model: Extension, function: str, tokens: Sequence[Token]) -> set[str]:
    names = {item.name for item in model.locals.get(function, ())}
    return {name for token in tokens if token.kind is TokenKind.IDENT and (name := token.text.decode()) in names}
