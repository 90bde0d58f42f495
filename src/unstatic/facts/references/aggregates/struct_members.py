"""What a struct holds, or an array of structs: the objects and the data in it, by the members that lead to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from unstatic.cparse.facts import InitEntry
from unstatic.facts.places.record_objects import python_objects
from unstatic.model.building.globals import holders_of_objects
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, SymbolKind
from unstatic.model.fact import common_fact, fact
from unstatic.model.initialiser_values import is_empty, symbol_at, tokens_of
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span

MOST_LOOPS = 2
_MOST_VALUES = 4
_TEMPLATE = "_template"
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
    template: bytes
    """The name of the constant that keeps what it starts with, to be copied; empty if that is assigned."""
    varies: bool
    """Whether `#if` groups decide how many elements it has."""
    structs: tuple[tuple[bytes, str], ...]
    """Where structs with objects stand in it, and the records that they are: itself, or its elements, among them."""

    def holds(self, place: bytes) -> bool:
        """Tell whether one of its objects stands at *place*."""
        return place in self.objects

    def is_data(self, place: bytes) -> bool:
        """Tell whether something other than an object stands at *place*, or in what stands there."""
        return any(place == one or place.startswith((one + b".", one + b"[")) for one in self.data)

    def is_array(self, place: bytes) -> bool:
        """Tell whether an array stands at *place*."""
        return any(one.startswith(place + b"[]") for one in (*self.objects, *self.data))


@fact
def held_by(model: Extension, symbol: str) -> ObjectStruct | Obstacle | None:
    """Return what the struct *symbol* holds, however it is used, or why that can't be told; None if it is none."""
    item = model.global_by_symbol(symbol)
    return Members(model, item).found() if item is not None and item.kind is GlobalKind.OBJECT_HOLDER else None


@common_fact
def _records(model: Extension) -> tuple[frozenset[str], frozenset[str]]:
    """Return the structs that are objects, and those that hold pointers to such."""
    return python_objects(model), holders_of_objects(model.by_symbol)


def members_of(model: Extension, item: Global) -> tuple[bytes, ...]:
    """Return the names of a struct's members, in order, if each can be assigned; nothing if one can't."""
    record = _record(model, item.declaration)
    if record is None or "*" in _spelling(item.declaration) or "[" in _spelling(item.declaration):
        return ()
    file = model.files[record.path]
    if file.conditionals_in(record.span) or file.directives_in(record.span):
        return ()
    fields = [one for one in model.members.get(record.symbol, ()) if one.kind is SymbolKind.FIELD]
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


@fact
def template_name(model: Extension, item: Global) -> bytes:
    """Return the name by which the start of an array can stay where it is, as a constant; empty if it can't (G497).

    `static Failure failures[] = {...}` becomes `static const Failure failures_template[] = {...}`.
    """
    declared, name = item.declaration, (item.name + _TEMPLATE).encode()
    file = model.files[declared.path]
    words = file.tokens_in(Span(declared.span.start, declared.name_span.start)) if not declared.from_macro else ()
    together = [one for one in model.starting_at[declared.path, declared.span.start] if one.kind is SymbolKind.VARIABLE]
    is_alone = len(together) == 1 and not item.others and own_struct(model, declared) is None
    is_global = declared.function is None and declared.parent is None and not file.is_conditional(declared.span.start)
    if not words or words[0].text != b"static" or not is_alone or not is_global or name in model.identifiers:
        return b""
    builder = model.functions.get(model.init.builder) if model.init is not None else None
    seen = builder is not None and model.sees(builder.definition.path, item.symbol)
    names = (*(one.name for one in model.globals if one is not item), *(one.name for one in model.types))
    initialiser = declared.initialiser or declared.span
    named = {token.text for token in file.lexed.between(*initialiser)}
    # Groups that aren't compiled here may hold addresses of objects, which no element would own.
    if file.conditionals_in(initialiser) and any(text == b"&" or text.startswith((b"Py", b"_Py")) for text in named):
        return b""
    return name if seen and "[" in declared.canonical_type and named.isdisjoint(one.encode() for one in names) else b""


class Members:
    """The members of one struct, those of the structs in it with them."""

    def __init__(self, model: Extension, item: Global) -> None:
        self._model = model
        self._item = item
        self._file = model.files[item.declaration.path]
        self._objects: list[bytes] = []
        self._data: list[bytes] = []
        self._fields: dict[bytes, Declaration] = {}
        self._values: list[tuple[bytes, Span]] = []
        self._structs: list[tuple[bytes, str]] = []
        self._varies = self._is_unassigned = False

    def found(self) -> ObjectStruct | Obstacle:
        declared = self._item.declaration
        reason = self._shape(declared) or self._walk(declared, b"") or self._start()
        if reason is None and any(place.count(b"[]") > MOST_LOOPS for place in self._objects):
            reason = "it holds arrays of arrays of objects"
        if reason is not None:
            return self._obstacle(reason)
        kept = self._varies or self._is_unassigned or len(self._values) > _MOST_VALUES
        template = template_name(self._model, self._item) if kept else b""
        return ObjectStruct(
            tuple(self._objects),
            tuple(self._data),
            tuple(self._values),
            template,
            self._varies,
            tuple(self._structs),
        )

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
        self._structs.append((place, record.symbol))
        parts = self._model.members.get(record.symbol, ())
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
        self._varies = bool(self._file.conditionals_in(declared.initialiser))
        if self._varies and not template_name(self._model, self._item):
            return "what it starts with differs between #if groups"
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
            self._is_unassigned = True
            if not template_name(self._model, self._item):
                return "it starts with values that can't be assigned to its members"
        named = {symbol_at(self._file, token) for token in tokens}
        mutable = {one.symbol for one in self._model.globals} | self._model.type_symbols
        if named & mutable:
            return "it starts with the address of another static"
        self._values.append((written, entry.value_span))
        return None


def _spelling(declared: Declaration) -> str:
    """Return the canonical type, without the places by which clang tells unnamed structs apart."""
    return _UNNAMED.sub("", declared.canonical_type)
