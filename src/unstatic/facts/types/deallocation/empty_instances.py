"""Instances that are freed before anything was put in: the deallocator does the same, if it copes with NULL (R7)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls, only_call, split, strip_casts, strip_parentheses
from unstatic.capi.blocks import GIVE_BACK
from unstatic.capi.memory import ALLOCATE_PLAIN, GENERIC, UNTRACK
from unstatic.capi.references import NULL_SAFE, RELEASE
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.types.allocation import Release, releases
from unstatic.facts.types.deallocation.deallocators import Dealloc
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span

_ARROW = b"->"
_HARMLESS = (RELEASE & NULL_SAFE) | GIVE_BACK
_ZEROED = ALLOCATE_PLAIN | GENERIC
"""What leaves every field NULL or 0, once it is tp_alloc that allocates."""


def accepts_empty(model: Extension, dealloc: Dealloc) -> bool:
    """Tell whether a deallocator does nothing but free an instance whose fields are all NULL or 0."""
    ends = {site.statement.span for site in dealloc.frees}
    body, path = model.body(dealloc.function), model.functions[dealloc.function].definition.path
    is_special = dealloc.delegations or dealloc.heap_type_tests or dealloc.leaving or dealloc.problems
    if is_special or not ends or model.files[path].conditionals_in(body.span):
        return False
    return all(item.span in ends or _copes(model, dealloc, item) for item in body.children)


def _copes(model: Extension, dealloc: Dealloc, statement: Statement) -> bool:
    """Tell whether a statement of a deallocator does nothing where fields are NULL."""
    if is_declaration(model, dealloc.function, statement):
        return all(call.name.text == b"Py_TYPE" for call in calls(statement.head))
    if statement.kind is StatementKind.IF:
        return len(statement.children) == 1 and is_field(tested(statement.head))
    return is_call_on_field(statement, _HARMLESS)


def is_call_on_field(statement: Statement, functions: Container[bytes]) -> bool:
    """Tell whether a statement only hands a field to one of *functions*, or takes the instance from the collector."""
    call = only_call(statement)
    if call is None or call.name.text in UNTRACK:
        return call is not None
    return call.name.text in functions and len(call.arguments) == 1 and is_field(strip_casts(call.arguments[0]))


def tested(head: Sequence[Token]) -> Sequence[Token]:
    """Return what a condition asks to be other than NULL."""
    inner = strip_parentheses(head)
    sides = split(inner, b"!=")
    return sides[0] if len(sides) == 2 and is_null(sides[1]) else inner


def is_field(tokens: Sequence[Token]) -> bool:
    """Tell whether tokens are `self->field`, or `((Box *)self)->field`."""
    texts = [token.text for token in tokens]
    if len(texts) < 3 or texts[-2] != _ARROW or tokens[-1].kind is not TokenKind.IDENT:
        return False
    whose = strip_casts(strip_parentheses(tokens[:-2]))
    return len(whose) == 1 and whose[0].kind is TokenKind.IDENT and _ARROW not in texts[:-2]


def is_empty_at(model: Extension, release: Release, dealloc: Dealloc) -> bool:
    """Tell whether an instance holds nothing yet, that its deallocator asks for, where it is freed."""
    body = model.body_at(release.function, release.path, release.call.name.start)
    start = release.statement.span.start
    given = [item for item in body.walk() if _gives(item, release.argument)]
    if (
        len(given) != 1
        or given[0].span.end > start
        or not any(call.name.text in _ZEROED for call in calls(given[0].head))
    ):
        return False
    # What stands below it may run before it all the same.
    inside = [item for item in body.path_to(start) if item.kind is StatementKind.LOOP]
    is_repeated = any(not item.span.covers(given[0].span) for item in inside)
    if is_repeated or any(token.text == b"goto" and token.start > start for token in body.tokens):
        return False
    file = model.files[release.path]
    groups = [item.span for item in file.conditionals_in(Span(given[0].span.start, start))]
    if any(token.text == release.argument for group in groups for token in file.lexed.between(*group)):
        return False
    freed = {item.statement.span for item in releases(model) if item.function == release.function}
    known = {token.text for token in model.body(dealloc.function).tokens}
    between = (item for item in body.walk() if given[0].span.end <= item.span.start < start)
    return all(item.span in freed or _leaves_empty(item, release, known) for item in between)


def _gives(statement: Statement, name: bytes) -> bool:
    """Tell whether a statement gives the variable *name* something other than NULL, which it may test at once."""
    pairs = zip(statement.head, statement.head[1:], strict=False)
    sides = split(statement.head, b"=")
    is_given = any(one.text == name and other.text == b"=" for one, other in pairs)
    return is_given and not (len(sides) == 2 and is_null(sides[1]))


def _leaves_empty(statement: Statement, release: Release, known: set[bytes]) -> bool:
    """Tell whether a statement puts nothing in an instance that the names *known* lead to."""
    head = statement.head
    if not any(token.text == release.argument for token in head):
        return True
    if statement.kind in (StatementKind.IF, StatementKind.RETURN):
        return not any(calls(head)) and not any(token.text == b"=" for token in head)
    sides = split(head, b"=")
    if len(sides) != 2 or any(token.text == release.argument for token in sides[1]):
        return False
    field = [token.text for token in sides[0]]
    return field[:2] == [release.argument, _ARROW] and len(field) == 3 and (field[2] not in known or is_null(sides[1]))
