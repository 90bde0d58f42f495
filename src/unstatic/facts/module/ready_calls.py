"""Where the initialisation calls PyType_Ready on a type, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from unstatic.c.syntax import FAILS, Call, Statement, StatementKind
from unstatic.facts.module.helpers import init_functions, init_helpers
from unstatic.facts.places.in_functions import is_in_block
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.text.source import Span


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


def late_checks(model: Extension, static: StaticType) -> list[tuple[Path, Span]]:
    """Return the statements of other functions that only make *static* ready: there, the module has made it.

    `if (PyType_Ready(&Box_Type) < 0) return NULL;` in front of `PyObject_New(Box, &Box_Type)`.
    """
    users = dict.fromkeys(use.function or "" for use in model.uses.get(static.symbol, ()))
    found = []
    for function in (name for name in users if name in model.functions and name not in init_functions(model)):
        path, body = model.functions[function].definition.path, model.body(function)
        for call in ready_calls(model, function, static):
            around = body.path_to(call.name.start)
            statement = around[-1]
            # A label may have no other jump to it.
            jumps = any(item.kind is StatementKind.JUMP for item in statement.walk())
            is_alone = not jumps and only_readies(body, statement, call)
            if not is_alone or model.files[path].conditionals_beside(call.span.start, body.span.start):
                continue
            test = _asks_whether_ready(around, static)
            found.append((path, (test or statement).span))
    return found


def _asks_whether_ready(around: Sequence[Statement], static: StaticType) -> Statement | None:
    """Return `if (!(Box_Type.tp_flags & Py_TPFLAGS_READY)) { ... }`, or a test of tp_dict, around nothing else."""
    outer = [item for item in around[:-1] if item.kind is not StatementKind.BLOCK or len(item.children) != 1]
    test = outer[-1] if outer else None
    if test is None or test.kind is not StatementKind.IF or len(test.children) != 1 or around[-1] is test:
        return None
    asked = [token.text for token in test.head if token.text not in (b"(", b")", b"&", b"->", b".")]
    name = static.name.encode()
    flags, fields = [name, b"tp_flags", b"Py_TPFLAGS_READY"], [name, b"tp_dict"]
    empty = ([b"!", *flags], [*flags, b"==", b"0"], [b"!", *fields], [*fields, b"==", b"NULL"])
    return test if asked in empty else None


def only_readies(body: Statement, statement: Statement, call: Call) -> bool:
    """Tell whether a statement does nothing but call PyType_Ready, and leave if that fails."""
    rest = [token.text for token in statement.head if not call.span.covers(token.span)]
    is_plain = statement.kind is StatementKind.SIMPLE and rest in ([], [b"(", b"void", b")"])
    return (is_plain or (statement.is_exit_test and rest in FAILS)) and is_in_block(body, statement)


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
