"""Assertions about the fields of a static type that stand before it is made ready."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, only_call, split, strip_parentheses
from unstatic.capi.null import NULL
from unstatic.facts.module.ready_calls import made_ready
from unstatic.facts.places.at_file_level import conditions_of
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.fact import fact
from unstatic.rewriting.style import whole_lines


@dataclass(frozen=True)
class Assertion:
    """`assert(...);`, and the statement of the same function after which the type is there."""

    file: File
    statement: Statement
    ready: Statement


def early_assertions(model: Extension, static: StaticType) -> Iterator[Assertion]:
    """Yield the assertions that hold once the type is ready as well: what its initialiser gave it is never taken away.

    PyType_Ready fills in what is empty, so that only what isn't can be asserted later (`tp_weaklistoffset > 0`). Both
    statements run one after the other, and in the same `#if` groups.
    """
    made = made_ready(model, static)
    asserted = _asserted(model, made[0][0]) if len(made) == 1 else ()
    if not asserted or model.functions[made[0][0]].alternatives:
        return
    ((function, call),) = made
    file, body = model.files[model.functions[function].definition.path], model.body(function)
    ready = body.child_at(call.name.start)
    if ready is None or whole_lines(file, ready.span) == ready.span:
        return
    groups = conditions_of(file, ready.span.start)
    for statement, condition in asserted:
        is_early = statement.span.end <= ready.span.start and conditions_of(file, statement.span.start) == groups
        if is_early and all(_stays_true(part, static) for part in split(condition, b"&&")):
            yield Assertion(file, statement, ready)


@fact
def _asserted(model: Extension, function: str) -> tuple[tuple[Statement, Sequence[Token]], ...]:
    """Return the assertions that stand directly in the body of a function, with their conditions."""
    found = ((item, _condition(item)) for item in model.body(function).children)
    return tuple((item, condition) for item, condition in found if condition)


def _condition(statement: Statement) -> Sequence[Token]:
    """Return the tokens between the parentheses of `assert(...);`, none for another statement."""
    call = only_call(statement)
    return call.arguments[0] if call is not None and call.name.text == b"assert" and len(call.arguments) == 1 else ()


def _stays_true(part: Sequence[Token], static: StaticType) -> bool:
    """Tell whether the part of a condition says that a field which only the initialiser fills isn't empty."""
    texts = [token.text for token in strip_parentheses(part)]
    name = static.name.encode()
    is_set = any(item.name.encode() in texts for item in static.runtime)
    return (
        texts[:2] == [name, b"."]
        and not is_set
        and (texts[3:] in ([], [b">", b"0"]) or (texts[3:4] == [b"!="] and len(texts) == 5 and texts[4] in NULL))
    )
