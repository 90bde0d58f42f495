"""Structs that hold objects, and arrays of them: `static struct {PyObject *last; int count;} cache;`.

The state keeps the struct as it is. Its objects are visited and cleared, so each of them has to be named where it is
used, by the members that lead to it, or through a pointer that leads to nothing else (G360, G496).
"""

from __future__ import annotations

import re

from unstatic.facts.references.aggregates.element_pointers import element_pointers
from unstatic.facts.references.aggregates.struct_members import ObjectStruct, held_by
from unstatic.facts.references.api_tables import is_capsule_table
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle


@fact
def object_struct(model: Extension, symbol: str) -> ObjectStruct | Obstacle | None:
    """Return what the struct *symbol* holds, or why that can't be told; None if it is none."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind is not GlobalKind.OBJECT_HOLDER or is_capsule_table(model, item):
        return None
    found = held_by(model, symbol)
    problem = element_pointers(model, symbol).problem
    return found if problem is None else problem


def object_places(model: Extension, item: Global) -> tuple[bytes, ...]:
    """Return what has to be written behind a variable's name to name each object that it holds."""
    found = object_struct(model, item.symbol)
    if isinstance(found, ObjectStruct):
        return found.objects
    return (b"[]" if item.kind is GlobalKind.OBJECT_ARRAY else b"",)


def member_objects(model: Extension, item: Global) -> frozenset[bytes]:
    """Return the members of a struct that hold an object each, if that is all that it holds of them."""
    found = held_by(model, item.symbol)
    places = found.objects if isinstance(found, ObjectStruct) else ()
    names = frozenset(place[1:] for place in places)
    return names if all(re.fullmatch(rb"\w+", name) for name in names) else frozenset()
