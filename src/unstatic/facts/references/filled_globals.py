"""Globals that helpers fill by their address, with an object that they don't own.

`*error = PyErr_NewException(...)` gives a global a reference, and `PyModule_AddObject(module, name, *error)` takes it
away. A static never needed one of its own; a field of the module state does (R9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, closing, strip_casts
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.paths.effects import Scope
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Value
from unstatic.facts.references.paths.summaries import spare, summaries_of
from unstatic.facts.references.paths.watched import Moment, watched
from unstatic.model.extension import Extension, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Missing:
    """A reference that a function has to take for the global that it fills."""

    function: str
    before: Statement
    text: bytes
    """What is counted: an expression for the object."""
    is_there: bool
    """Whether the object is known not to be NULL."""


@fact
def missing_references(model: Extension) -> tuple[Missing, ...]:
    """Return what has to be counted so that globals own what the initialisation's helpers leave in them."""
    return tuple(found for function in sorted(model.init_only_functions) for found in _missing(model, function))


def _missing(model: Extension, function: str) -> Iterator[Missing]:
    for position, _ in enumerate(model.functions[function].definition.parameters):
        uses = model.uses.get(function, ())
        if uses and all(_gives_global(model, use, position) for use in uses):
            found = _in_helper(model, function, position)
            if found is not None:
                yield found


def _gives_global(model: Extension, use: Reference, position: int) -> bool:
    """Tell whether a use of a function is a call that gives it the address of a global object."""
    if not use.is_call or use.function is None:
        return False
    file = model.files[use.path].at(use.offset)
    if use.via_macro is not None:
        index = file.index_at(use.offset)
        given = file.tokens[index : closing(file.tokens, index + 1)] if file.tokens[index + 1].text == b"(" else ()
    else:
        call = model.call_at(use.function, use.offset)
        given = () if call is None or position >= len(call.arguments) else call.arguments[position]
    objects = [token for before, token in zip(given, given[1:], strict=False) if before.text == b"&"]
    return bool(objects) and all(_is_object(model, file.written.get(token.start)) for token in objects)


def _is_object(model: Extension, reference: Reference | None) -> bool:
    item = model.global_by_symbol(reference.symbol) if reference is not None else None
    return item is not None and item.kind in (GlobalKind.OBJECT, GlobalKind.TYPE)


def _in_helper(model: Extension, function: str, position: int) -> Missing | None:
    """Return where a reference is missing to what a function leaves behind the parameter at *position*."""
    symbol = model.functions[function].definition.parameters[position]
    moments: list[Moment] = []
    found = summaries_of(model).filling(function, position, lambda scope: watched(scope, symbol, moments))
    if found is None:
        return None
    scope, exits = found
    lent = {value for way in exits if (value := _lent(way, symbol, scope)) is not None}
    if not lent or any(value in way.state.doubtful for way in exits for value in lent):
        return None
    # Each path must have stored and given away at the same places.
    last = {moment.value: moment for moment in moments if moment.value in lent}
    stores = {moment.value: moment for moment in moments if moment.value in lent and moment.is_store}
    places = {(moment.at, stores[value].at) for value, moment in last.items() if value in stores}
    if len(places) != 1 or len(stores) != len(lent):
        return None
    # A path on which the same statement stores NULL leaves nothing behind.
    empty = {moment.at for moment in moments if not isinstance(moment.value, Value)}
    is_there = all(one.is_there for one in last.values()) and all(one.at not in empty for one in stores.values())
    return _placed(model, function, next(iter(last.values())), is_there)


def _lent(way: Exit, symbol: str, scope: Scope) -> Value | None:
    """Return what a path leaves behind the parameter without a reference; None if it leaves nothing, or enough."""
    value = way.state.held.get(symbol)
    is_lent = isinstance(value, Value) and symbol in way.state.stored and spare(way.state, value, scope) == -1
    return value if isinstance(value, Value) and is_lent else None


def _placed(model: Extension, function: str, moment: Moment, is_there: bool) -> Missing | None:
    """Return the increment just before a moment; None if no statement can stand there."""
    body = model.body(function)
    statement = body.path_to(moment.at)[-1]
    kinds = (StatementKind.SIMPLE, StatementKind.RETURN, StatementKind.IF)
    before = [token.text for token in statement.head if token.start < moment.at]
    if statement.kind not in kinds or not is_in_block(body, statement) or {b"&&", b"||", b"?"} & set(before):
        return None
    named = _stored(statement, moment.at) if moment.is_store else moment.named
    if named is None or not all(token.kind is TokenKind.IDENT or token.text == b"*" for token in named):
        return None
    source = model.files[model.functions[function].definition.path].source
    # A parameter that was read as what it points to has lost its star.
    start = next(token.start for token in statement.head if token.end == named[-1].end)
    text = source.text(Span(start, named[-1].end))
    star = b"*" if any(one == text for one in _pointers(model, function)) else b""
    return Missing(function, statement, star + text, is_there)


def _pointers(model: Extension, function: str) -> Iterator[bytes]:
    """Yield the names of the parameters that point to pointers."""
    for symbol in model.functions[function].definition.parameters:
        declared = model.by_symbol[symbol][0]
        if declared.canonical_type.count("*") == 2:
            yield declared.name.encode("latin-1", "backslashreplace")


def _stored(statement: Statement, at: int) -> tuple[Token, ...] | None:
    """Return the variable whose value a statement stores at an offset, and does nothing else."""
    index = next((i for i, token in enumerate(statement.head) if token.start == at), None)
    if index is None or [token.text for token in statement.head[index + 1 : index + 2]] != [b"="]:
        return None
    value = strip_casts(statement.head[index + 2 :])
    return value if len(value) == 1 and value[0].kind is TokenKind.IDENT else None
