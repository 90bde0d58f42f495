"""Fields of types that are set where a test finds them empty: `if (!Box_Type.tp_hash) Box_Type.tp_hash = ...;`.

What a static type starts out with stands in its initialiser, so the outcome is known until PyType_Ready has let it
inherit fields (G485).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, split, strip_parentheses
from unstatic.capi.slots import RECORDS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.places.in_functions import is_in_block, zero_tested
from unstatic.facts.types.indirect_fields import indirect_fields
from unstatic.facts.types.metaclasses import settings_of
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.initialiser_values import symbol_at

_CLASS = "ob_type"


@dataclass(frozen=True, slots=True)
class TestedField:
    """An `if` about fields of one type, and the statement in it that sets one."""

    file: File
    statement: Statement
    static: StaticType
    inner: Statement
    is_done: bool
    """Whether the test is true, so that the field is set."""


def tested_fields(model: Extension) -> Iterator[TestedField]:
    """Yield the tests of the initialisation whose outcome is known."""
    for function in init_functions(model):
        file = model.files[model.functions[function].definition.path]
        body = model.body(function)
        for statement in body.walk():
            if statement.kind is StatementKind.IF and is_in_block(body, statement):
                found = _tested(model, function, file, statement)
                if found is not None:
                    yield found


def _tested(model: Extension, function: str, file: File, statement: Statement) -> TestedField | None:
    inner = _only(statement)
    if inner is None or file.directives_in(statement.span) or file.lexed.comments_between(*statement.span):
        return None
    static = _set_in(model, file, inner)
    if static is None or static.problems or not _is_written(model, file, statement):
        return None
    here = order_of(model, function, statement.span.start)
    if _is_ready_before(model, static, here):
        return None
    outcomes = [_outcome(model, file, static, statement, part) for part in split(statement.head, b"&&")]
    if None in outcomes:
        return None
    return TestedField(file, statement, static, inner, all(outcomes))


def _only(statement: Statement) -> Statement | None:
    """Return the only statement that an `if` without `else` holds."""
    if len(statement.children) != 1:
        return None
    child = statement.children[0]
    if child.kind is StatementKind.BLOCK:
        child = child.children[0] if len(child.children) == 1 else child
    return child if child.kind is StatementKind.SIMPLE else None


def _is_written(model: Extension, file: File, statement: Statement) -> bool:
    """Tell whether no macro of the project makes a part of the test."""
    uses = (file.expansions[token.start] for token in statement.head if token.start in file.expansions)
    return all(use.name not in model.macros for use in uses)


def _set_in(model: Extension, file: File, inner: Statement) -> StaticType | None:
    """Return the type of which a statement sets a field, or the class: to `type`, which it is without that as well."""
    head = inner.head
    targets = split(head, b"=")
    if len(targets) == 2 and len(targets[0]) == 3 and targets[0][1].text == b".":
        return model.type_by_symbol(symbol_at(file, head[0]) or "")
    return next((static for static in model.types if _sets_class(model, static, inner)), None)


def _sets_class(model: Extension, static: StaticType, inner: Statement) -> bool:
    found = (item for item in settings_of(model, static) if item.statement.span == inner.span)
    return any(item.is_type for item in found)


def _is_ready_before(model: Extension, static: StaticType, here: tuple[int, ...]) -> bool:
    """Tell whether the type may be made ready before, as the base of another perhaps: it inherits fields then."""
    users = [static, *model.types_with("tp_base", static.symbol)]
    return any(
        order_of(model, function, call.name.start) < here for item in users for function, call in readied(model, item)
    )


def _outcome(
    model: Extension, file: File, static: StaticType, statement: Statement, part: Sequence[Token]
) -> bool | None:
    """Return what a test gives; None if that can't be told."""
    zero = zero_tested(strip_parentheses(part))
    name = _field(file, static, zero or strip_parentheses(part))
    if name is None or not _is_untouched(model, static, statement, name):
        return None
    if name == _CLASS:
        # Whatever its initialiser says, it is `type` afterwards.
        inner = _only(statement)
        sets_it = inner is not None and _sets_class(model, static, inner)
        return True if zero and sets_it and not static.metaclass else None
    if name in RECORDS or not name.startswith("tp_"):
        return None
    hidden = {item.name for table in static.tables for item in table.hidden}
    field = static.fields.get(name)
    if name in hidden or (field is not None and field.symbol not in model.functions):
        return None
    return (field is None) is bool(zero)


def _field(file: File, static: StaticType, tokens: Sequence[Token]) -> str | None:
    """Return the field of *static* that the tokens name."""
    inner = strip_parentheses(tokens)
    texts = [token.text for token in inner]
    if len(inner) == 5 and inner[0].text == b"Py_TYPE" and texts[1:3] == [b"(", b"&"]:
        return _CLASS if symbol_at(file, inner[3]) == static.symbol else None
    if len(inner) != 3 or texts[1] != b"." or symbol_at(file, inner[0]) != static.symbol:
        return None
    return texts[2].decode("latin-1")


def _is_untouched(model: Extension, static: StaticType, statement: Statement, name: str) -> bool:
    """Tell whether nothing but *statement* sets a field."""
    if name == _CLASS:
        return all(item.statement.span.start in statement.span for item in settings_of(model, static))
    others = (item for item in static.runtime if item.name == name and item.statement.start not in statement.span)
    return not any(others) and all(item.name != name for item in indirect_fields(model, static))
