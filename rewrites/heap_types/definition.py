"""A static type's initialiser becomes a slot array and a spec, where it stood (R2, R3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import split
from unstatic.capi.null import ZERO
from unstatic.capi.slots import NOT_SLOTS
from unstatic.facts.types.bases import inherits_new
from unstatic.facts.types.conditional_flags import FlagGroup, flag_group, flags_with_groups
from unstatic.facts.types.deallocation.deallocators import only_frees
from unstatic.model.configurations.conditions import Value, is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, Field, File, SlotTable, StaticType
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.style import Style, style_of_entries
from unstatic.rewriting.template import c_lines, filled
from unstatic.text.source import Span

from .groups import GroupedRows, Row, written_ways
from .shared_slots import shared_slots
from .slots import slot_row

_DESIGNATED = b"""
    ${storage}PyType_Spec ${stem}_spec = {
        .name = $name,
        .basicsize = $size,
        $items
        $flags
        .slots = ${stem}_slots,
    };
"""
_POSITIONAL = b"""
    ${storage}PyType_Spec ${stem}_spec = {
        $name,
        $size,
        $items,
        $flags,
        ${stem}_slots
    };
"""


def slots_and_spec(
    model: Extension,
    plan: Plan,
    static: StaticType,
    choice: TypeChoice,
    style: Style,
    extra: dict[str, bytes],
    storage: bytes,
) -> bytes:
    """Return the text that replaces the initialiser; *extra* adds or replaces slots, *storage* opens the spec."""
    style = style_of_entries(model, static.declaration, style)
    rows = list(_rows(model, plan, static, style, extra))
    template = b"""
        static PyType_Slot ${stem}_slots[] = {
        $rows
            {0, NULL}$comma
        };

        $spec
    """
    known = known_macros(plan.minimum, texts_of(model))
    spec = _spec(model.files[static.declaration.path], static, choice, style, storage, known)
    comma = b"" if style.cplusplus else b","
    lines = c_lines(style, template, stem=choice.stem.encode(), rows=rows, comma=comma, spec=spec)
    return style.newline.join(lines)


def _spec(
    file: File, static: StaticType, choice: TypeChoice, style: Style, storage: bytes, known: Mapping[bytes, Value]
) -> list[bytes]:
    flags = _flags(static, choice)
    groups = flags_with_groups(file, static.fields.get("tp_flags"), known)
    combined = _flags_in_groups(file, groups, choice, style) if groups is not None else b""
    if (group := flag_group(file, static, known)) is not None:
        combined = _flags_of_group(file, group, choice, style)
    items = static.value("tp_itemsize")
    values = {
        "storage": storage,
        "stem": choice.stem.encode(),
        "name": choice.spec_name.encode("utf-8", "surrogateescape"),
        "size": basic_size(static),
    }
    if style.cplusplus:
        joined = combined or b" | ".join(flags)
        return c_lines(style, _POSITIONAL, items=items or b"0", flags=joined, **values)
    wrapped = [filled(b".flags = $flags", flags=combined)] if combined else _wrapped(b".flags = ", flags, style.indent)
    *before, last = wrapped
    given = [filled(b".itemsize = $items,", items=items)] if items else []
    return c_lines(style, _DESIGNATED, items=given, flags=[*before, filled(b"$last,", last=last)], **values)


def basic_size(static: StaticType) -> bytes:
    """Return the size as given; `sizeof` of the type object itself keeps its value when that becomes a pointer."""
    size = static.value("tp_basicsize") or b"0"
    inner = size.replace(b" ", b"")
    return b"sizeof(PyTypeObject)" if inner == filled(b"sizeof($name)", name=static.name.encode()) else size


def _flags(static: StaticType, choice: TypeChoice) -> list[bytes]:
    value = static.value("tp_flags")
    tokens = lex_fragment(value, Span(0, len(value)))
    while len(tokens) > 2 and tokens[0].text == b"(" and tokens[-1].text == b")":
        tokens = tokens[1:-1]
    flags = [b" ".join(token.text for token in part) for part in split(tokens, b"|")]
    if flags in ([], [b""], [b"0"]):
        flags = [b"Py_TPFLAGS_DEFAULT"]
    return list(dict.fromkeys([*flags, *_added_flags(choice)]))


def _added_flags(choice: TypeChoice) -> list[bytes]:
    flags: list[bytes] = []
    if choice.gc == "add":
        flags.append(b"Py_TPFLAGS_HAVE_GC")
    if choice.disallow_instantiation:
        flags.append(b"Py_TPFLAGS_DISALLOW_INSTANTIATION")
    return [*flags, b"Py_TPFLAGS_IMMUTABLETYPE"]


def _flags_in_groups(file: File, span: Span, choice: TypeChoice, style: Style) -> bytes:
    """Return the flags as they are written, `#if` groups included, and those that are added."""
    return filled(
        b"($flags$newline$indent| $added)",
        flags=file.source.text(span).rstrip(),
        newline=style.newline,
        indent=style.indent * 2,
        added=b" | ".join(_added_flags(choice)),
    )


def _flags_of_group(file: File, group: FlagGroup, choice: TypeChoice, style: Style) -> bytes:
    """Return the flags of all ways, what some ways add between their directives, and what is added to all."""
    indent = style.indent * 2
    added = [[indent + b"| " + b" | ".join(way.added)] if way.added else [] for way in group.ways]
    lines = [b"(" + b" | ".join(group.common), *written_ways(file, [way.branch for way in group.ways], added)]
    lines.append(indent + b"| " + b" | ".join(_added_flags(choice)) + b")")
    return style.newline.join(lines)


def _wrapped(start: bytes, flags: Sequence[bytes], indent: bytes) -> list[bytes]:
    """Join flags by `|` in lines of at most 79 columns, aligned after the parenthesis."""
    if len(flags) == 1:
        return [start + flags[0]]
    lines: list[bytes] = []
    current = start + b"("
    pad = b" " * len(current)
    width = 76 - len(indent.expandtabs(8))
    for index, flag in enumerate(flags):
        piece = flag + (b")" if index == len(flags) - 1 else b" |")
        if current.strip() not in (b"", (start + b"(").strip()) and len(current) + len(piece) > width:
            lines.append(current.rstrip())
            current = pad + piece + b" "
        else:
            current += piece + b" "
    return [*lines, current.rstrip()]


def _rows(model: Extension, plan: Plan, static: StaticType, style: Style, extra: dict[str, bytes]) -> Iterator[bytes]:
    remaining = dict(extra)
    shared = shared_slots(model, plan)
    macros = {key: shared[key] for field in static.fields.values() if (key := field.macro) in shared and key}
    runtime = {item.name for item in static.runtime}
    seen = {name for macro in macros.values() for name in macro.covered} | _inherited(model, static, extra)

    def row(file: File, field: Field) -> list[bytes]:
        macro = macros.pop(field.macro, None) if field.macro is not None else None
        rows = [style.indent + macro.use] if macro is not None else []
        if field.name in NOT_SLOTS or (field.name in seen and not file.is_conditional(field.span.start)):
            return rows
        seen.add(field.name)
        value = remaining.pop(field.name, None)
        value = static.value(field.name) if value is None and field.name in runtime else value or field.value
        return rows if not value or _is_null_text(value) else [*rows, slot_row(model, style, field.name, value)]

    for table in static.tables:
        yield from table_rows(model, plan, static, table, row)
    for item in static.runtime:
        if item.name not in {*seen, *static.fields, *NOT_SLOTS} and item.value and not _is_null_text(item.value):
            seen.add(item.name)
            yield slot_row(model, style, item.name, item.value)
    for name, value in remaining.items():
        yield slot_row(model, style, name, value)


def _inherited(model: Extension, static: StaticType, extra: Collection[str]) -> set[str]:
    """Return the slots that a heap type has all the same; *extra* are those that it is given anew."""
    frees = {"tp_dealloc"} if only_frees(static) and "tp_dealloc" not in extra else set()
    return frees | ({"tp_new"} if inherits_new(model, static) else set())


def table_rows(model: Extension, plan: Plan, static: StaticType, table: SlotTable, row: Row) -> Iterator[bytes]:
    """Yield the slots of one table, under the conditions in which the type names it."""
    known = known_macros(plan.minimum, texts_of(model))
    where = table.declaration
    rows = list(GroupedRows(model.files[where.path], table, known, row).rows(where.initialiser or where.span))
    guards: list[bytes] = []
    if table.holder is not None:
        file = model.files[static.declaration.path]
        around = file.conditionals_around(table.holder.span.start)
        span = static.declaration.initialiser or static.declaration.span
        inside = [item for item in reversed(around) if span.covers(item.span)]
        data = file.source.data
        guards = [
            file.source.text(item.branches[0].directive.span)
            for item in inside
            if not any(is_certain(data, item, branch, known) for branch in item.branches)
        ]
    yield from [*guards, *rows, *(b"#endif" for _ in guards)] if rows else ()


def _is_null_text(value: bytes) -> bool:
    return value in ZERO
