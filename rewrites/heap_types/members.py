"""Offsets that a spec has no field for become members (G40, G42)."""

from __future__ import annotations

from unstatic.capi.slots import OFFSETS
from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import TypeChoice
from unstatic.rewriting.style import Style, top_level_start
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def members_edits(model: Extension, static: StaticType, choice: TypeChoice, style: Style) -> tuple[bytes, list[Edit]]:
    """Return the name of a new member table, empty if none is needed, and the edits that add the members."""
    rows = [
        b'{"' + member + b'", T_PYSSIZET, ' + static.value(slot) + b", READONLY},"
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
    lines = [b"static PyMemberDef " + name + b"[] = {", *(style.indent + row for row in rows)]
    lines += [style.indent + b"{NULL}", b"};", b""]
    declaration = static.declaration
    at = top_level_start(model.files[declaration.path], declaration.span.start)
    return name, [Edit(declaration.path, Span(at, at), style.lines(*lines))]
