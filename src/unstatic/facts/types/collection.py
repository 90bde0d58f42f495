"""What the garbage collector may see of the instances of a type that joins it (G140).

The collector empties what it found to be garbage through `tp_clear`, in an order that nobody can rely on, and only
then do deallocators run (CPython, Python/gc.c: subtract_refs, delete_garbage; Modules/gcmodule.c before 3.13). As long
as it couldn't see the instance, all that the instance owns was out of its reach. A field that it is shown must lead to
nothing that C code takes for intact: to no container whose items other structs point at without owning them, and to
nothing that a deallocator looks into. What isn't visited stays out of reach, as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from unstatic.c.type_names import BUILT_IN, QUALIFIERS
from unstatic.capi.slots import EMPTYING, TRAVERSALS
from unstatic.capi.types import ANY_OBJECT, TYPE_RECORDS
from unstatic.facts.module.call_contexts import reached, runs_in_teardown
from unstatic.facts.references.aggregates.live_instances import points_to_live
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.borrowed_fields import BorrowedFields
from unstatic.facts.types.deallocation.deallocators import Dealloc
from unstatic.facts.types.deallocation.only_released import only_releases
from unstatic.facts.types.deallocation.stale_fields import StaleRelease, stale_field
from unstatic.facts.types.lent_fields import is_lent
from unstatic.model.configurations.conditions import Value, are_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Declaration, Extension, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.settings.requires import OLDEST

_SIZE = re.compile(rb"sizeof\s*\(\s*[\w\s]+\)")
_NUMBERS = (BUILT_IN | QUALIFIERS) - {b"void"}
_WORD = re.compile(rb"[A-Za-z_(]\w*")


def seen_fields(model: Extension, static: StaticType, dealloc: Dealloc | None) -> tuple[str, ...]:
    """Return the fields that the collector may be shown of *static*, a type that isn't collected yet, in order."""
    found = _collection(model)
    return tuple(field for field in (dealloc.owned if dealloc else ()) if found.may_be_seen(static, field))


def holds_only_numbers(model: Extension, static: StaticType) -> bool:
    """Tell whether instances have room for nothing but numbers and pointers to them: none leads to an object."""
    record = static.record or ""
    is_whole = _SIZE.fullmatch(static.value("tp_basicsize")) is not None and not static.base
    varies = (static.value(name) for name in ("tp_itemsize", "tp_dictoffset", "tp_weaklistoffset"))
    own = {record, *model.pointees.get(record, ())}
    fields = {item.name: item for item in _collection(model).borrowed.fields if item.parent in own}
    is_known = fields.pop("ob_base", None) is not None
    return (
        is_known
        and is_whole
        and not any(value.strip(b"0") for value in varies)
        and all(_NUMBERS.issuperset(_WORD.findall(item.canonical_type.encode())) for item in fields.values())
    )


def stale_releases(model: Extension, static: StaticType, visited: Sequence[str]) -> tuple[StaleRelease, ...]:
    """Return the releases that leave one of the *visited* fields pointing at an object that is gone (G522)."""
    fields = (_collection(model).field(static, name) for name in visited)
    return tuple(one for field in fields if field is not None for one in stale_field(model, field.symbol).releases)


def is_link(model: Extension, static: StaticType) -> bool:
    """Tell whether instances of *static* point at others of their kind without owning them, as in a list in C."""
    record = static.record or ""
    return any(
        same_record(model, record, item.parent or "") and same_record(model, record, item.pointee_record or "")
        for item in _collection(model).borrowed.found
    )


@fact
def _collection(model: Extension) -> _Collection:
    return _Collection(model)


class _Collection:
    """What C code relies on once the collector has begun to empty what it found."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self.borrowed = BorrowedFields(model)

    def may_be_seen(self, static: StaticType, name: str) -> bool:
        """Tell whether nothing in C relies on what the owned field *name* leads to, and it never points at nothing."""
        field = self.field(static, name)
        if field is None or not self._is_always_there(field) or not stale_field(self._model, field.symbol).is_mendable:
            return False
        if any(use.function in self._visiting for use in self._model.uses.get(field.symbol, ())):
            return False
        if is_lent(self._model, field.symbol):
            return False
        if not all(only_releases(self._model, use, self._is_intact) for use in self._in_teardown(field.symbol)):
            return False
        return not (self.borrowed.found or self._is_registered) or self._is_left_alone(static, field)

    def _is_always_there(self, field: Declaration) -> bool:
        """Tell whether no `#if` group inside of the struct can leave the field out, which a visit would name then."""
        file, start = self._model.files[field.path], field.span.start
        records = (item.span for item in self._model.by_symbol[field.parent or ""] if item.path == field.path)
        opening = next((span.start for span in records if start in span), start)
        return are_certain(file.source.data, file.conditionals_beside(start, opening), start, self._known)

    @cached_property
    def _known(self) -> Mapping[bytes, Value]:
        return known_macros(OLDEST, texts_of(self._model))

    def field(self, static: StaticType, name: str) -> Declaration | None:
        """Return the field *name* of the instances' struct."""
        record = static.record or ""
        records = (record, *self._model.pointees.get(record, ()))
        return next((found for one in records if (found := self._fields.get((one, name))) is not None), None)

    @cached_property
    def _fields(self) -> dict[tuple[str, str], Declaration]:
        """The owned fields by struct and name."""
        return {(item.parent or "", item.name): item for item in reversed(self.borrowed.fields)}

    @cached_property
    def _visiting(self) -> frozenset[str]:
        """What visits for other types, or the module: a reference that is visited twice counts twice (G647)."""
        functions = self._model.functions.items()
        starts = [symbol for symbol, item in functions if any(role.slot in TRAVERSALS for role in item.roles)]
        return frozenset(one for start in starts for one in reached(self._model, start))

    @cached_property
    def _teardown(self) -> frozenset[str]:
        return runs_in_teardown(self._model, EMPTYING, frozenset())

    def _in_teardown(self, symbol: str) -> Iterator[Reference]:
        return (use for use in self._model.uses.get(symbol, ()) if use.function in self._teardown)

    @cached_property
    def _is_registered(self) -> bool:
        """Whether a deallocator uses a global that points at objects of the extension, such as a list of them all.

        What leads to no other object lists none, and what each takes itself out of never leads to one that is gone.
        """
        pointers = (item for item in self.borrowed.fields if "*" in item.canonical_type)
        leading = {item.parent for item in pointers if item.pointee_record or item.canonical_type == "void *"}
        kinds = (self.borrowed.objects & leading) - TYPE_RECORDS - ANY_OBJECT
        leading_there = (item.symbol for item in self._model.globals if item.declaration.pointee_record in kinds)
        globals_ = {symbol for symbol in leading_there if not points_to_live(self._model, symbol)}
        return any(use.symbol in globals_ for name in self._teardown for use in self._model.uses_in.get(name, ()))

    def _is_left_alone(self, static: StaticType, field: Declaration) -> bool:
        """Tell whether the collector can't empty the object, or Python code could do so before."""
        record = field.pointee_record or ""
        if record in self.borrowed.objects - ANY_OBJECT:
            return record in TYPE_RECORDS or self._is_never_emptied(record)
        if field.name.encode() in static.value("tp_dictoffset"):
            return True
        table = self._model.tables.get(static.function("tp_members") or "")
        span = table.declaration.initialiser if table is not None else None
        tokens = self._model.files[table.declaration.path].tokens_in(span) if table is not None and span else ()
        return any(token.text == field.name.encode() for token in tokens)

    def _is_intact(self, record: str) -> bool:
        """Tell whether *record* is a struct of objects that have no tp_clear."""
        return record in self.borrowed.objects - ANY_OBJECT and self._is_never_emptied(record)

    def _is_never_emptied(self, record: str) -> bool:
        """Tell whether *record* is that of types here, and none of them has a tp_clear."""
        types = [item for item in self._model.types if same_record(self._model, item.record or "", record)]
        specs = [item for item in self._model.specs if same_record(self._model, item.record or "", record)]
        emptied = any(item.value("tp_clear") for item in types) or any("tp_clear" in item.slots for item in specs)
        return bool(types or specs) and not emptied
