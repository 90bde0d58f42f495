"""Attributes of instances whose names a heap type needs in its own dictionary (G37)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import TokenKind
from unstatic.capi.slots import TABLES
from unstatic.facts.types.metaclasses import lineage
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location


def attribute_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the entries that would take the place of what the type itself answers, or the other way round.

    A static type computes `__module__` from tp_name and reads its docstring from tp_doc, whatever its dictionary
    holds; a heap type keeps both in the dictionary, where descriptors for instances have the same names.
    `__name__`, `__qualname__` and `__dict__` come from the type object either way.
    """
    found = entry_of(model, static, b'"__module__"')
    if found is not None:
        reason = "its instances have a __module__ of their own, which T.__module__ of a heap type would give too"
        yield Obstacle(reason, "instance-attribute", found)
    base = _base_with(model, static, b'"__module__"')
    if base is not None and found is None:
        reason = "its instances inherit a __module__ of their own, which the __module__ of a heap type would hide"
        yield Obstacle(reason, "instance-attribute", base)
    annotated = _base_with(model, static, b'"__annotations__"')
    if annotated is not None and entry_of(model, static, b'"__annotations__"') is None:
        # type_get_annotations puts an empty dict into the dictionary of a heap type, from 3.10 to 3.13.
        reason = (
            "its instances inherit __annotations__ of their own, which a heap type hides once it is asked for its own"
        )
        yield Obstacle(reason, "instance-attribute", annotated)
    documented = entry_of(model, static, b'"__doc__"') if static.value("tp_doc") else None
    if documented is not None:
        reason = "its instances have a __doc__ of their own, which the docstring of a heap type would hide"
        yield Obstacle(reason, "instance-attribute", documented)


def unreadable_pickles(model: Extension, static: StaticType) -> bool:
    """
    Tell whether protocols 0 and 1 would write instances that can't be read (G35), were it a heap type without tp_new.

    `copyreg._reduce_ex` refuses instances of static types, and of classes that have a `__new__`.
    """
    if static.value("tp_new") or static.base:
        return False
    return not any(entry_of(model, static, name) for name in (b'"__reduce__"', b'"__reduce_ex__"'))


def own_methods_problem(model: Extension, static: StaticType) -> bool:
    """Tell whether no entry can be added to the type's methods: others have them too, or they can't be read."""
    table = model.tables.get(static.function("tp_methods") or "")
    if table is None:
        return bool(static.value("tp_methods"))
    entries = table.declaration.entries
    return not entries or len(table.owners) != 1 or table.declaration.from_macro


def entry_of(model: Extension, static: StaticType, name: bytes) -> Location | None:
    """Return where one of the type's tables names an attribute; *name* is the literal, quotes included."""
    for slot in TABLES:
        table = model.tables.get(static.function(slot) or "")
        if table is None:
            continue
        place = table.declaration
        file = model.files[place.path]
        for token in file.lexed.between(*(place.initialiser or place.span)):
            if token.kind is TokenKind.STRING and token.text == name:
                return file.source.location(token.start)
        for method in table.methods:
            if method.name == name:
                return file.source.location(method.span.start)
    return None


def _base_with(model: Extension, static: StaticType, name: bytes) -> Location | None:
    """Return where a base of the project names an attribute; *name* is the literal, quotes included."""
    found = (entry_of(model, base, name) for base in lineage(model, static) if base is not static)
    return next((place for place in found if place is not None), None)
