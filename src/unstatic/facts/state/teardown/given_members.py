"""Members of a state of the module's own that are given away: `PyModule_AddObject(module, "error", state->error);`.

A module that was made once hardly ever went, so that nobody saw the reference that its hooks drop once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, strip_casts
from unstatic.capi.references import INCREASE, SHARE
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Declaration, Extension


@dataclass(frozen=True, slots=True)
class Gift:
    """A call that takes over the only reference of a member, in the initialisation."""

    function: str
    statement: Statement
    """The statement around it: one of a block, with a line of its own."""
    argument: Sequence[Token]
    is_there: bool
    """Whether the member was tested since it was set, so that it isn't NULL."""


def gifts(model: Extension, member: Declaration) -> tuple[Gift, ...] | None:
    """Return the calls that give the member's only reference away; None where an increment can't make up for one."""
    functions = init_functions(model)
    if member.symbol in named_in(model, functions, INCREASE | SHARE):
        return ()
    found = []
    for function in dict.fromkeys(use.function for use in model.uses.get(member.symbol, ()) if use.function):
        for argument in _given(model, function, member.symbol):
            gift = _gift(model, function, member.symbol, argument) if function in functions else None
            if gift is None:
                return None
            found.append(gift)
    return tuple(found)


def named_in(model: Extension, functions: Iterable[str], names: frozenset[bytes]) -> frozenset[str]:
    """Return the members that are arguments of calls of *names*."""
    calls = ((function, call) for function in functions for call in model.calls(function) if call.name.text in names)
    return frozenset(_member(model, function, argument) for function, call in calls for argument in call.arguments)


def _member(model: Extension, function: str, argument: Sequence[Token]) -> str:
    """Return the member that an argument ends with; empty if it isn't one."""
    tokens = strip_casts(argument)
    is_member = len(tokens) > 2 and tokens[-2].text in (b"->", b".")
    use = model.file_of(model.functions[function].definition).written.get(tokens[-1].start) if is_member else None
    return use.symbol if use is not None else ""


def _given(model: Extension, function: str, member: str) -> Iterator[Sequence[Token]]:
    """Yield the member as an argument of calls that take it over."""
    summaries = summaries_of(model)
    for call in model.calls(function):
        for position, argument in enumerate(call.arguments):
            if _member(model, function, argument) == member and summaries.takes(call, position):
                yield strip_casts(argument)


def _gift(model: Extension, function: str, member: str, argument: Sequence[Token]) -> Gift | None:
    body = model.body(function)
    stored = next((item for item in body.walk() if _is_made(model, function, item, member)), None)
    path = body.path_to(argument[0].start)
    statement = next((item for item in reversed(path) if is_in_block(body, item)), None)
    if stored is None or statement is None or not statement.tokens[0].opens_line:
        return None
    between = range(stored.span.start, statement.span.start)
    tests = (item for item in body.walk() if item.span.start in between and _is_test(model, function, item, member))
    return Gift(function, statement, argument, any(tests))


def _is_made(model: Extension, function: str, statement: Statement, member: str) -> bool:
    """Tell whether a statement is `state->member = made();`, or tests that, and gives the object to nothing else."""
    tokens = statement.head
    equals = [index for index, token in enumerate(tokens) if token.text == b"="]
    if len(equals) != 1 or statement.kind not in (StatementKind.SIMPLE, StatementKind.IF):
        return False
    value = strip_casts(tokens[equals[0] + 1 :])
    is_it = _member(model, function, tokens[: equals[0]]) == member
    return is_it and bool(value) and summaries_of(model).is_new(value)


def _is_test(model: Extension, function: str, statement: Statement, member: str) -> bool:
    if statement.kind is not StatementKind.IF or not statement.children[0].leaves:
        return False
    file = model.file_of(model.functions[function].definition)
    uses = (file.written.get(token.start) for token in statement.head)
    return any(use is not None and use.symbol == member for use in uses)
