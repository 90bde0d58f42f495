"""Hooks of the process that the initialisation adds: what it calls at its end, once for each time that it was told.

Single-phase initialisation adds a hook once, an exec slot with each module: CPython refuses the 33rd, and what hooks
free would be freed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, calls
from unstatic.capi.process import REGISTERING
from unstatic.facts.module.helpers import running_once
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.text.source import Location, Span

_FAILED = ((), (b"<", b"0"), (b"!=", b"0"), (b"==", b"-", b"1"))


@dataclass(frozen=True, slots=True)
class ProcessHook:
    """One call that adds a hook, in a function of the initialisation."""

    function: str
    call: Call
    statement: Statement | None
    """A whole statement that a test can stand around, or an `if` that asks whether the call failed; else None."""
    location: Location

    @property
    def name(self) -> str:
        """The function that is registered, as far as it is named."""
        given = self.call.arguments[0] if self.call.arguments else ()
        words = [token for token in given if token.text != b"&"]
        is_named = len(words) == 1 and words[0].kind is TokenKind.IDENT
        return words[0].text.decode("latin-1") if is_named else "exit_hook"


@fact
def process_hooks(model: Extension) -> tuple[ProcessHook, ...]:
    """Return the hooks that are added unconditionally; who asks first does so once by himself (G319)."""
    return unconditional_calls(model, REGISTERING)


def unconditional_calls(model: Extension, names: Set[bytes]) -> tuple[ProcessHook, ...]:
    """Return the calls of those *names* in the initialisation that no test decides about."""
    if model.init is None or not any(names & file.lexed.words for file in model.files.values()):
        return ()
    functions = (symbol for symbol in running_once(model) if symbol in model.functions)
    return tuple(call for symbol in functions for call in _unconditional_calls(model, symbol, names))


def _unconditional_calls(model: Extension, symbol: str, names: Set[bytes]) -> Iterator[ProcessHook]:
    function = model.functions[symbol]
    if function.definition.body is None:
        return
    path = function.definition.path
    body = model.body(symbol)
    for call in calls(body.tokens, lambda token: token.kind is TokenKind.IDENT and token.text in names):
        *around, statement = body.path_to(call.name.start)
        asks_first = any(token.text == b"&&" for token in statement.head if token.start < call.name.start)
        if not asks_first and not any(one.kind is StatementKind.IF for one in around):
            is_alone = bool(around) and around[-1].kind is StatementKind.BLOCK and _is_whole(model, symbol, statement)
            kept = statement if is_alone and _can_wait(statement, call) else None
            yield ProcessHook(symbol, call, kept, model.location(path, call.name.start))


def _can_wait(statement: Statement, call: Call) -> bool:
    """Tell whether a statement does nothing but add the hook, or leave where that failed."""
    if not statement.head or statement.head[0].start != call.name.start:
        return False
    rest = tuple(token.text for token in statement.head if token.start >= call.close.end)
    if statement.kind is StatementKind.SIMPLE:
        return not rest
    return statement.kind is StatementKind.IF and len(statement.children) == 1 and rest in _FAILED


def _is_whole(model: Extension, symbol: str, statement: Statement) -> bool:
    """Tell whether a statement ends where it begins for the preprocessor; an `if` may choose what it does then."""
    file = model.files[model.functions[symbol].definition.path]
    inside = file.directives_in(statement.span)
    if not statement.children:
        return not inside
    chosen = [one.span for one in file.conditionals_in(Span(statement.head[-1].end, statement.span.end))]
    return all(any(span.covers(one.span) for span in chosen) for one in inside)
