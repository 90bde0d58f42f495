"""Data of its caller's that a function hands to a callback, and only before it returns: the state can travel with it.

The caller makes a struct of both, as it lives until the function is done, one of a library or one like its own
`Tree_Enum`: `uv_walk(loop, visit, &(visit_data){state, list})`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import is_address_of, strip_casts
from unstatic.capi.calling_back import BY_NAME, CallsBack
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.state.routes.enumerators import enumerators
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, Function, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import may_store


@dataclass(frozen=True, slots=True)
class Handing:
    """A call of a library by *function* that hands *data* to a callback."""

    function: str
    data: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class UserData:
    """The parameter of a callback that is the data, and all the calls that hand it some."""

    parameter: int
    calls: tuple[Handing, ...]


@fact
def data_of_callbacks(model: Extension) -> Mapping[str, UserData]:
    """Return the callbacks that are given data of their caller's, and called by libraries alone, by symbol."""
    functions = model.functions.items() if model.language == "c" else ()
    found = {symbol: _data_of(model, item) for symbol, item in functions if item.escapes}
    return {symbol: data for symbol, data in found.items() if data is not None}


def _data_of(model: Extension, function: Function) -> UserData | None:
    definition = function.definition
    if not _is_plain(model, function):
        return None
    calls = [_handing(model, function, escape) for escape in function.escapes]
    rows = {row.parameter for row, _ in (one for one in calls if one is not None)}
    if None in calls or len(rows) != 1 or len(definition.parameters) <= min(rows):
        return None
    parameter = rows.pop()
    symbol = definition.parameters[parameter]
    (declared,) = model.by_symbol.get(symbol, ())[:1] or (None,)
    if declared is None or not declared.name or declared.canonical_type != "void *" or may_store(model, symbol):
        return None
    if any(use.via_macro is not None for use in model.uses.get(symbol, ())):
        return None
    return UserData(parameter, tuple(handing for _, handing in (one for one in calls if one is not None)))


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether the function has one text of its own, which nothing but libraries call."""
    definition = function.definition
    is_single = not (function.roles or function.alternatives) and function.symbol not in generated_functions(model)
    is_single &= function.symbol not in model.twins and definition.body is not None
    file = model.files[definition.path]
    is_hidden = file.is_conditional(definition.name_span.start) or protected(
        model, definition.path, definition.name_span.start
    )
    is_called = any(use.is_call for use in model.uses.get(function.symbol, ()))
    return is_single and not is_hidden and not is_called


def _handing(model: Extension, function: Function, escape: Reference) -> tuple[CallsBack, Handing] | None:
    """Return what a call of a library hands to the function at *escape*; None if it is anything else."""
    definition = function.definition
    caller = model.functions.get(escape.function or "")
    if caller is None or escape.via_macro is not None or escape.path != definition.path:
        return None
    if caller.definition.name_span.start < definition.name_span.start or caller.alternatives:
        return None
    file = model.files[escape.path]
    around = model.calls_around(caller.symbol, escape.offset)
    call = max(around, key=lambda item: item.open.start) if around else None
    called = symbol_at(file, call.name) if call is not None else None
    known = enumerators(model).get(called or "")
    row = known or (BY_NAME.get(call.name.text) if call is not None else None)
    if call is None or row is None or len(call.arguments) <= max(row.callback, row.data):
        return None
    is_other = (known is None and called in model.functions) or call.name.start in file.expansions
    if is_other or file.is_conditional(escape.offset) or not call.arguments[row.data]:
        return None
    given = strip_casts(call.arguments[row.callback])
    is_given = given[-1].start == escape.offset and (len(given) == 1 or is_address_of(given, 0))
    return (row, Handing(caller.symbol, tuple(call.arguments[row.data]))) if is_given else None


def handing_functions(model: Extension, callback: str) -> Iterator[str]:
    """Yield the functions that hand data to *callback*."""
    yield from dict.fromkeys(item.function for item in data_of_callbacks(model)[callback].calls)
