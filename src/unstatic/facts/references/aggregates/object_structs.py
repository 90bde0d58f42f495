"""Structs that hold objects, and arrays of them: `static struct {PyObject *last; int count;} cache;`.

The state keeps the struct as it is. Its objects are visited and cleared, so each of them has to be named where it is
used, by the members that lead to it: what goes through a pointer to the struct can't be followed (G360).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import Call, Cast, Index, Member, Node, Parenthesised
from unstatic.c.syntax import is_address_of
from unstatic.capi.macros import ARRAY_LENGTH
from unstatic.cparse.facts import InitEntry
from unstatic.facts.references.api_tables import is_capsule_table
from unstatic.facts.references.paths.places import end_of_place, place_behind
from unstatic.model.building.globals import holders_of_objects, object_records
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_empty, symbol_at, tokens_of
from unstatic.model.obstacle import Obstacle
from unstatic.model.opened_code import as_tokens
from unstatic.model.uses import Use, UsedAs, uses_as
from unstatic.text.source import Span

MOST_LOOPS = 2
_BOUND = re.compile(r"\[\d+\]")
_UNNAMED = re.compile(r"\((?:unnamed|anonymous)\b[^)]*\)")
_FIXED = re.compile(r"\b(volatile|_Atomic|const)\b[^*]*$")


@dataclass(frozen=True, slots=True)
class ObjectStruct:
    """What a struct holds, by what is written behind its name: `.names[]`, `[].key` where it is an array."""

    objects: tuple[bytes, ...]
    data: tuple[bytes, ...]
    values: tuple[tuple[bytes, Span], ...]
    """What its initialiser gives it other than zero: `[0].text`, and the value."""

    def holds(self, place: bytes) -> bool:
        """Tell whether one of its objects stands at *place*."""
        return place in self.objects

    def is_data(self, place: bytes) -> bool:
        """Tell whether something other than an object stands at *place*, or in what stands there."""
        return any(place == one or place.startswith((one + b".", one + b"[")) for one in self.data)


@fact
def object_struct(model: Extension, symbol: str) -> ObjectStruct | Obstacle | None:
    """Return what the struct *symbol* holds, or why that can't be told; None if it is none."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind is not GlobalKind.OBJECT_HOLDER or is_capsule_table(model, item):
        return None
    found = _Members(model, item).found()
    if isinstance(found, Obstacle):
        return found
    problem = next(_use_problems(model, item, found), None)
    return found if problem is None else problem


def object_places(model: Extension, item: Global) -> tuple[bytes, ...]:
    """Return what has to be written behind a variable's name to name each object that it holds."""
    found = object_struct(model, item.symbol)
    if isinstance(found, ObjectStruct):
        return found.objects
    return (b"[]" if item.kind is GlobalKind.OBJECT_ARRAY else b"",)


@fact
def _records(model: Extension) -> tuple[frozenset[str], frozenset[str]]:
    """Return the structs that are objects, and those that hold pointers to such."""
    return object_records(model.by_symbol), holders_of_objects(model.by_symbol)


def member_objects(model: Extension, item: Global) -> frozenset[bytes]:
    """Return the members of a struct that hold an object each, if that is all that it holds of them."""
    found = _Members(model, item).found()
    places = found.objects if isinstance(found, ObjectStruct) else ()
    names = frozenset(place[1:] for place in places)
    return names if all(re.fullmatch(rb"\w+", name) for name in names) else frozenset()


def members_of(model: Extension, item: Global) -> tuple[bytes, ...]:
    """Return the names of a struct's members, in order, if each can be assigned; nothing if one can't."""
    record = _record(model, item.declaration)
    if record is None or "*" in _spelling(item.declaration) or "[" in _spelling(item.declaration):
        return ()
    file = model.files[record.path]
    if file.conditionals_in(record.span) or file.directives_in(record.span):
        return ()
    fields = [one for one in model.declarations if one.parent == record.symbol and one.kind is SymbolKind.FIELD]
    can_be_assigned = all(one.name and "[" not in one.canonical_type for one in fields)
    return tuple(one.name.encode() for one in fields) if can_be_assigned else ()


def own_struct(model: Extension, declared: Declaration) -> Span | None:
    """Return the struct that the declaration of a variable defines."""
    record = _record(model, declared)
    inside = record is not None and record.path == declared.path and record.span.start in declared.span
    return record.span if record is not None and inside and "*" not in _spelling(declared) else None


def _record(model: Extension, declared: Declaration) -> Declaration | None:
    found = model.by_symbol.get(declared.pointee_record or "", ())
    return next((one for one in found if one.kind is SymbolKind.RECORD and one.is_definition), None)


class _Members:
    """The members of one struct, those of the structs in it with them."""

    def __init__(self, model: Extension, item: Global) -> None:
        self._model = model
        self._item = item
        self._file = model.files[item.declaration.path]
        self._objects: list[bytes] = []
        self._data: list[bytes] = []
        self._fields: dict[bytes, Declaration] = {}
        self._values: list[tuple[bytes, Span]] = []

    def found(self) -> ObjectStruct | Obstacle:
        declared = self._item.declaration
        reason = self._shape(declared) or self._walk(declared, b"") or self._start()
        if reason is None and any(place.count(b"[]") > MOST_LOOPS for place in self._objects):
            reason = "it holds arrays of arrays of objects"
        if reason is not None:
            return self._obstacle(reason)
        return ObjectStruct(tuple(self._objects), tuple(self._data), tuple(self._values))

    def _obstacle(self, reason: str) -> Obstacle:
        declared = self._item.declaration
        return Obstacle(reason, "object-holder", self._model.location(declared.path, declared.name_span.start))

    def _shape(self, declared: Declaration) -> str | None:
        if "*" in _spelling(declared):
            return "it points to memory with object pointers in it"
        own = own_struct(self._model, declared)
        together = self._model.starting_at[declared.path, declared.span.start]
        if own is not None and sum(one.kind is SymbolKind.VARIABLE for one in together) > 1:
            return "it shares the declaration of its struct with other variables"
        if own is not None and self._model.language == "c++" and self._is_named_elsewhere(own):
            return "its struct is declared with it, and used elsewhere"
        if own is not None and (self._file.conditionals_in(own) or self._file.directives_in(own)):
            return "its struct has directives in it"
        return None

    def _is_named_elsewhere(self, own: Span) -> bool:
        record = _record(self._model, self._item.declaration)
        name = record.name.encode() if record is not None else b""
        tokens = (token for file in self._model.files.values() for token in file.lexed.tokens if token.text == name)
        return bool(name) and any(token.start not in own for token in tokens)

    def _walk(self, declared: Declaration, place: bytes) -> str | None:
        """Add what *declared*, a variable or a member, holds; return why that can't be told."""
        spelling = _spelling(declared)
        place += b"[]" * len(_BOUND.findall(spelling))
        objects, holders = _records(self._model)
        self._fields[place] = declared
        if _FIXED.search(spelling) and declared is not self._item.declaration:
            return f"its member {declared.name} is volatile, atomic or constant"
        if "*" in spelling:
            is_object = declared.pointee_record in objects
            if is_object and spelling.count("*") == 1 and "(" not in spelling:
                self._objects.append(place)
            elif (is_object or declared.pointee_record in holders) and "(" not in spelling:
                return f"its member {declared.name} leads to memory with objects in it"
            else:
                self._data.append(place)
            return None
        if declared.pointee_record in objects:
            return f"{declared.name} holds objects themselves"
        if declared.pointee_record not in holders:
            self._data.append(place)
            return None
        return self._walk_record(declared, place)

    def _walk_record(self, declared: Declaration, place: bytes) -> str | None:
        record = _record(self._model, declared)
        if record is None:
            return "its struct isn't declared in this project"
        tokens = self._model.files[record.path].at(record.span.start).tokens_in(record.span)
        if tokens[0].text == b"union":
            return "it holds a union with an object in it"
        parts = [one for one in self._model.declarations if one.parent == record.symbol]
        made = [token for token in tokens if token.text in (b"=", b":", b"virtual", b"private", b"protected")]
        if any(one.kind is not SymbolKind.FIELD for one in parts) or (made and self._model.language == "c++"):
            return "its constructor sets it up, not the module"
        reasons = (self._walk(one, place + b"." + one.name.encode()) for one in parts)
        return next((reason for reason in reasons if reason is not None), None)

    def _start(self) -> str | None:
        """Read what the variable starts with; return why the initialisation can't set that."""
        declared = self._item.declaration
        if declared.initialiser is None or is_empty(tokens_of(self._file, declared.initialiser)):
            return None
        if declared.entries is None:
            return "what it starts with can't be read"
        return self._entries(declared.entries, b"", b"")

    def _entries(self, entries: Iterable[InitEntry], place: bytes, written: bytes) -> str | None:
        for entry in entries:
            if entry.macro or entry.made or (entry.field is None and entry.index < 0):
                return "a macro makes what it starts with"
            name = b"." + entry.field.encode() if entry.field is not None else b"[%d]" % entry.index
            there = place + (name if entry.field is not None else b"[]")
            if entry.children is not None:
                reason = self._entries(entry.children, there, written + name)
            else:
                reason = self._value(entry, there, written + name)
            if reason is not None:
                return reason
        return None

    def _value(self, entry: InitEntry, place: bytes, written: bytes) -> str | None:
        tokens = tokens_of(self._file, entry.value_span)
        if is_empty(tokens):
            return None
        if place in self._objects:
            return "it starts with the address of another static"
        field = self._fields.get(place)
        if field is None or place not in self._data or "[" in _spelling(field) or tokens[0].text == b"{":
            return "it starts with values that can't be assigned to its members"
        named = {symbol_at(self._file, token) for token in tokens}
        mutable = {one.symbol for one in self._model.globals} | {one.symbol for one in self._model.types}
        if named & mutable:
            return "it starts with the address of another static"
        self._values.append((written, entry.value_span))
        return None


def _spelling(declared: Declaration) -> str:
    """Return the canonical type, without the places by which clang tells unnamed structs apart."""
    return _UNNAMED.sub("", declared.canonical_type)


def _use_problems(model: Extension, item: Global, held: ObjectStruct) -> Iterator[Obstacle]:
    """Yield why a use of the struct can't be followed."""
    for use in uses_as(model, item.symbol):
        if use.reference.kind is not SymbolKind.VARIABLE:
            reason: str | None = "its struct has the same name"
        elif use.reference.function is None and use.reference.via_macro is None and use.role is UsedAs.SIZED:
            reason = "its size is needed outside of functions"
        elif use.role is UsedAs.UNKNOWN:
            reason = _in_macro(model, use, item.name.encode(), held)
        else:
            reason = _reason(model, use, item, held)
        if reason is not None:
            where = model.location(use.reference.path, use.reference.offset)
            yield Obstacle(reason, "object-holder", where)


_LED_TO = "a pointer to it is used here: what is done through that can't be followed"


def _reason(model: Extension, use: Use, item: Global, held: ObjectStruct) -> str | None:
    whole, place = _accessed(use)
    around = use.around[use.around.index(whole) + 1 :]
    role = use.role_of(whole)
    call = next((one for one in around if isinstance(one, Call)), None)
    if place in held.objects:
        if role is UsedAs.ADDRESS:
            return "the address of one of its objects is taken: who owns what is left there can't be told"
        return _in_call(model, use, call, item.name.encode(), held)
    if held.is_data(place):
        is_kept = role is UsedAs.ADDRESS and not _is_argument(around)
        return "the address of one of its members is stored" if is_kept else None
    counts = call is not None and call.function.tokens[-1].text == ARRAY_LENGTH
    return None if role is UsedAs.SIZED or counts else _LED_TO


def _is_argument(around: Sequence[Node]) -> bool:
    """Tell whether the address that the first node takes is an argument as it is."""
    rest = [one for one in around if not isinstance(one, Cast | Parenthesised)]
    return len(rest) > 1 and isinstance(rest[1], Call)


def _accessed(use: Use) -> tuple[Node, bytes]:
    """Return the variable with the members and subscripts written behind it, and what these lead to."""
    whole, place = use.around[0], b""
    for outer in use.around[1:]:
        if isinstance(outer, Member) and outer.operator == b".":
            place += b"." + outer.name.text
        elif isinstance(outer, Index) and outer.object is whole:
            place += b"[]"
        else:
            break
        whole = outer
    return whole, place


def _in_call(model: Extension, use: Use, call: Call | None, name: bytes, held: ObjectStruct) -> str | None:
    """Return why a macro that gets one of the objects can't be followed."""
    if call is None or use.reference.function is None:
        return None
    file = model.files[use.reference.path].at(use.reference.offset)
    made = file.expansions.get(call.function.tokens[-1].start)
    if made is None or not model.expander.opens(made):
        return None
    opened = model.expanded(made)
    return _in_tokens(as_tokens(opened.tokens), name, held) if opened is not None else _LED_TO


def _in_macro(model: Extension, use: Use, name: bytes, held: ObjectStruct) -> str | None:
    file = model.files[use.reference.path].at(use.reference.offset)
    made = file.expansions.get(use.reference.offset) if use.reference.function is not None else None
    opened = model.expanded(made) if made is not None else None
    return _in_tokens(as_tokens(opened.tokens), name, held) if opened is not None else _LED_TO


def _in_tokens(tokens: Sequence[Token], name: bytes, held: ObjectStruct) -> str | None:
    """Return why what a macro makes can't be followed: it has to lead to one object or one value each time."""
    for at, token in enumerate(tokens):
        before = tokens[at - 1].text if at else b""
        if token.text != name or token.kind is not TokenKind.IDENT or before in (b".", b"->"):
            continue
        if b"sizeof" in [one.text for one in tokens[max(0, at - 2) : at]]:
            continue
        place = place_behind(tokens[at + 1 : end_of_place(tokens, at + 1)]) or b""
        if not (held.is_data(place) or held.holds(place)) or is_address_of(tokens, at - 1):
            return _LED_TO
    return None
