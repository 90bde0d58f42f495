"""Where a function takes the GIL itself, for all that follows in its body."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.configurations.conditions import is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.settings.requires import OLDEST

TAKEN = b"PyGILState_Ensure"


@dataclass(frozen=True, slots=True)
class GilTaken:
    """The statement of a function's body by which it takes the GIL itself, and the local that gives it up by."""

    statement: Statement
    local: bytes
    end: int
    """Where the statement ends, or the `#if` group around it."""


def body_of(model: Extension, function: Function, definition: Declaration) -> Statement:
    """Return the body of one of a function's definitions, in a configuration that has it."""
    assert definition.body is not None
    return model.body_at(function.symbol, definition.path, definition.body.start)


def gil_taken(model: Extension, function: Function, definition: Declaration) -> GilTaken | None:
    """Return where a definition of the function takes the GIL for all that follows in its body; None if it doesn't."""
    found = [item for item in body_of(model, function, definition).children if _local_of(item.tokens)]
    if len(found) != 1 or found[0].kind is not StatementKind.SIMPLE:
        return None
    file = model.files[definition.path]
    start = found[0].span.start
    around = [item for item in file.conditionals_around(start) if definition.name_span.start not in item.span]
    known = known_macros(OLDEST, texts_of(model)) if around else {}
    for group in around:
        (branch,) = [item for item in group.branches if start in item.body]
        if not is_certain(file.source.data, group, branch, known):
            return None
    end = max(item.span.end for item in around) if around else found[0].span.end
    return GilTaken(found[0], _local_of(found[0].tokens), end)


def _local_of(tokens: tuple[Token, ...]) -> bytes:
    """Return the variable in `state = PyGILState_Ensure();`, which may declare it; empty if it is anything else."""
    words = [token.text for token in tokens]
    is_whole = words[-5:-1] == [b"=", TAKEN, b"(", b")"] and words[-1:] == [b";"]
    if not is_whole or len(words) not in (6, 7) or tokens[-6].kind is not TokenKind.IDENT:
        return b""
    return words[-6]
