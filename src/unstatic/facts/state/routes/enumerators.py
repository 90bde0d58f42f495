"""Functions of the extension that call a function with data of their caller's, and only before they return.

`int Tree_Enum(node *root, int (*visit)(node *, void *), void *arg)` hands the data to the callback as it is, or on to
itself, and keeps neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts
from unstatic.capi.calling_back import CallsBack
from unstatic.model.extension import Declaration, Extension, File, Function
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import may_store


@fact
def enumerators(model: Extension) -> Mapping[str, CallsBack]:
    """Return the functions of the extension that do so, by symbol."""
    functions = model.functions.items() if model.language == "c" else ()
    found = {symbol: _calls_back(model, item) for symbol, item in functions}
    return {symbol: row for symbol, row in found.items() if row is not None}


@dataclass(frozen=True, slots=True)
class _Pair:
    """A callback and its data among the parameters of a function: their places, and what they are declared as."""

    function: Function
    file: File
    callback: int
    data: int

    @property
    def symbols(self) -> tuple[str, str]:
        """The two parameters."""
        parameters = self.function.definition.parameters
        return parameters[self.callback], parameters[self.data]


def _calls_back(model: Extension, function: Function) -> CallsBack | None:
    pair = _pair(model, function)
    if pair is None or any(may_store(model, symbol) for symbol in pair.symbols):
        return None
    places = {place for call in model.calls(function.symbol) if (place := _place(pair, call)) is not None}
    seen = {offset for call in model.calls(function.symbol) for offset in _handed(pair, call)}
    uses = [use for symbol in pair.symbols for use in model.uses.get(symbol, ())]
    declared = {item.name_span.start for symbol in pair.symbols for item in model.by_symbol[symbol]}
    is_seen = all(
        use.via_macro is None and not pair.file.is_conditional(use.offset) and use.offset in seen
        for use in uses
        if use.offset not in declared
    )
    if len(places) != 1 or not is_seen:
        return None
    return CallsBack(function.name, pair.callback, pair.data, places.pop())


def _pair(model: Extension, function: Function) -> _Pair | None:
    definition = function.definition
    if function.alternatives or definition.from_macro or definition.member is not None or definition.body is None:
        return None
    declared = [next(iter(model.by_symbol.get(symbol, ())), None) for symbol in definition.parameters]
    callbacks = [index for index, item in enumerate(declared) if item is not None and _is_function(item)]
    data = [index for index, item in enumerate(declared) if item is not None and item.canonical_type == "void *"]
    if len(callbacks) != 1 or len(data) != 1:
        return None
    return _Pair(function, model.files[definition.path], callbacks[0], data[0])


def _is_function(item: Declaration) -> bool:
    return "(*)" in item.canonical_type


def _place(pair: _Pair, call: Call) -> int | None:
    """Return which argument of a call of the callback is the data; None for any other call."""
    if symbol_at(pair.file, call.name) != pair.symbols[0]:
        return None
    given = [index for index, argument in enumerate(call.arguments) if _named(pair, argument) == pair.symbols[1]]
    return given[0] if len(given) == 1 else -1


def _handed(pair: _Pair, call: Call) -> tuple[int, ...]:
    """Return where a call names the callback and its data, as a call of the one with the other, or of the function."""
    called = symbol_at(pair.file, call.name)
    if called == pair.symbols[0]:
        given = [argument for argument in call.arguments if _named(pair, argument) == pair.symbols[1]]
        return (call.name.start, *(strip_casts(argument)[0].start for argument in given))
    if called != pair.function.symbol or len(call.arguments) <= max(pair.callback, pair.data):
        return ()
    own = (call.arguments[pair.callback], call.arguments[pair.data])
    is_same = tuple(_named(pair, argument) for argument in own) == pair.symbols
    return tuple(strip_casts(argument)[0].start for argument in own) if is_same else ()


def _named(pair: _Pair, argument: tuple[Token, ...]) -> str | None:
    """Return the variable that an argument is, whatever it is cast to."""
    tokens = strip_casts(argument)
    return symbol_at(pair.file, tokens[0]) if len(tokens) == 1 else None
