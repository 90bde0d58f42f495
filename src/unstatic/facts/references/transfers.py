"""What a call does with the references to its arguments, functions and macros of the project included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import FORMATS, INCREASE, RELEASE, STEALS
from unstatic.facts.macros.called_functions import called, formatted
from unstatic.model.extension import Extension

_DEPTH = 4


def taken(model: Extension, call: Call, position: int, depth: int = 0) -> int:
    """Return how many references to the argument at *position* the call takes over; negative if it adds some."""
    name = called(model, call)
    if name in INCREASE:
        return -int(position == 0)
    if name in STEALS:
        return int(position in STEALS[name])
    if name in FORMATS:
        return int(_may_be_stolen(model, call, position))
    macro = model.macros.get(name.decode("latin-1"))
    if macro is not None and macro.definition.parameters is not None:
        if position >= len(macro.definition.parameters):
            return 0
        return _in_tokens(model, macro.body, macro.definition.parameters[position].encode(), depth)
    function = _function(model, name)
    if function is None or depth >= _DEPTH:
        return 0
    parameters = model.functions[function].definition.parameters
    if position >= len(parameters):
        return 0
    declared = model.by_symbol.get(parameters[position], ())
    body = model.body(function)
    return _in_tokens(model, body.tokens, declared[0].name.encode(), depth, body) if declared else 0


def _may_be_stolen(model: Extension, call: Call, position: int) -> bool:
    """Tell whether the format takes the argument over; one that can't be read may."""
    stolen = formatted(model, call)
    return position > FORMATS[called(model, call)] and (stolen is None or position in stolen)


def _function(model: Extension, name: bytes) -> str | None:
    found = [symbol for symbol, item in model.functions.items() if item.name.encode() == name]
    return found[0] if len(found) == 1 else None


def _in_tokens(
    model: Extension, tokens: Sequence[Token], name: bytes, depth: int, body: Statement | None = None
) -> int:
    """Count what the calls among *tokens* take of the variable *name*."""
    count = 0
    for call in calls(tokens):
        for position in _positions(call, name):
            if called(model, call) in RELEASE:
                count += int(body is not None and _is_unconditional(body, call))
            else:
                count += taken(model, call, position, depth + 1)
    return count


def _positions(call: Call, name: bytes) -> Iterable[int]:
    for position, argument in enumerate(call.arguments):
        inner = strip_casts(argument)
        if inner and inner[0].text == b"&":
            inner = strip_casts(inner[1:])
        if len(inner) == 1 and inner[0].text == name:
            yield position


def _is_unconditional(body: Statement, call: Call) -> bool:
    path = body.path_to(call.name.start)
    return all(item.kind in (StatementKind.BLOCK, StatementKind.SIMPLE) for item in path)
