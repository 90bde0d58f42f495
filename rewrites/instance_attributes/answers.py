"""Types whose instances have a `__module__` of their own, and how they look attributes up (G37).

A getter gives it, or a member. The dictionary of a heap type holds the name of its module, which hides what is of the
same name in a base, and which `T.__module__` has to give. So what instances answer has to come before the generic
lookup.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.syntax import Call, strip_casts
from unstatic.capi.slots import GENERIC
from unstatic.facts.places.at_file_level import is_always_read, outside_groups
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.python_code import reads_entry_of_types
from unstatic.facts.types.metaclasses import lineage
from unstatic.model.extension import Extension, Function, StaticType
from unstatic.model.initialiser_values import symbol_at
from unstatic.text.source import Span

from .getters import MemberEntry, getter_entry, member_entry

NAME = b'"__module__"'


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of a table that gives instances a `__module__`."""

    span: Span
    """With its comma."""
    getter: str
    """Empty for a member."""
    setter: str
    """Empty if it can't be set."""
    closure: bytes
    member: MemberEntry | None = None

    @property
    def does(self) -> tuple[object, ...]:
        """What has to be the same for all types that share their lookup."""
        member = self.member
        return (self.getter, self.setter, self.closure, member and (member.struct, member.field, member.may_be_none))


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where one slot of the types looks attributes up in the generic way."""

    slot: str
    calls: tuple[Call, ...]
    """In functions of the project that are the slot."""
    values: tuple[Span, ...]
    """The values of slots that are generic now; zero or empty where a base of the types decides."""
    added: tuple[Span, ...]
    """The last entries of the initialisers that don't name the slot, behind which it has to stand."""


@dataclass(frozen=True, slots=True)
class Answers:
    """All types of one module whose instances answer `__module__`, with the same getter and setter."""

    path: Path
    types: tuple[StaticType, ...]
    rows: tuple[Row, ...]
    lookups: tuple[Lookup, ...]
    at: int
    """Where functions go that the lookups can call, and that can call getter and setter."""
    undeclared: tuple[StaticType, ...]
    """Those of the types that nothing declares before that."""

    @property
    def root(self) -> StaticType:
        """The type that the others derive from, or the first of them."""
        return next((item for item in self.types if not item.base), self.types[0])


def answers(model: Extension) -> Answers | None:
    """Return the types that answer; None if there are none, or their lookup can't be changed."""
    rows = {item.symbol: row for item in model.types if (row := _row(model, item)) is not None}
    if not rows or model.language == "c++" or reads_entry_of_types(model, "__module__"):
        return None
    types = tuple(item for item in model.types if _nearest(model, item, rows) is not None)
    paths = {item.declaration.path for static in types for item in lineage(model, static)}
    if len({row.does for row in rows.values()}) != 1 or len(paths) != 1:
        return None
    (path,) = paths
    first = next(iter(rows.values()))
    lookups = [_lookup(model, types, rows, slot) for slot in (GENERIC if first.setter else ("tp_getattro",))]
    if any(item is None for item in lookups) or not all(_is_plain(model, item) for item in types):
        return None
    if not first.setter and any(_value_in_chain(model, item, "tp_dictoffset") for item in types):
        # A name that could only be read would go to the instance's dictionary.
        return None
    found = tuple(item for item in lookups if item is not None)
    at = _place(model, path, found)
    if not all(_is_known(model, path, symbol, at) for symbol in (first.getter, first.setter) if symbol):
        return None
    undeclared = tuple(item for item in types if not _is_declared(item, path, at))
    return Answers(path, types, tuple(rows.values()), found, at, undeclared)


def _row(model: Extension, static: StaticType) -> Row | None:
    """Return the entry in a table that only this type has, if it can go."""
    getter, member = getter_entry(model, static, NAME), member_entry(model, static, NAME)
    found = getter or member
    table = model.tables.get(static.function("tp_members" if getter is None else "tp_getset") or "")
    if table is None or found is None or table.owners != (static.symbol,) or table.declaration.from_macro:
        return None
    if protected_use(model, table.declaration.symbol) or (getter and (not getter.getter or getter.setter is None)):
        return None
    file = model.files[found.path]
    after = file.tokens[file.index_at(found.entry.span.end - 1) + 1]
    if after.text != b",":
        return None
    span = Span(found.entry.span.start, after.end)
    return (
        Row(span, getter.getter or "", getter.setter or "", getter.closure)
        if getter
        else Row(span, "", "", b"", member)
    )


def _nearest(model: Extension, static: StaticType, rows: dict[str, Row]) -> Row | None:
    return next((rows[item.symbol] for item in lineage(model, static) if item.symbol in rows), None)


def _value_in_chain(model: Extension, static: StaticType, slot: str) -> bytes:
    return next((value for item in lineage(model, static) if (value := item.value(slot))), b"")


def _is_plain(model: Extension, static: StaticType) -> bool:
    """Tell whether a type derives from nothing but types of the project, and no macro or class of others makes it."""
    *_, last = lineage(model, static)
    return not last.base and not static.metaclass and not static.declaration.from_macro and not static.problems


def _lookup(model: Extension, types: Sequence[StaticType], rows: Container[str], slot: str) -> Lookup | None:
    """Return where the types look up in the generic way; None if one of them looks up in another way."""
    found: list[Call] = []
    values: list[Span] = []
    added: list[Span] = []
    deciding = [_deciding(model, item, rows, slot) for item in types]
    for static in {item.symbol: item for item in deciding}.values():
        if any(item.name == slot for item in static.runtime):
            return None
        if static.value(slot) in (b"", GENERIC[slot]):
            entries = static.declaration.entries or ()
            entry = next((item for item in entries if item.field == slot), None)
            if entry is not None and not entry.macro:
                values.append(entry.value_span)
            elif entries and entry is None and entries[-1].designated and not entries[-1].macro:
                added.append(entries[-1].span)
            else:
                return None
            continue
        function = model.functions.get(static.function(slot) or "")
        if function is None or function.definition.path != static.declaration.path:
            return None
        inner = tuple(_generic_calls(model, function, GENERIC[slot]))
        if not inner:
            return None
        found += [call for call in inner if call not in found]
    return Lookup(slot, tuple(found), tuple(values), tuple(added))


def _deciding(model: Extension, static: StaticType, rows: Container[str], slot: str) -> StaticType:
    """Return the type of the chain that has the slot, or the last one that has one of the *rows*."""
    chain = tuple(lineage(model, static))
    named_by = (item for item in chain if item.value(slot))
    return next(named_by, [item for item in chain if item.symbol in rows][-1])


def _generic_calls(model: Extension, function: Function, name: bytes) -> Iterator[Call]:
    """Yield the generic lookups of the name that a slot function is given."""
    definition = function.definition
    if len(definition.parameters) < 2 or definition.from_macro or function.alternatives:
        return
    if protected_use(model, function.symbol) is not None:
        return
    file = model.files[definition.path]
    asked = definition.parameters[1]
    for call in model.calls(function.symbol):
        if call.name.text == name and len(call.arguments) > 1 and call.name.start not in file.expansions:
            given = strip_casts(call.arguments[1])
            if len(given) == 1 and symbol_at(file, given[0]) == asked:
                yield call


def _place(model: Extension, path: Path, lookups: Sequence[Lookup]) -> int:
    """Return the start of the first definition that has a lookup in it."""
    starts = [call.name.start for lookup in lookups for call in lookup.calls]
    starts += [span.start for lookup in lookups for span in (*lookup.values, *lookup.added)]
    file = model.files[path]
    bodies = [item.definition.span for item in model.functions.values() if item.definition.path == path]
    bodies += [item.declaration.span for item in model.types if item.declaration.path == path]
    return min(outside_groups(file, body.start) for start in starts for body in bodies if start in body)


def _is_known(model: Extension, path: Path, symbol: str, at: int) -> bool:
    """Tell whether a function of the project is declared before an offset, where its parameters can be read."""
    function = model.functions.get(symbol)
    if function is None or function.definition.from_macro or function.alternatives:
        return False
    places = (function.definition, *function.prototypes)
    return is_always_read(model.files[path], at) and any(item.path != path or item.span.start < at for item in places)


def _is_declared(static: StaticType, path: Path, at: int) -> bool:
    return any(item.path != path or item.span.start < at for item in (static.declaration, *static.others))
