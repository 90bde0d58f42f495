"""Metaclasses of the project: named in the head of a static type, or set before the type is made ready (G45)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, split
from unstatic.capi.versions import is_missing
from unstatic.model.extension import Extension, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at


@dataclass(frozen=True, slots=True)
class Setting:
    """A statement that sets the class of a type object, such as `Py_SET_TYPE(&Box_Type, &Meta_Type);`."""

    path: Path
    function: str
    statement: Statement
    metaclass: str | None
    """The symbol of a static type of the project; None for any other class."""
    is_type: bool
    """Whether the class is `type`, as it would be without the statement."""
    is_plain: bool
    """Whether it is a statement by itself, and not under a condition."""


def settings_of(model: Extension, static: StaticType) -> tuple[Setting, ...]:
    """Return the statements that set the class of *static*, in source order."""
    return _settings(model, static.symbol)


def sets_its_class(model: Extension, use: Reference) -> bool:
    """Tell whether a use of a static type stands in such a statement, which needs nothing of the type but its place."""
    return any(item.path == use.path and use.offset in item.statement.span for item in _settings(model, use.symbol))


@fact
def _settings(model: Extension, symbol: str) -> tuple[Setting, ...]:
    found = (_setting(model, use) for use in model.uses.get(symbol, ()))
    return tuple(item for item in found if item is not None)


def _setting(model: Extension, use: Reference) -> Setting | None:
    if use.function is None or use.function not in model.functions or use.via_macro is not None:
        return None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    value = list(_given(use, path[-1])) if path else []
    if not value:
        return None
    name = value[0]
    file = model.files[use.path].at(use.offset)
    symbol = symbol_at(file, name) if name is not None else None
    own = symbol if symbol is not None and model.type_by_symbol(symbol) is not None else None
    plain = path[-1].kind is StatementKind.SIMPLE and all(item.kind is StatementKind.BLOCK for item in path[:-1])
    is_type = name is not None and name.text == b"PyType_Type"
    return Setting(use.path, use.function, path[-1], own, is_type, plain)


def _given(use: Reference, statement: Statement) -> Iterator[Token | None]:
    """Yield the name of the class that the statement gives the type at *use*; None for an expression."""
    for call in calls(statement.tokens):
        first = call.arguments[0] if call.arguments else ()
        if call.name.text == b"Py_SET_TYPE" and any(token.start == use.offset for token in first):
            yield named(call.arguments[1]) if len(call.arguments) == 2 else None
    sides = split(statement.head, b"=")
    for side in sides[:-1]:
        is_head = side and (side[0].text == b"Py_TYPE" or side[-1].text == b"ob_type")
        if is_head and any(token.start == use.offset for token in side):
            yield named(sides[-1])


def metaclass_of(model: Extension, static: StaticType) -> StaticType | None:
    """Return the type of the project that is the class of *static*, given in its head or set later."""
    found = [item.metaclass for item in settings_of(model, static) if item.metaclass is not None]
    return model.type_by_symbol(found[-1] if found else static.metaclass)


def inherits_metaclass(model: Extension, static: StaticType) -> StaticType | None:
    """Return the base among the project's types from which *static* has a metaclass without naming it."""
    if _has_own_metaclass(model, static):
        return None
    return next((base for base in lineage(model, static) if _has_own_metaclass(model, base)), None)


def given_metaclass(model: Extension, static: StaticType, minimum: tuple[int, int]) -> StaticType | None:
    """Return the metaclass that has to be named where *static* is made: up to Python 3.11, that of its base as well."""
    base = inherits_metaclass(model, static) if is_missing("PyType_FromMetaclass", minimum) else None
    return metaclass_of(model, base or static)


def makes_classes_itself(model: Extension, metaclass: StaticType) -> bool:
    """Tell whether a metaclass has a tp_new: PyType_FromMetaclass doesn't take it, so it is set afterwards (G642)."""
    return any(item.value("tp_new") for item in lineage(model, metaclass))


def _has_own_metaclass(model: Extension, static: StaticType) -> bool:
    return bool(static.metaclass) or any(not item.is_type for item in settings_of(model, static))


def lineage(model: Extension, static: StaticType) -> Iterator[StaticType]:
    """Yield *static* and its bases among the project's types."""
    seen: set[str] = set()
    current: StaticType | None = static
    while current is not None and current.symbol not in seen:
        yield current
        seen.add(current.symbol)
        current = model.type_by_symbol(current.function("tp_base") or "")
