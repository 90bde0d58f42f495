"""`PyModule_AddObject(module, "error", state->error);` of a state that was there, and whose m_clear releases the field.

A module that was made once hardly ever went, so that nobody saw the reference that is dropped twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, strip_casts
from unstatic.capi.references import GIVES_NEW, INCREASE, RELEASE, SHARE, STEALS
from unstatic.capi.types import OBJECT_RECORDS
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.model.extension import Extension
from unstatic.rewriting.increments import increment_before
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def given_field_edits(model: Extension) -> Iterator[Edit]:
    """Yield an increment before each call that takes over the only reference of a field that a hook releases."""
    own = own_state(model)
    if own is None:
        return
    released = set(_named(model, (function.symbol for function in module_hooks(model).values()), RELEASE))
    functions = init_functions(model)
    counted = set(_named(model, functions, INCREASE | SHARE))
    for member in own.members:
        is_object = member.pointee_record in OBJECT_RECORDS and member.canonical_type.count("*") == 1
        if is_object and member.symbol in released - counted:
            for function in functions:
                yield from _increments(model, function, member.symbol)


def _named(model: Extension, functions: Iterator[str] | Sequence[str], calls: frozenset[bytes]) -> Iterator[str]:
    """Yield the fields that are arguments of *calls*."""
    for function in functions:
        for call in model.calls(function):
            if call.name.text in calls:
                yield from (_field(model, function, item) for item in call.arguments)


def _field(model: Extension, function: str, argument: Sequence[Token]) -> str:
    """Return the field that an argument ends with; empty if it isn't one."""
    tokens = strip_casts(argument)
    is_member = len(tokens) > 2 and tokens[-2].text in (b"->", b".")
    use = model.file_of(model.functions[function].definition).written.get(tokens[-1].start) if is_member else None
    return use.symbol if use is not None else ""


def _increments(model: Extension, function: str, field: str) -> Iterator[Edit]:
    file = model.file_of(model.functions[function].definition)
    body = model.body(function)
    stored = [item for item in body.walk() if _is_made(model, function, item, field)]
    if not stored:
        return
    for call in model.calls(function):
        for argument in _given(model, function, call, field):
            path = body.path_to(call.name.start)
            statement = next((item for item in reversed(path) if is_in_block(body, item)), None)
            if statement is None or not statement.tokens[0].opens_line:
                continue
            between = Span(stored[0].span.start, statement.span.start)
            is_there = any(_is_test(model, function, item, field) for item in body.walk() if item.span.start in between)
            at = statement.span.start
            text = file.source.text(Span(argument[0].start, argument[-1].end))
            yield Edit(file.source.path, Span(at, at), increment_before(file.source, at, text, is_there=is_there))


def _given(model: Extension, function: str, call: Call, field: str) -> Iterator[Sequence[Token]]:
    for index in STEALS.get(call.name.text, ()):
        if index < len(call.arguments) and _field(model, function, call.arguments[index]) == field:
            yield strip_casts(call.arguments[index])


def _is_made(model: Extension, function: str, statement: Statement, field: str) -> bool:
    """Tell whether a statement is `state->field = made();`, or tests that, and gives the object to nothing else."""
    tokens = statement.head
    equals = [index for index, token in enumerate(tokens) if token.text == b"="]
    if len(equals) != 1 or statement.kind not in (StatementKind.SIMPLE, StatementKind.IF):
        return False
    value = strip_casts(tokens[equals[0] + 1 :])
    return _field(model, function, tokens[: equals[0]]) == field and bool(value) and value[0].text in GIVES_NEW


def _is_test(model: Extension, function: str, statement: Statement, field: str) -> bool:
    if statement.kind is not StatementKind.IF or not statement.children[0].leaves:
        return False
    file = model.file_of(model.functions[function].definition)
    uses = (file.written.get(token.start) for token in statement.head)
    return any(use is not None and use.symbol == field for use in uses)
