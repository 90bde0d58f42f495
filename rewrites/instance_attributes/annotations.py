"""Types that inherit a getter of `__annotations__`, which they have to repeat as heap types (G37).

From Python 3.10 to 3.13, `T.__annotations__` of a heap type puts an empty dict into `T.__dict__` if nothing is there by
that name. It would hide the base's getter from the instances of T (`type_get_annotations` in `Objects/typeobject.c`).
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.types.metaclasses import lineage
from unstatic.model.extension import Extension, StaticType
from unstatic.text.source import Span

from .getters import getter_entry

NAME = b'"__annotations__"'


def repeated_rows(model: Extension) -> Iterator[tuple[StaticType, Span]]:
    """Yield each type that lacks the entry, with the nearest base's entry, where its own table can have it too."""
    if model.language == "c++":
        return
    for static in model.types:
        table = model.tables.get(static.function("tp_getset") or "")
        if table is None or getter_entry(model, static, NAME) is not None or not _is_open(model, static):
            continue
        inherited = (getter_entry(model, base, NAME) for base in lineage(model, static))
        row = next((entry for entry in inherited if entry is not None), None)
        place = table.declaration
        # What the entry names is declared above the table that has it.
        if row is not None and row.path == place.path and row.entry.span.start < place.span.start:
            yield static, row.entry.span


def _is_open(model: Extension, static: StaticType) -> bool:
    """Tell whether the type's getset table is its own, written out, and may be changed."""
    table = model.tables[static.function("tp_getset") or ""]
    entries = table.declaration.entries
    is_own = table.owners == (static.symbol,) and not table.declaration.from_macro
    is_changeable = protected_use(model, table.declaration.symbol) is None
    return is_own and is_changeable and bool(entries) and not any(item.macro for item in entries or ())
