"""Objects that a function puts into an array or a struct of its own, and hands on from there."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.nodes import Braces, Declarator
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import INCREASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.transfers import taken
from unstatic.model.extension import Extension
from unstatic.model.uses import Use, use_of


@dataclass(frozen=True, slots=True)
class Carried:
    """An object in a local aggregate, and the calls that are given what the aggregate holds."""

    function: str
    offset: int
    calls: tuple[Call, ...]
    taken: int
    """How many references to each element the calls take over."""


def carried(model: Extension, symbol: str, function: str) -> tuple[Carried, ...]:
    """Return the local aggregates of *function* whose initialiser holds *symbol*."""
    body = model.body(function)
    found = []
    for use in model.uses.get(symbol, ()):
        if use.function != function or use.via_macro is not None:
            continue
        name = _aggregate(use_of(model, use))
        if name:
            names = elements_of(body, name)
            given = tuple(_given(body, names))
            count = sum(_taken(model, call, names) for call in given)
            found.append(Carried(function, use.offset, given, count))
    return tuple(found)


def elements_of(body: Statement, name: bytes) -> frozenset[bytes]:
    """Return the aggregate's name, and those of the variables that are given one of its elements."""
    found = {name}
    for statement in body.walk():
        tokens = statement.head
        at = next((index for index, token in enumerate(tokens) if token.text == b"="), 0)
        value = strip_casts(tokens[at + 1 :]) if at and statement.kind is StatementKind.SIMPLE else ()
        if len(value) > 1 and value[0].text == name and value[1].text == b"[" and not any(calls(value)):
            found.add(tokens[at - 1].text)
    return frozenset(found)


def taken_elements(model: Extension, tokens: Sequence[Token], names: Container[bytes]) -> tuple[Call | None, int]:
    """Return how many references to each element the calls among *tokens* take over, and the last that takes one."""
    taking = [(call, _taken(model, call, names)) for call in calls(tokens)]
    last = next((call for call, count in reversed(taking) if count > 0), None)
    return last, sum(count for _, count in taking)


def _aggregate(use: Use) -> bytes:
    """Return the name of the variable whose brace initialiser holds a use; empty if there is none."""
    found = next((node for node in use.around if isinstance(node, Declarator)), None)
    return found.name.text if found is not None and found.name and isinstance(found.value, Braces) else b""


def taken_argument(model: Extension, call: Call) -> tuple[Token, ...]:
    """Return the argument of which a call takes a reference over, casts left out."""
    return next(
        strip_casts(argument) for position, argument in enumerate(call.arguments) if taken(model, call, position) > 0
    )


def _given(body: Statement, names: Container[bytes]) -> list[Call]:
    """Return the innermost calls that get an element, or something in one, as an argument."""
    found = [call for call in calls(body.tokens) if any(_is_element(item, names) for item in call.arguments)]
    return [call for call in found if not any(other is not call and call.span.covers(other.span) for other in found)]


def _is_element(argument: Sequence[Token], names: Container[bytes]) -> bool:
    texts = [token.text for token in argument if token.text not in (b"(", b")", b"*", b"PyObject", b"&")]
    return bool(texts) and texts[0] in names and not any(text in (b"==", b"!=", b"<") for text in texts)


def _taken(model: Extension, call: Call, names: Container[bytes]) -> int:
    if not any(_is_element(argument, names) for argument in call.arguments):
        return 0
    if called(model, call) in INCREASE:
        return -1
    count = 0
    for position, argument in enumerate(call.arguments):
        if _is_element(argument, names):
            count += taken(model, call, position)
    return count
