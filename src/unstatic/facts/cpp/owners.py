"""C++ objects that are made of, or assigned, a pointer to a Python object: whether they own the reference then."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Call, StatementKind, strip_casts
from unstatic.capi.null import NULL
from unstatic.capi.other_apis import OWNERS, Owner
from unstatic.capi.references import CLEAR, DECREASE
from unstatic.model.extension import Extension, MemberKind, SymbolKind
from unstatic.model.fact import fact

_RELEASES = DECREASE | CLEAR


class Taken(enum.Enum):
    """What becomes of the reference."""

    YES = "the object owns it"
    NO = "it stays whose it was"
    UNKNOWN = "that can't be told"


def owner_of(model: Extension, symbol: str | None) -> Owner | None:
    """Return the class that owns what the variable *symbol* is given, if its library is known."""
    declared = next(iter(model.by_symbol.get(symbol or "", ())), None)
    return OWNERS.get(declared.canonical_type.removeprefix("const ")) if declared is not None else None


def taken_by(model: Extension, symbol: str) -> Taken:
    """Return whether the C++ variable *symbol* takes a reference over with its value."""
    if owner_of(model, symbol) is not None:
        return Taken.YES
    declared = model.by_symbol[symbol][0]
    if "*" in declared.canonical_type or declared.pointee_record is None:
        return Taken.NO
    return _of_class(model, declared.pointee_record)


@fact
def taken_by_temporary(model: Extension, name: str) -> Taken:
    """Return whether `name(value)`, the call of nothing that is a function here, makes an object that takes it over."""
    functions = (model.functions[symbol].definition for symbol in model.functions_named.get(name, ()))
    if any(item.parent is None for item in functions) or name in model.macros:
        return Taken.NO
    records = _records_named(model).get(name, ())
    if any(_of_class(model, record) is not Taken.NO for record in records):
        return Taken.UNKNOWN
    is_owner = not records and any(known.rpartition("::")[2] == name for known in OWNERS)
    return Taken.YES if is_owner else Taken.NO


@fact
def _records_named(model: Extension) -> Mapping[str, frozenset[str]]:
    """Return the symbols of the classes by name."""
    found: dict[str, set[str]] = {}
    for item in model.declarations:
        if item.kind is SymbolKind.RECORD:
            found.setdefault(item.name, set()).add(item.symbol)
    return {name: frozenset(symbols) for name, symbols in found.items()}


@fact
def _of_class(model: Extension, record: str) -> Taken:
    """Return whether objects of a class own what they're made of: one that releases something may."""
    known = [item for item in model.by_symbol.get(record, ()) if item.kind is SymbolKind.RECORD]
    if not known:
        return Taken.UNKNOWN
    members = (item for item in model.functions.items() if item[1].definition.parent == record)
    destructors = [symbol for symbol, item in members if item.definition.member is MemberKind.DESTRUCTOR]
    releases = any(_always_releases(model, symbol, call) for symbol in destructors for call in model.calls(symbol))
    return Taken.UNKNOWN if releases else Taken.NO


def _always_releases(model: Extension, function: str, call: Call) -> bool:
    """Tell whether a destructor releases a member whatever else is the case: but for NULL, that is."""
    if call.name.text not in _RELEASES or not call.arguments:
        return False
    released = strip_casts(call.arguments[0])
    about = {token.text for token in released} | NULL
    path = model.body(function).path_to(call.name.start)
    tests = [token for item in path if item.kind is StatementKind.IF for token in item.head]
    return all(token.text in about for token in tests if token.kind is TokenKind.IDENT)
