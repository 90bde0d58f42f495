"""Offsets that a spec has no field for become members (G40, G42)."""

from __future__ import annotations

from unstatic.capi.slots import OFFSETS
from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import TypeChoice
from unstatic.rewriting.style import Style, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def members_edits(model: Extension, static: StaticType, choice: TypeChoice, style: Style) -> tuple[bytes, list[Edit]]:
    """Return the name of a new member table, empty if none is needed, and the edits that add the members."""
    rows = [
        filled(b'{"$member", T_PYSSIZET, $offset, READONLY},', member=member, offset=static.value(slot))
        for slot, member in OFFSETS.items()
        if static.value(slot)
    ]
    if not rows:
        return b"", []
    symbol = static.function("tp_members")
    table = model.tables.get(symbol or "")
    entries = table.declaration.entries if table is not None else None
    if table is not None and entries and len(table.owners) == 1:
        path = table.declaration.path
        at = entries[-1].span.start
        indent = model.files[path].source.indent_at(at)
        text = b"".join(row + style.newline + indent for row in rows)
        return b"", [Edit(path, Span(at, at), text)]
    name = f"{choice.stem}_members".encode()
    if name in model.identifiers:
        name = f"{choice.stem}_offset_members".encode()
    template = b"""
        static PyMemberDef $name[] = {
            $rows
            {NULL}
        };
    """
    declaration = static.declaration
    at = top_level_start(model.files[declaration.path], declaration, declaration)
    text = c_text(style, template, name=name, rows=rows) + style.newline
    return name, [Edit(declaration.path, Span(at, at), text)]
