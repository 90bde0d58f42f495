"""C++ objects that are made of, or assigned, a pointer to a Python object: whether they own the reference then."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Call, StatementKind, strip_casts
from unstatic.capi.null import NULL
from unstatic.capi.other_apis import OWNERS, Owner
from unstatic.capi.references import CLEAR, DECREASE, INCREASE, SHARE
from unstatic.capi.types import OBJECT_RECORDS
from unstatic.model.extension import Declaration, Extension, Function, MemberKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.text.source import Span

_RELEASES = DECREASE | CLEAR


class Taken(enum.Enum):
    """What becomes of the reference."""

    YES = "the object owns it"
    NO = "it stays whose it was"
    UNKNOWN = "that can't be told"


def owner_of(model: Extension, symbol: str | None) -> Owner | None:
    """Return the class that owns what the variable *symbol* is given: one of a known library, or of the project."""
    declared = next(iter(model.by_symbol.get(symbol or "", ())), None)
    if declared is None:
        return None
    known = OWNERS.get(declared.canonical_type.removeprefix("const "))
    is_object = "*" not in declared.canonical_type and declared.pointee_record is not None
    return known or (_own_class(model, declared.pointee_record or "") if is_object else None)


@fact
def _own_class(model: Extension, record: str) -> Owner | None:
    """Return a class of the project as an owner: one field keeps what it's given, its destructor releases it.

    No member takes a reference, and those that empty the field release what was there, or return it: a new reference.
    """
    fields = [item for item in model.members.get(record, ()) if item.kind is SymbolKind.FIELD]
    kept = [item.name.encode() for item in fields if _is_object(item)]
    members = [item for item in model.functions.values() if item.definition.parent == record]
    if len(kept) != 1 or _of_class(model, record) is not Taken.UNKNOWN:
        return None
    if any(call.name.text in INCREASE | SHARE for item in members for call in model.calls(item.symbol)):
        return None
    storing = [item for item in members if _is_set(model, item, kept[0])]
    given = [item for item in storing if _parameter(model, item)]
    away = [item for item in storing if not item.definition.parameters and _gives_away(model, item.symbol, kept[0])]
    is_known = all(_stores(model, item, kept[0]) for item in given)
    is_known &= all(item in given or item in away or _is_released(model, item) for item in storing)
    return Owner(record, frozenset(item.name.encode() for item in away)) if given and is_known else None


def _is_set(model: Extension, function: Function, field: bytes) -> bool:
    """Tell whether a member stores something in the field."""
    words = _words(model, function)
    after = (words[at + 1 : at + 2] for at, word in enumerate(words) if word == field)
    return any(found in ([b"="], [b"("], [b"{"]) for found in after)


def _is_released(model: Extension, function: Function) -> bool:
    """Tell whether a member releases something, or makes an object that has nothing yet."""
    is_new = function.definition.member is MemberKind.CONSTRUCTOR
    return is_new or any(call.name.text in _RELEASES for call in model.calls(function.symbol))


def _words(model: Extension, function: Function) -> list[bytes]:
    """Return what stands behind the name of a member, up to the end of its body."""
    definition = function.definition
    end = definition.body.end if definition.body is not None else definition.name_span.end
    return [item.text for item in model.files[definition.path].tokens_in(Span(definition.name_span.end, end))]


def _is_object(item: Declaration) -> bool:
    return item.pointee_record in OBJECT_RECORDS and item.canonical_type.count("*") == 1


def _parameter(model: Extension, function: Function) -> bytes:
    """Return the name of the only parameter of a member, where that is an object; empty otherwise."""
    declared = [model.by_symbol[item][0] for item in function.definition.parameters]
    return declared[0].name.encode() if len(declared) == 1 and _is_object(declared[0]) else b""


def _stores(model: Extension, function: Function, field: bytes) -> bool:
    """Tell whether a member keeps what it is given in the field: `p = value;`, or `: p(value)` ahead of its body."""
    value, words = _parameter(model, function), _words(model, function)
    ways = ([field, b"=", value, b";"], [field, b"(", value, b")"], [field, b"{", value, b"}"])
    is_released = function.definition.member is MemberKind.CONSTRUCTOR or _is_released(model, function)
    return is_released and sum(words[at : at + 4] in ways for at in range(len(words))) == 1


def _gives_away(model: Extension, member: str, field: bytes) -> bool:
    """Tell whether a method returns what was in the field, and leaves it empty: `T old = p; p = NULL; return old;`."""
    statements = [[token.text for token in item.tokens] for item in model.body(member).children]
    if len(statements) != 3 or statements[0][-3:] != [b"=", field, b";"]:
        return False
    local, (empty, returned) = statements[0][-4], statements[1:]
    return empty[:2] == [field, b"="] and empty[2] in NULL and len(empty) == 4 and returned == [b"return", local, b";"]


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
