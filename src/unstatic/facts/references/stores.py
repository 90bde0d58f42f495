"""What is stored in a global: the assignments to it, those of macros and of Py_SETREF with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, calls, closing, is_alone
from unstatic.capi.references import REPLACE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.paths.places import end_of_place
from unstatic.model.extension import Extension, GlobalKind, Macro, Reference
from unstatic.model.fact import fact


@dataclass(frozen=True, slots=True)
class Store:
    """One assignment to a global."""

    path: Path
    function: str
    offset: int
    value: tuple[Token, ...]
    """What is written to the right of the `=`, or in the macro that has one."""


@fact
def stores_of(model: Extension, symbol: str) -> tuple[Store, ...]:
    """Return the assignments `symbol = value` in functions, in source order."""
    return tuple(
        store
        for use in model.uses.get(symbol, ())
        if use.function in model.functions and use.via_macro is None and (store := _store(model, use)) is not None
    )


def _store(model: Extension, use: Reference) -> Store | None:
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    tokens = path[-1].tokens if path else ()
    index = next((i for i, token in enumerate(tokens) if token.start == use.offset), None)
    if index is None:
        return None
    after = _behind(model, use, tokens, index)
    if after < len(tokens) and tokens[after].text == b"=":
        value: tuple[Token, ...] | None = assigned_value(tokens[after + 1 :])
    else:
        value = _replacing(model, path[-1], use.offset) or _macro_value(model, path[-1], use.offset)
    return None if value is None else Store(use.path, use.function, use.offset, value)


def _behind(model: Extension, use: Reference, tokens: Sequence[Token], index: int) -> int:
    """Return the index behind a name with its subscripts; behind the members, too, of a struct that holds objects."""
    item = model.global_by_symbol(use.symbol)
    if item is not None and item.kind is GlobalKind.OBJECT_HOLDER:
        return end_of_place(tokens, index + 1)
    after = index + 1
    while after < len(tokens) and tokens[after].text == b"[":
        after = closing(tokens, after) + 1
    return after


def _replacing(model: Extension, statement: Statement, offset: int) -> tuple[Token, ...] | None:
    """Return the new value of the variable at *offset* where it is the first argument of Py_SETREF."""
    for call in calls(statement.tokens, lambda name: name.start < offset):
        if called(model, call) in REPLACE and len(call.arguments) == 2 and is_alone(call.arguments[0], offset):
            return call.arguments[1]
    return None


def _macro_value(model: Extension, statement: Statement, offset: int) -> tuple[Token, ...] | None:
    """Return what a macro assigns to the argument written at *offset*; None if it assigns nothing to it."""
    for call in calls(statement.tokens, lambda name: name.start < offset):
        macro = model.macros.get(call.name.text.decode("latin-1"))
        position = next((i for i, item in enumerate(call.arguments) if is_alone(item, offset)), None)
        parameters = macro.definition.parameters or () if macro is not None else ()
        if macro is not None and position is not None and position < len(parameters):
            value = next(_assigned(macro, parameters[position].encode()), None)
            if value is not None:
                return value
    return None


def _assigned(macro: Macro, parameter: bytes) -> Iterator[tuple[Token, ...]]:
    """Yield the right sides of `parameter = ...` in the macro's body."""
    for index, token in enumerate(macro.body[:-2]):
        follows = macro.body[index + 1].text
        wrapped = follows == b")" and index > 0 and macro.body[index - 1].text == b"("
        at = index + 2 if wrapped else index + 1
        if token.text == parameter and macro.body[at].text == b"=":
            yield assigned_value(macro.body[at + 1 :])


def assigned_value(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of the assigned expression: up to `;`, `,` or the bracket that ends it."""
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text in (b";", b",", b")", b"]", b"}"):
            break
        position = closing(tokens, position) + 1 if text in (b"(", b"[", b"{") else position + 1
    return tuple(tokens[:position])
