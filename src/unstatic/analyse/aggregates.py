"""Objects that a function puts into an array or a struct of its own, and hands on from there."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.analyse.refcounts.capi import INCREASE
from unstatic.analyse.transfers import taken
from unstatic.csyntax import Call, Statement, StatementKind, calls
from unstatic.model import Extension


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
        path = body.path_to(use.offset)
        name = _aggregate(path[-1], use.offset) if path else b""
        if name:
            given = tuple(_given(body, name))
            count = sum(_taken(model, call, name) for call in given)
            found.append(Carried(function, use.offset, given, count))
    return tuple(found)


def _aggregate(statement: Statement, offset: int) -> bytes:
    """Return the name of the variable whose brace initialiser holds *offset*; empty if there is none."""
    tokens = statement.tokens
    if statement.kind is not StatementKind.SIMPLE:
        return b""
    for index, token in enumerate(tokens[:-1]):
        if token.start >= offset:
            return b""
        if token.text == b"=" and tokens[index + 1].text == b"{" and index:
            names = [item for item in tokens[:index] if item.text not in (b"[", b"]") and not item.text.isdigit()]
            return names[-1].text if names else b""
    return b""


def _given(body: Statement, name: bytes) -> list[Call]:
    """Return the innermost calls that get an element, or something in one, as an argument."""
    found = [call for call in calls(body.tokens) if any(_is_element(item, name) for item in call.arguments)]
    return [call for call in found if not any(other is not call and call.span.covers(other.span) for other in found)]


def _is_element(argument: tuple, name: bytes) -> bool:  # type: ignore[type-arg]
    texts = [token.text for token in argument if token.text not in (b"(", b")", b"*", b"PyObject", b"&")]
    return texts[:1] == [name] and not any(text in (b"==", b"!=", b"<") for text in texts)


def _taken(model: Extension, call: Call, name: bytes) -> int:
    if call.name.text in INCREASE:
        return -1
    count = 0
    for position, argument in enumerate(call.arguments):
        if _is_element(argument, name):
            count += taken(model, call, position)
    return count
