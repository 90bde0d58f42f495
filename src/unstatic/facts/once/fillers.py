"""What fills tables of the process in the initialisation, with nothing of Python: `setup_digit_table();`, or a loop.

Single-phase initialisation runs once in a process, an exec slot for every module. By then others may read the tables:
in another interpreter, or on another thread where there is no GIL.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.process import DONE_ONCE
from unstatic.capi.references import ENDS
from unstatic.capi.types import NUMBERS
from unstatic.model.extension import Extension, File, GlobalKind
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Filler:
    """Statements one after the other that fill the same tables, and the first variable that they change."""

    statements: tuple[Statement, ...]
    variable: str

    @property
    def span(self) -> Span:
        """From the first statement to the last."""
        return Span(self.statements[0].span.start, self.statements[-1].span.end)


def fillers(model: Extension, function: str) -> Iterator[Filler]:
    """Yield calls and loops that always run when *function* does, in order."""
    file = model.files[model.functions[function].definition.path]
    together: list[Statement] = []
    variables: dict[str, None] = {}
    for statement in model.body(function).children:
        changed = _filled(model, function, statement)
        if together and (variables.keys().isdisjoint(changed) or _is_parted(file, together[-1], statement)):
            yield Filler(tuple(together), next(iter(variables)))
            together, variables = [], {}
        if changed:
            together.append(statement)
            variables.update(dict.fromkeys(changed))


def _filled(model: Extension, function: str, statement: Statement) -> tuple[str, ...]:
    """Return the names of the variables that a statement fills; none if it does anything else, or asks by itself."""
    file = model.files[model.functions[function].definition.path]
    words = words_in(model, file, statement.tokens)
    if not words.isdisjoint((b"return", b"goto")) or any(map(is_python, words)) or not is_whole(file, statement):
        return ()
    named = [use.symbol for token in statement.tokens if (use := file.written.get(token.start)) is not None]
    called = [symbol for symbol in named if symbol in model.functions]
    if statement.kind is StatementKind.SIMPLE:
        found = next(calls(statement.head), None)
        is_call = found is not None and found.span == Span(statement.head[0].start, statement.head[-1].end)
        asks = any(_asks_first(model, symbol) for symbol in called)
        asks = asks or (found is not None and DONE_ONCE.search(found.name.text) is not None)
        if not is_call or asks or not locals_of(model, function).isdisjoint(named):
            return ()
    elif statement.kind is not StatementKind.LOOP or is_needed(model, function, statement):
        return ()
    reached = [_reached(model, symbol) for symbol in called]
    return _changed(model, file.source.path, statement.span, tuple(chain(*reached))) if all(reached) else ()


def words_in(model: Extension, file: File, tokens: Sequence[Token]) -> set[bytes]:
    """Return what stands there, and what the macros write that are used there.

    An import can fail: what it fills has to be filled by the next module then (G443).
    """
    found = {token.text for token in tokens}
    for token in tokens:
        use = file.expansions.get(token.start)
        if use is not None:
            opened = model.expanded(use)
            # What can't be followed could be anything.
            found |= {made.text for made in opened.tokens} if opened is not None else {b"Py_"}
    return found


def is_whole(file: File, statement: Statement) -> bool:
    """Tell whether no `#if` group and no line of a string lies in a statement."""
    tokens = statement.tokens
    return not any(file.is_conditional(token.start) or b"\n" in token.text for token in tokens)


def _is_parted(file: File, first: Statement, second: Statement) -> bool:
    """Tell whether a directive stands between two statements."""
    return b"#" in file.source.text(Span(first.span.end, second.span.start))


def locals_of(model: Extension, function: str) -> frozenset[str]:
    parameters = model.functions[function].definition.parameters
    return frozenset(
        (*(item.symbol for item in model.locals.get(function, ()) if item.storage != "static"), *parameters)
    )


def is_needed(model: Extension, function: str, loop: Statement) -> bool:
    """Tell whether something of the function reads afterwards what a loop leaves in a local variable."""
    file = model.files[model.functions[function].definition.path]
    inside = {item.symbol for item in model.locals.get(function, ()) if item.name_span.start in loop.span}
    outer = locals_of(model, function) - inside
    tokens = model.body(function).tokens
    used = {use.symbol for token in loop.tokens if (use := file.written.get(token.start)) is not None} & outer
    for index, token in enumerate(tokens):
        use = file.written.get(token.start)
        if token.start >= loop.span.end and use is not None and use.symbol in used:
            if tokens[index + 1].text != b"=":
                return True
            used.discard(use.symbol)
    return False


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
        file = model.files[function.definition.path].at(function.definition.body.start)
        tokens = file.tokens_in(function.definition.body)
        if function.alternatives or any(map(is_python, words_in(model, file, tokens))):
            return ()
        waiting += [file.written[token.start].symbol for token in tokens if token.start in file.written]
    return tuple(found)


def is_python(name: bytes) -> bool:
    return name.startswith((b"Py", b"_Py")) and name not in ENDS | NUMBERS


def _changed(model: Extension, path: Path, span: Span, functions: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the variables that a statement and functions change; none if one of them holds objects."""
    found = [
        item
        for item in model.globals
        if any(use.function in functions or (use.path == path and use.offset in span) for use in item.written)
    ]
    return tuple(item.name for item in found) if all(item.kind is GlobalKind.DATA for item in found) else ()


def _asks_first(model: Extension, symbol: str) -> bool:
    """Tell whether the function begins with a test of what it fills, as one does that fills its tables once."""
    file = model.file_of(model.functions[symbol].definition)
    tests = [item.head for item in model.body(symbol).children[:2] if item.kind is StatementKind.IF]
    named = {use.symbol for head in tests for token in head if (use := file.written.get(token.start)) is not None}
    read = named | {use.symbol for one in named if one in model.functions for use in model.uses_in.get(one, ())}
    filled = _reached(model, symbol)
    return any(item.symbol in read and any(use.function in filled for use in item.written) for item in model.globals)
