"""Assignments that a macro makes to its argument: `#define GET(VAR, NAME) VAR = PyObject_GetAttrString(m, NAME);`."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, calls, is_alone, strip_casts
from unstatic.capi.null import NULL
from unstatic.facts.references.origins import Origin, assigned_value, origin_of
from unstatic.model.extension import Extension, Macro


def macro_store(
    model: Extension, function: str, statement: Statement, offset: int
) -> tuple[tuple[Token, ...], Origin] | None:
    """Return what a macro assigns to the argument written at *offset*; None if it assigns nothing to it."""
    for call in calls(statement.tokens):
        macro = model.macros.get(call.name.text.decode("latin-1"))
        if macro is None or not call.holds(offset):
            continue
        position = next((i for i, item in enumerate(call.arguments) if is_alone(item, offset)), None)
        parameters = macro.definition.parameters or ()
        if position is None or position >= len(parameters):
            continue
        values = _assigned(macro, parameters[position].encode())
        if not values:
            continue
        origins = [_origin(model, function, macro, value, call.arguments) for value in values]
        known = [origin for origin in origins if origin is not Origin.NULL]
        return values[0], known[0] if len(set(known)) == 1 else Origin.UNKNOWN if known else Origin.NULL
    return None


def _assigned(macro: Macro, parameter: bytes) -> list[tuple[Token, ...]]:
    """Return the right sides of `parameter = ...` in the macro's body."""
    found = []
    for index, token in enumerate(macro.body[:-2]):
        follows = macro.body[index + 1].text
        wrapped = follows == b")" and index > 0 and macro.body[index - 1].text == b"("
        at = index + 2 if wrapped else index + 1
        if token.text == parameter and macro.body[at].text == b"=":
            found.append(assigned_value(macro.body[at + 1 :]))
    return found


def _origin(
    model: Extension, function: str, macro: Macro, value: Sequence[Token], arguments: Sequence[Sequence[Token]]
) -> Origin:
    inner = strip_casts(value)
    parameters = [name.encode() for name in macro.definition.parameters or ()]
    if len(inner) == 1 and inner[0].text in parameters:
        position = parameters.index(inner[0].text)
        return origin_of(model, function, arguments[position]) if position < len(arguments) else Origin.UNKNOWN
    call = next(iter(calls(inner)), None)
    if call is not None and call.name.start == inner[0].start and call.close.end == inner[-1].end:
        return origin_of(model, function, inner)
    return Origin.NULL if len(inner) == 1 and inner[0].text in NULL else Origin.UNKNOWN
