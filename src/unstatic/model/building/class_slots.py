"""Slots of the classes that a metaclass makes: `((PyTypeObject *)cls)->tp_vectorcall = Struct_vectorcall;`.

CPython calls such a function with the class, which is an instance of the metaclass, as it would call `tp_call` of
that (G458).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from unstatic.c.syntax import is_alone, split, strip_casts
from unstatic.capi.types import CLASS_RECORDS
from unstatic.cparse.facts import Declaration, Reference, SymbolKind
from unstatic.model.extension import File, HeapSpec, Role, RoleKind, StaticType

_SLOT = b"tp_vectorcall"
_AHEAD = 20
_ENDS = (b";", b"{", b"}")


def class_slots(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    references: Iterable[Reference],
    types: Sequence[StaticType],
    specs: Sequence[HeapSpec],
) -> Iterator[tuple[str, Role]]:
    """Yield the functions that classes get as such a slot, with the metaclass that each belongs to as its owner."""
    both: tuple[StaticType | HeapSpec, ...] = (*types, *specs)
    records = {item.record: item.declaration.symbol for item in both if item.record}
    # An object that starts as a class does is one.
    fields = (one for items in by_symbol.values() for one in items if one.kind is SymbolKind.FIELD)
    inner = (one for one in fields if one.parent in records and one.canonical_type.count("*") == 0)
    classes = {one.parent for one in inner if one.pointee_record in CLASS_RECORDS}
    owners = {record: symbol for record, symbol in records.items() if record in classes}
    for use in references if owners else ():
        if use.kind is SymbolKind.FUNCTION and not use.is_call and use.path in files and use.via_macro is None:
            record = _record_set(files[use.path].at(use.offset), use.offset, by_symbol)
            if record in owners:
                yield use.symbol, Role(RoleKind.METHOD, owners[record], _SLOT.decode(), None)


def _record_set(file: File, offset: int, by_symbol: Mapping[str, Sequence[Declaration]]) -> str | None:
    """Return what the variable points to whose field gets the function at *offset*; None if it isn't such a field."""
    tokens, index = file.around(offset, _AHEAD)
    behind = tuple(takewhile(lambda token: token.text not in _ENDS, reversed(tokens[:index])))
    target, *value = split((*reversed(behind), tokens[index]), b"=")
    is_set = [token.text for token in target[-2:]] == [b"->", _SLOT]
    if not is_set or len(value) != 1 or not is_alone(value[0], offset):
        return None
    holder = strip_casts(target[:-2])
    use = file.written.get(holder[0].start) if len(holder) == 1 else None
    declared = by_symbol.get(use.symbol, ()) if use is not None else ()
    return declared[0].pointee_record if declared and declared[0].canonical_type.count("*") == 1 else None
