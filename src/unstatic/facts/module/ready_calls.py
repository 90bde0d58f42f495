"""Where the initialisation calls PyType_Ready on a type, and in which order."""

from __future__ import annotations

from unstatic.c.syntax import Call
from unstatic.facts.module.helpers import init_functions, init_helpers
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at


def ready_calls(model: Extension, function: str, static: StaticType) -> tuple[Call, ...]:
    """Return the calls `PyType_Ready(&X)` in *function*."""
    return _ready_calls(model, function).get(static.symbol, ())


@fact
def _ready_calls(model: Extension, function: str) -> dict[str, tuple[Call, ...]]:
    """Return the calls of PyType_Ready in *function* by the symbols that they are given."""
    found: dict[str, tuple[Call, ...]] = {}
    file = model.files[model.functions[function].definition.path]
    for call in model.calls(function):
        if call.name.text != b"PyType_Ready" or len(call.arguments) != 1:
            continue
        tokens = [token for token in call.arguments[0] if token.text != b"&"]
        reference = file.written.get(tokens[-1].start) if tokens else None
        if reference is None and tokens and tokens[-1].text == b")":
            reference = next((file.written[t.start] for t in tokens if t.start in file.written), None)
        if reference is not None:
            found[reference.symbol] = (*found.get(reference.symbol, ()), call)
    return found


def readied(model: Extension, static: StaticType) -> tuple[tuple[str, Call], ...]:
    """Return the calls of PyType_Ready on *static* in the functions that initialise the module."""
    return tuple(
        (function, call) for function in init_functions(model) for call in ready_calls(model, function, static)
    )


def made_ready(model: Extension, static: StaticType) -> tuple[tuple[str, Call], ...]:
    """Return the calls after which *static* is surely ready: of PyModule_AddType, if nothing else makes it so."""
    return readied(model, static) or tuple(
        (function, call)
        for function in init_functions(model)
        for call in model.calls(function)
        if call.name.text == b"PyModule_AddType" and _names(model, function, call, static)
    )


def _names(model: Extension, function: str, call: Call, static: StaticType) -> bool:
    file = model.files[model.functions[function].definition.path]
    tokens = call.arguments[-1] if len(call.arguments) > 1 else ()
    return [b"&"] == [token.text for token in tokens[:-1]] and symbol_at(file, tokens[-1]) == static.symbol


def order_of(model: Extension, function: str, offset: int) -> tuple[int, ...]:
    """Return a key that sorts places in the initialising functions as they are run, branches apart."""
    helpers = init_helpers(model)
    key: tuple[int, ...] = (offset,)
    while function in helpers:
        key = (helpers[function].call.name.start, *key)
        function = helpers[function].caller
    return key
