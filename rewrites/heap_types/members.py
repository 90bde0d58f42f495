"""Offsets that a spec has no field for become members (G40, G42)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from unstatic.c.lexer import lex_fragment
from unstatic.capi.slots import OFFSETS
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, Field, File, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.style import Style, style_of, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .groups import GroupedRows, flags_of, written_ways


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
        rows = _rows(model, plan, static, replace(style, indent=indent))
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
            $end
        };
    """
    end = b"{NULL, 0, 0, 0, NULL}" if style.is_whole else b"{NULL}"
    declaration = static.declaration
    at = top_level_start(model.files[declaration.path], declaration, declaration)
    rows = _rows(model, plan, static, style)
    text = c_text(style, template, name=name, rows=rows, end=end) + style.newline
    return name, [Edit(declaration.path, Span(at, at), text)]


def has_offsets(model: Extension, plan: Plan, static: StaticType) -> bool:
    """Tell whether a type needs members for its offsets, in whatever configuration."""
    return bool(_rows(model, plan, static, style_of(model, model.files[static.declaration.path])))


def _rows(model: Extension, plan: Plan, static: StaticType, style: Style) -> list[bytes]:
    """Return the lines for the offsets, those that groups give in their conditions."""
    group = flags_of(model, plan, static)
    ways = group.ways if group is not None else ()
    by_flags = {slot for way in ways for slot in way.offsets}
    in_groups = _rows_in_groups(model, plan, static, style, OFFSETS.keys() - by_flags)
    told = b"".join(in_groups)
    plain = [slot for slot in OFFSETS if static.value(slot) and slot not in by_flags and OFFSETS[slot] not in told]
    lines = [*in_groups, *(_member(style, slot, static.value(slot)) for slot in plain)]
    if group is None or not by_flags:
        return lines
    added = [[_member(style, slot, value) for slot, value in way.offsets.items()] for way in ways]
    file = model.files[static.declaration.path]
    return [*lines, *written_ways(file, [way.branch for way in ways], added)]


def _rows_in_groups(
    model: Extension, plan: Plan, static: StaticType, style: Style, slots: Collection[str]
) -> list[bytes]:
    """Return the lines for *slots* as the initialiser has them, if groups give any that others don't."""
    file = model.files[static.declaration.path]
    table = next((one for one in static.tables if one.declaration == static.declaration), None)
    if table is None or table.declaration.initialiser is None:
        return []

    def row(_: File, field: Field) -> list[bytes]:
        value = lex_fragment(field.value, Span(0, len(field.value)))
        is_given = field.name in slots and bool(value) and not is_null(value)
        return [_member(style, field.name, field.value)] if is_given else []

    known = known_macros(plan.minimum, texts_of(model))
    lines = list(GroupedRows(file, table, known, row).rows(table.declaration.initialiser))
    return lines if any(line.startswith(b"#") for line in lines) else []


def _member(style: Style, slot: str, offset: bytes) -> bytes:
    doc = b", NULL" if style.is_whole else b""
    template = b'$indent{"$member", T_PYSSIZET, $offset, READONLY$doc},'
    return filled(template, indent=style.indent, member=OFFSETS[slot], offset=offset, doc=doc)
