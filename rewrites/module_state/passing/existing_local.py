"""Locals that hold the state that a module has already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind, calls, is_address_of, strip_casts
from unstatic.facts.module.existing_state import FETCH, OwnState
from unstatic.model.extension import Declaration, Extension, SymbolKind
from unstatic.model.initialiser_values import is_null


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
    tokens = strip_casts(value)
    call = next(iter(calls(tokens)), None)
    if call is None or call.name is not tokens[0] or call.close is not tokens[-1] or len(call.arguments) != 1:
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
