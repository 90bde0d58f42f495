"""What lets the initialisation run once only: `if (started) abort();`, or a failure, where the first run set it.

Single-phase initialisation runs once in a process, however often the module is imported; an exec slot runs for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.references import ENDS
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import running_once
from unstatic.facts.module.state_size import size_number
from unstatic.facts.once.flags import FAILED
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.text.source import Location

_ENDS = ENDS | {b"_Exit", b"_exit", b"abort", b"exit", b"quick_exit"}
_SET = ((), (b"!=", b"NULL"), (b"!=", b"0"), (b">", b"0"), (b"==", b"1"), (b"==", b"true"))


def runs_once(model: Extension) -> bool:
    """Tell whether the initialisation runs once per process, however often the module is imported."""
    if model.init is None or model.init.multi_phase:
        return False
    definition = model.module_def()
    size = definition.fields.get("m_size") if definition is not None else None
    if definition is None or size is None:
        return definition is None
    number = size_number(model, definition)
    is_struct = size.value.lstrip(b" (").startswith(b"sizeof")
    return not is_struct and (number is None or number < 0)


@fact
def second_runs(model: Extension) -> tuple[tuple[Global, Location], ...]:
    """Return the variables with C data whose being set ends the initialisation, and where it asks (G320)."""
    data = {item.symbol: item for item in model.globals if item.kind is GlobalKind.DATA and item.written}
    if model.init is None or not data:
        return ()
    return tuple(
        found for symbol in running_once(model) if symbol in model.functions for found in _tests(model, symbol, data)
    )


def _tests(model: Extension, function: str, data: dict[str, Global]) -> Iterator[tuple[Global, Location]]:
    definition = model.functions[function].definition
    if definition.body is None:
        return
    file = model.files[definition.path]
    for statement in model.body(function).walk():
        if statement.kind is not StatementKind.IF or not statement.head or not _ends(statement.children[:1]):
            continue
        use = file.written.get(statement.head[0].start)
        item = data.get(use.symbol) if use is not None else None
        if item is None or not _is_for_set(statement.head):
            continue
        if not _is_set_before(model, function, definition.path, statement, item):
            yield item, model.location(definition.path, statement.head[0].start)


def _is_for_set(head: tuple[Token, ...]) -> bool:
    """Tell whether a condition that begins with a variable holds where that is set: `x`, `x != NULL`, `x[0].y`."""
    texts = tuple(token.text for token in head)
    at = next((index for index, text in enumerate(texts) if text in (b"!=", b">", b"==")), len(texts))
    operators = {b"!", b"&&", b"||", b"(", b"?", b"<", b"=", b"+", b"-", b"&", b"|", b","}
    return texts[at:] in _SET and operators.isdisjoint(texts[:at])


def _ends(branches: tuple[Statement, ...]) -> bool:
    """Tell whether a branch ends the process, or fails."""
    if not branches:
        return False
    branch = branches[0]
    if any(token.text in _ENDS for token in branch.tokens):
        return True
    last = branch.last
    is_failure = last.kind is StatementKind.RETURN and b"".join(token.text for token in last.head) in FAILED
    return is_failure or (branch.leaves and any(token.text.startswith(b"PyErr_") for token in branch.tokens))


def _is_set_before(model: Extension, function: str, path: Path, test: Statement, item: Global) -> bool:
    """Tell whether the same run sets the variable ahead of the test, itself or by what it calls."""
    earlier = [use for use in model.uses_in.get(function, ()) if use.path == path and use.offset < test.span.start]
    called = {symbol for use in earlier if use.symbol in model.functions for symbol in reached(model, use.symbol)}
    return any(
        use.function in called or (use.function == function and use.path == path and use.offset < test.span.start)
        for use in item.written
    )
