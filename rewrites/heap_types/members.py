"""Offsets that a spec has no field for become members (G40, G42)."""

from __future__ import annotations

from unstatic.capi.slots import OFFSETS
from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.style import Style, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .groups import flags_of, written_ways


def members_edits(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style
) -> tuple[bytes, list[Edit]]:
    """Return the name of a new member table, empty if none is needed, and the edits that add the members."""
    if not has_offsets(model, plan, static):
        return b"", []
    symbol = static.function("tp_members")
    table = model.tables.get(symbol or "")
    entries = table.declaration.entries if table is not None else None
    if table is not None and entries and len(table.owners) == 1:
        path = table.declaration.path
        at = entries[-1].span.start
        source = model.files[path].source
        indent = source.indent_at(at)
        rows = _rows(model, plan, static, indent)
        start = source.line_start(at)
        if not source.data[start:at].strip():
            return b"", [Edit(path, Span(start, start), style.lines(*rows))]
        lead = style.newline if rows[0].startswith(b"#") else b""
        return b"", [Edit(path, Span(at, at), lead + style.lines(*rows).lstrip() + indent)]
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
    text = c_text(style, template, name=name, rows=_rows(model, plan, static, style.indent)) + style.newline
    return name, [Edit(declaration.path, Span(at, at), text)]


def has_offsets(model: Extension, plan: Plan, static: StaticType) -> bool:
    """Tell whether a type needs members for its offsets, in whatever configuration."""
    group = flags_of(model, plan, static)
    in_group = group is not None and any(way.offsets for way in group.ways)
    return in_group or any(static.value(slot) for slot in OFFSETS)


def _rows(model: Extension, plan: Plan, static: StaticType, indent: bytes) -> list[bytes]:
    """Return the lines for the offsets, those that the group of the flags gives in its conditions."""
    group = flags_of(model, plan, static)
    ways = group.ways if group is not None else ()
    grouped = {slot for way in ways for slot in way.offsets}
    lines = [
        indent + _member(slot, static.value(slot)) for slot in OFFSETS if static.value(slot) and slot not in grouped
    ]
    if group is None or not grouped:
        return lines
    added = [[indent + _member(slot, value) for slot, value in way.offsets.items()] for way in ways]
    file = model.files[static.declaration.path]
    return [*lines, *written_ways(file, [way.branch for way in ways], added)]


def _member(slot: str, offset: bytes) -> bytes:
    return filled(b'{"$member", T_PYSSIZET, $offset, READONLY},', member=OFFSETS[slot], offset=offset)
