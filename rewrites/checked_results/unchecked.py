"""What the initialisation makes and uses at once, without asking whether it could be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import Call
from unstatic.c.syntax import Statement, StatementKind, strip_casts
from unstatic.capi.null import CRASHES, NEVER
from unstatic.capi.other_apis import IMPORT_DATETIME, OWNING_TABLES
from unstatic.capi.references import GIVES_NEW
from unstatic.facts.macros.called_functions import aliased, called_alone, is_of_api
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import is_declaration
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import Use, UsedAs, use_of
from unstatic.rewriting.leaving import leaving


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A variable that is given a new object, and the statement behind which a test belongs."""

    function: str
    variable: bytes
    statement: Statement
    leave: tuple[bytes, ...]
    """The statements by which the function ends when there is no object."""
    is_declared: bool
    """Whether the statement is a declaration."""


def unchecked_results(model: Extension) -> Iterator[Unchecked]:
    """Yield what is made and crashes where it is used, if it couldn't be made."""
    assert model.init is not None
    for function in init_functions(model):
        if model.functions[function].alternatives:
            continue
        for block in model.body(function).walk():
            if block.kind is StatementKind.BLOCK:
                yield from _in_block(model, function, block)


def _in_block(model: Extension, function: str, block: Statement) -> Iterator[Unchecked]:
    for index, statement in enumerate(block.children):
        variable = _crashing(model, function, statement, block) or _imported(block.children[index:])
        if variable is None:
            continue
        last = _behind_declarations(model, function, block.children[index:])
        leave = leaving(model, function, last.span.end)
        if leave:
            yield Unchecked(function, variable, last, leave, is_declaration(model, function, last))


def _crashing(model: Extension, function: str, statement: Statement, block: Statement) -> bytes | None:
    """Return the variable that a statement makes an object for, if it crashes where it is used without one."""
    name = _made(model, function, statement)
    return name.text if name is not None and _crashes(model, function, name, statement, block) else None


def _imported(statements: tuple[Statement, ...]) -> bytes | None:
    """Return the C API of datetime, if the first of some statements imports it and a later one goes through it.

    It is NULL where that import failed (G422).
    """
    if [token.text for token in statements[0].tokens] != [IMPORT_DATETIME, b";"]:
        return None
    following = pairwise(token for statement in statements[1:] for token in statement.tokens)
    asks = OWNING_TABLES | {b"PyErr_Occurred"}
    asked = next(((first.text, second.text) for first, second in following if first.text in asks), None)
    return asked[0] if asked is not None and asked[1] == b"->" else None


def _made(model: Extension, function: str, statement: Statement) -> Token | None:
    """Return the variable that a statement does nothing but make an object for."""
    if statement.kind is not StatementKind.SIMPLE:
        return None
    at = next((number for number, token in enumerate(statement.head) if token.text == b"="), 0)
    named = statement.head[at - 1] if at else None
    if named is None or named.kind is not TokenKind.IDENT:
        return None
    if at > 1 and not is_declaration(model, function, statement):
        return None
    return named if _is_new(model, strip_casts(statement.head[at + 1 :])) else None


def _is_new(model: Extension, tokens: tuple[Token, ...]) -> bool:
    """Tell whether an expression is nothing but a call that gives a new object, or NULL."""
    name = called_alone(model, tokens)
    return name in GIVES_NEW - NEVER and is_of_api(model, name) and not name.startswith(b"PyModule_")


def _crashes(model: Extension, function: str, name: Token, statement: Statement, block: Statement) -> bool:
    """Tell whether the variable is used like an object before anything asks whether there is one."""
    file = model.files[model.functions[function].definition.path]
    declared = {item.name_span.start: item.symbol for item in model.locals.get(function, ())}
    symbol = declared.get(name.start) or symbol_at(file, name) or ""
    found = (use for use in model.uses.get(symbol, ()) if use.function == function and use.path == file.source.path)
    behind = (use for use in found if statement.span.end <= use.offset < block.span.end)
    for reference in sorted(behind, key=lambda one: one.offset):
        use = use_of(model, reference)
        if _needs_it(model, use):
            return True
        if use.role is not UsedAs.ARGUMENT or not _is_of_api(model, use):
            return False
    return False


def _needs_it(model: Extension, use: Use) -> bool:
    """Tell whether NULL crashes there."""
    if use.role in (UsedAs.MEMBER, UsedAs.POINTEE):
        return True
    first = use.outer[0] if use.outer else None
    if use.role is not UsedAs.ARGUMENT or not isinstance(first, Call):
        return False
    at = next(number for number, one in enumerate(first.arguments) if one.tokens and use.reference.offset in one.span)
    return at in CRASHES.get(aliased(model, first.function.tokens[-1].text), ()) and _is_of_api(model, use)


def _is_of_api(model: Extension, use: Use) -> bool:
    """Tell whether a function of the C API is given the variable, which leaves it as it is."""
    first = use.outer[0] if use.outer else None
    return isinstance(first, Call) and is_of_api(model, aliased(model, first.function.tokens[-1].text))


def _behind_declarations(model: Extension, function: str, following: tuple[Statement, ...]) -> Statement:
    """Return the first of some statements, or the last of the declarations that it opens."""
    last = following[0]
    if is_declaration(model, function, last):
        for statement in following[1:]:
            if not is_declaration(model, function, statement):
                break
            last = statement
    return last
