"""The values that variables start with: the initialisation gives them to the fields of each module."""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.facts.references.aggregates.object_structs import object_struct
from unstatic.facts.references.aggregates.struct_members import ObjectStruct
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.initialiser_values import is_empty, tokens_of
from unstatic.rewriting.template import filled


def initial_values(model: Extension, fields: Iterable[tuple[Global, bytes]], state: bytes) -> list[bytes]:
    """Return the assignments that give fields what plain data, and the data in structs, started with."""
    lines: list[bytes] = []
    for item, name in fields:
        declaration = item.declaration
        file = model.files[declaration.path]
        struct = object_struct(model, item.symbol)
        if isinstance(struct, ObjectStruct) and struct.template:
            values = {"state": state, "field": name, "start": struct.template}
            lines.append(filled(b"memcpy($state->$field, $start, sizeof($start));", **values))
            continue
        given = struct.values if isinstance(struct, ObjectStruct) else ()
        if item.kind is GlobalKind.DATA and declaration.initialiser is not None:
            given = ((b"", declaration.initialiser),)
        for place, span in given:
            if not is_empty(tokens_of(file, span)):
                value = file.source.text(span)
                values = {"state": state, "field": name + place, "value": value}
                lines.append(filled(b"$state->$field = $value;", **values))
    return lines
