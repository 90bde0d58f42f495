"""Flags that tell that a callback is registered with a C library: `if (!watching) { lib_watch(seen); watching = 1; }`.

The library is one per process, and so is what it calls: a flag for each module would have it call once for each (G444).
"""

from __future__ import annotations

from unstatic.c.lexer import Token
from unstatic.c.syntax import StatementKind, calls, strip_casts
from unstatic.model.extension import Extension, Global


def is_registration_flag(model: Extension, item: Global) -> bool:
    """Tell whether the variable is set under a test of itself, where a foreign function is given one of the project."""
    for use in item.written:
        function = use.function or ""
        if function not in model.functions:
            continue
        path = model.body_at(function, use.path, use.offset).path_to(use.offset)
        tests = [statement for statement in path if statement.kind is StatementKind.IF]
        name = item.name.encode()
        asked = [statement for statement in tests if any(token.text == name for token in statement.head)]
        if any(_registers(model, statement.tokens) for statement in asked):
            return True
    return False


def _registers(model: Extension, tokens: tuple[Token, ...]) -> bool:
    """Tell whether a function of neither the project nor Python is given the address of one of the project."""
    for call in calls(tokens):
        name = call.name.text
        if name.decode("latin-1") in model.functions_named or name.startswith((b"Py", b"_Py")):
            continue
        for argument in call.arguments:
            given = [token.text for token in strip_casts(argument) if token.text != b"&"]
            if len(given) == 1 and given[0].decode("latin-1") in model.functions_named:
                return True
    return False
