"""Locals that hold the state that a module has already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import (
    Statement,
    StatementKind,
    is_address_of,
    split,
    strip_casts,
    strip_parentheses,
    whole_call,
)
from unstatic.facts.module.existing_state import FETCH, OwnState
from unstatic.facts.module.module_lookups import Gives, Lookups
from unstatic.model.extension import Declaration, Extension, SymbolKind
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Kept:
    """A local that holds the state from its declaration on, and the name of the module that it is of."""

    name: bytes
    module: bytes
    offset: int


def kept_state(model: Extension, function: str, own: OwnState) -> Kept | None:
    """Return the local of *function* that holds the state, given once and for all at the level of its body."""
    definition = model.functions[function].definition
    if definition.body is None:
        return None
    for item in model.locals.get(function, ()):
        if item.pointee_record == own.record.symbol and item.kind is SymbolKind.VARIABLE and item.function == function:
            kept = _kept(model, function, item, own)
            if kept is not None:
                return kept
    return None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A local that holds what the only lookup of its function finds, and its declaration."""

    name: bytes
    statement: Statement


def looked_up(model: Extension, function: str, lookups: Lookups) -> LookedUp | None:
    """Return the local that is declared for the state and never set again: `foo_state *st = FOO_STATE();`.

    The state that the function gets can have its name, and take its place.
    """
    found = [item for item in lookups.needing_state() if item.function == function]
    definition = model.functions[function].definition
    if len(found) != 1 or found[0].gives is not Gives.STATE or found[0].path != definition.path:
        return None
    (lookup,), body, file = found, model.body(function), model.files[definition.path]
    statement = next(iter(body.path_to(lookup.span.start)[-1:]), None)
    if statement is None or len(split(statement.head)) > 1 or file.is_conditional(lookup.span.start):
        return None
    declared = model.locals.get(function, ())
    held = next((one for one in declared if one.initialiser and lookup.span.start in one.initialiser), None)
    if held is None or held.initialiser is None or held.storage == "static" or model.functions[function].alternatives:
        return None
    value = strip_casts(strip_parentheses(file.tokens_in(held.initialiser)))
    is_whole = bool(value) and lookup.span.covers(Span(value[0].start, value[-1].end))
    name = held.name.encode()
    places = [index for index, token in enumerate(body.tokens) if token.text == name]
    changed = any(_changes(body.tokens, at) for at in places if body.tokens[at].start != held.name_span.start)
    is_only = sum(one.name == held.name for one in declared) == 1
    return LookedUp(name, statement) if is_whole and is_only and not changed else None


def _kept(model: Extension, function: str, item: Declaration, own: OwnState) -> Kept | None:
    name = item.name.encode()
    body = model.body(function)
    file = model.files[item.path].at(item.span.start)
    stores = [index for index, token in enumerate(body.tokens) if token.text == name and _changes(body.tokens, index)]
    if item.initialiser is not None and not is_null(file.tokens_in(item.initialiser)):
        statement = next((one for one in body.children if item.name_span.start in one.span), None)
        module = _fetched(file.tokens_in(item.initialiser), own)
        stores = [index for index in stores if body.tokens[index].start != item.name_span.start]
        return Kept(name, module, statement.span.end) if statement and module and not stores else None
    stores = [index for index in stores if body.tokens[index].start != item.name_span.start]
    if len(stores) != 1:
        return None
    at = body.tokens[stores[0]].start
    statement = next((one for one in body.children if one.kind is StatementKind.SIMPLE and one.span.start == at), None)
    module = _fetched(statement.head[2:], own) if statement is not None else b""
    return Kept(name, module, statement.span.end) if statement and module else None


def _fetched(value: Sequence[Token], own: OwnState) -> bytes:
    """Return the module whose state *value* is; empty if it's anything else."""
    call = whole_call(strip_casts(value))
    if call is None or len(call.arguments) != 1:
        return b""
    argument = strip_casts(call.arguments[0])
    is_fetch = call.name.text in (FETCH, own.accessor.encode())
    return argument[0].text if is_fetch and len(argument) == 1 else b""


def _changes(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether the name at *index* is a variable that gets a value there, or whose address is taken."""
    before = tokens[index - 1].text if index else b""
    after = tokens[index + 1].text if index + 1 < len(tokens) else b""
    stores = after in (b"=", b"++", b"--", b"+=", b"-=") or before in (b"++", b"--")
    return before not in (b".", b"->") and (stores or (before == b"&" and is_address_of(tokens, index - 1)))
