"""Where a function takes the GIL itself, for all that follows in its body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.syntax import Call, Statement, StatementKind, calls
from unstatic.capi.gil import FREE_FROM, GIVES_UP, TAKES
from unstatic.model.configurations.conditions import are_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.expansion.made import Unfollowed
from unstatic.model.extension import Declaration, Extension, File, Function
from unstatic.model.fact import fact
from unstatic.settings.requires import OLDEST

TAKEN = b"PyGILState_Ensure"
RELEASED = b"PyGILState_Release"
# The tokens of `state = PyGILState_Ensure();`.
_ASSIGNED = 6
_NOT_HELD = GIVES_UP | {name.decode() for name in FREE_FROM}


@dataclass(frozen=True, slots=True)
class GilTaken:
    """The statement of a function's body by which it takes the GIL itself, and the local that gives it up by."""

    statement: Statement
    local: bytes
    end: int
    """Where the statement ends, or the `#if` group around it."""
    is_declared: bool
    """Whether the statement declares the local as well."""
    release: bytes
    """The statement that gives it up: `PyGILState_Release(gil);`, or the project's macro for that."""


def body_of(model: Extension, function: Function, definition: Declaration) -> Statement:
    """Return the body of one of a function's definitions, in a configuration that has it."""
    assert definition.body is not None
    return model.body_at(function.symbol, definition.path, definition.body.start)


def gil_taken(model: Extension, function: Function, definition: Declaration) -> GilTaken | None:
    """Return where a definition of the function takes the GIL for all that follows in its body; None if it doesn't."""
    body = body_of(model, function, definition)
    file = model.files[definition.path].at(body.span.start)
    found = [item for item in body.children if _local_of(_opened(model, file, item))]
    if len(found) != 1 or found[0].kind is not StatementKind.SIMPLE:
        return None
    start = found[0].span.start
    around = file.conditionals_beside(start, definition.name_span.start)
    known = known_macros(OLDEST, texts_of(model)) if around else {}
    if not are_certain(file.source.data, around, start, known):
        return None
    end = max(item.span.end for item in around) if around else found[0].span.end
    words = _opened(model, file, found[0])
    local = _local_of(words)
    return GilTaken(found[0], local, end, len(words) > _ASSIGNED, _release(model, file, body, local))


@fact
def taking_statement(model: Extension, function: str) -> Statement | None:
    """Return the first statement of a function's body that takes the GIL, itself or by a function of the project."""
    for statement in model.body(function).children:
        if statement.kind is StatementKind.SIMPLE and any(_takes(model, call) for call in calls(statement.head)):
            return statement
    return None


def _takes(model: Extension, call: Call) -> bool:
    name = call.name.text.decode("latin-1")
    found = model.functions_named.get(name, ())
    return name in TAKES or (len(found) == 1 and takes_gil(model, found[0]))


@fact
def takes_gil(model: Extension, function: str) -> bool:
    """Tell whether a function returns with the GIL that it takes, whichever way it goes, and needs nothing of ours."""
    item = model.functions[function]
    if item.alternatives or item.definition.body is None:
        return False
    children = model.body(function).children
    named = [[token.text.decode("latin-1") for token in child.tokens] for child in children]
    taking = [at for at, words in enumerate(named) if not TAKES.isdisjoint(words)]
    if len(taking) != 1 or children[taking[0]].kind is not StatementKind.SIMPLE:
        return False
    others = (words for at, words in enumerate(named) if at != taking[0])
    leaving = (StatementKind.RETURN, StatementKind.JUMP)
    leaves = any(part.kind in leaving for child in children[: taking[0]] for part in child.walk())
    of_ours = model.type_symbols | {one.symbol for one in model.globals} | model.functions.keys()
    is_alone = not any(use.symbol in of_ours for use in model.uses_in.get(function, ()))
    return not leaves and is_alone and not any(_NOT_HELD & set(words) for words in others)


def _release(model: Extension, file: File, body: Statement, local: bytes) -> bytes:
    """Return the statement that gives the GIL up, as the function has it."""
    words = [RELEASED, b"(", local, b")", b";"]
    macros = (item for item in body.walk() if item.kind is StatementKind.SIMPLE and item.tokens[0].text != RELEASED)
    written = next((item for item in macros if _opened(model, file, item) == words), None)
    return file.source.text(written.span) if written is not None else b"".join(words)


def _opened(model: Extension, file: File, statement: Statement) -> list[bytes]:
    """Return the texts of a statement's tokens; those that a macro makes if it is nothing but the use of one."""
    tokens = statement.tokens
    expansion = file.expansions.get(tokens[0].start) if statement.kind is StatementKind.SIMPLE else None
    if expansion is None or expansion.span.end != tokens[-1].start:
        return [token.text for token in tokens]
    try:
        return [*(made.text for made in model.expander.expand(expansion).tokens), tokens[-1].text]
    except Unfollowed:
        return []


def _local_of(words: Sequence[bytes]) -> bytes:
    """Return the variable in `state = PyGILState_Ensure();`, which may declare it; empty if it is anything else."""
    is_whole = list(words[-5:]) == [b"=", TAKEN, b"(", b")", b";"]
    return words[-6] if is_whole and len(words) in (_ASSIGNED, _ASSIGNED + 1) and _is_name(words[-6]) else b""


def _is_name(word: bytes) -> bool:
    return word.decode("utf-8", "surrogateescape").isidentifier()
