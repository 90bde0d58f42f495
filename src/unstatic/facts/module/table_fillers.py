"""Calls in the initialisation that fill tables of the process, with nothing of Python: `setup_digit_table();`.

Single-phase initialisation runs once in a process, an exec slot for every module. By then others may read the tables:
in another interpreter, or on another thread where there is no GIL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.model.extension import Extension, GlobalKind


@dataclass(frozen=True, slots=True)
class Filler:
    """A statement that is such a call, and the first variable that the function changes."""

    statement: Statement
    variable: str


def fillers(model: Extension, function: str) -> Iterator[Filler]:
    """Yield the calls that always run when *function* does, in order."""
    file = model.files[model.functions[function].definition.path]
    by_name = {item.name.encode(): symbol for symbol, item in model.functions.items()}
    for statement in model.body(function).children:
        found = tuple(calls(statement.head)) if statement.kind is StatementKind.SIMPLE else ()
        if len(found) != 1 or found[0].arguments or statement.head[0].start != found[0].name.start:
            continue
        symbol = by_name.get(found[0].name.text)
        if symbol is None or file.is_conditional(statement.span.start):
            continue
        reached = _reached(model, symbol)
        changed = _changed(model, reached) if reached else ()
        if changed and not _asks_first(model, symbol):
            yield Filler(statement, changed[0])


def _reached(model: Extension, symbol: str) -> tuple[str, ...]:
    """Return the functions of the project that run with a call, itself included; none if Python has a part in it."""
    found: list[str] = []
    waiting = [symbol]
    while waiting:
        here = waiting.pop()
        function = model.functions.get(here)
        if function is None or here in found or function.definition.body is None:
            continue
        found.append(here)
        file = model.files[function.definition.path]
        tokens = file.tokens_in(function.definition.body)
        if function.alternatives or any(_is_python(token.text) for token in tokens if token.kind is TokenKind.IDENT):
            return ()
        waiting += [file.written[token.start].symbol for token in tokens if token.start in file.written]
    return tuple(found)


def _is_python(name: bytes) -> bool:
    return name.startswith((b"Py", b"_Py"))


def _changed(model: Extension, functions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the variables that the functions change; none if one of them holds objects."""
    found = [item for item in model.globals if any(use.function in functions for use in item.written)]
    return tuple(item.name for item in found) if all(item.kind is GlobalKind.DATA for item in found) else ()


def _asks_first(model: Extension, symbol: str) -> bool:
    """Tell whether the function begins with a test, as one does that fills its tables once."""
    body = model.body(symbol).children
    return any(item.kind is StatementKind.IF for item in body[:2])
