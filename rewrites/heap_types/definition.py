"""A static type's initialiser becomes a slot array and a spec, where it stood (R2, R3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.analyse.branches import dead_spans, known_macros
from unstatic.analyse.dealloc import only_frees
from unstatic.clex import Branch, Conditional, lex_fragment
from unstatic.csyntax import split
from unstatic.ctext import Style
from unstatic.model import Extension, Field, File, StaticType
from unstatic.plan import Plan, TypeChoice
from unstatic.source import Span

from .shared_slots import shared_slots
from .slots import NOT_SLOTS, slot_row


def slots_and_spec(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style, extra: dict[str, bytes]
) -> bytes:
    """Return the text that replaces the initialiser; *extra* adds or replaces slots by name."""
    file = model.files[static.declaration.path]
    rows = merged_rows(list(_rows(model, plan, file, static, style, extra)))
    stem = choice.stem.encode()
    lines = [b"static PyType_Slot " + stem + b"_slots[] = {", *rows]
    lines += [style.indent + (b"{0, NULL}" if style.cplusplus else b"{0, NULL},"), b"};", b""]
    lines += _spec(static, choice, style)
    return style.newline.join(lines)


def _spec(static: StaticType, choice: TypeChoice, style: Style) -> list[bytes]:
    stem = choice.stem.encode()
    name = choice.spec_name.encode("utf-8", "surrogateescape")
    size = basic_size(static)
    items = static.value("tp_itemsize")
    flags = _flags(static, choice)
    indent = style.indent
    lines = [b"static PyType_Spec " + stem + b"_spec = {"]
    if style.cplusplus:
        values = [name, size, items or b"0", b" | ".join(flags), stem + b"_slots"]
        return [*lines, *(indent + value + b"," for value in values[:-1]), indent + values[-1], b"};"]
    lines += [indent + b".name = " + name + b",", indent + b".basicsize = " + size + b","]
    if items:
        lines.append(indent + b".itemsize = " + items + b",")
    lines += [indent + line for line in _wrapped(b".flags = ", flags, indent)[:-1]]
    lines.append(indent + _wrapped(b".flags = ", flags, indent)[-1] + b",")
    return [*lines, indent + b".slots = " + stem + b"_slots,", b"};"]


def basic_size(static: StaticType) -> bytes:
    """Return the size as given; `sizeof` of the type object itself keeps its value when that becomes a pointer."""
    size = static.value("tp_basicsize") or b"0"
    inner = size.replace(b" ", b"")
    return b"sizeof(PyTypeObject)" if inner == b"sizeof(" + static.name.encode() + b")" else size


def _flags(static: StaticType, choice: TypeChoice) -> list[bytes]:
    value = static.value("tp_flags")
    tokens = lex_fragment(value, Span(0, len(value)))
    while len(tokens) > 2 and tokens[0].text == b"(" and tokens[-1].text == b")":
        tokens = tokens[1:-1]
    flags = [b" ".join(token.text for token in part) for part in split(tokens, b"|")]
    if choice.gc == "add":
        flags.append(b"Py_TPFLAGS_HAVE_GC")
    if choice.disallow_instantiation:
        flags.append(b"Py_TPFLAGS_DISALLOW_INSTANTIATION")
    flags.append(b"Py_TPFLAGS_IMMUTABLETYPE")
    return list(dict.fromkeys(flags))


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


def _rows(
    model: Extension, plan: Plan, file: File, static: StaticType, style: Style, extra: dict[str, bytes]
) -> Iterator[bytes]:
    remaining = dict(extra)
    shared = shared_slots(model, plan)
    macros = {key: shared[key] for field in static.fields.values() if (key := field.macro) in shared and key}
    seen = {name for macro in macros.values() for name in macro.covered}
    if only_frees(static) and "tp_dealloc" not in extra:
        seen.add("tp_dealloc")
    for field in static.fields.values():
        macro = macros.pop(field.macro, None) if field.macro is not None else None
        if macro is not None:
            yield style.indent + macro.use
        if field.name in seen or field.name in NOT_SLOTS:
            continue
        seen.add(field.name)
        row = [slot_row(model, file, style, field.name, _value(static, field, remaining.pop(field.name, None)))]
        conditional = _live_conditional(plan, model, file, static, field)
        yield from _guarded(model, file, style, row, field, conditional) if conditional else row
    for item in static.runtime:
        if item.name not in {*seen, *static.fields, *NOT_SLOTS} and not _is_null_text(item.value):
            seen.add(item.name)
            yield slot_row(model, model.files[item.path], style, item.name, item.value)
    for name, value in remaining.items():
        yield slot_row(model, file, style, name, value)


def _value(static: StaticType, field: Field, added: bytes | None) -> bytes:
    if added is not None:
        return added
    return static.value(field.name) if any(item.name == field.name for item in static.runtime) else field.value


def _is_null_text(value: bytes) -> bool:
    return value in (b"0", b"NULL", b"nullptr")


def _live_conditional(
    plan: Plan, model: Extension, file: File, static: StaticType, field: Field
) -> tuple[Conditional, Branch] | None:
    """Return the conditional inside the initialiser around a field, when more than one of its groups is alive."""
    span = static.declaration.initialiser
    if span is None or not span.covers(field.span):
        return None
    dead = dead_spans(file, known_macros(plan.minimum, model.macros))
    for conditional in file.conditionals_around(field.span.start):
        if not span.covers(conditional.span) or _is_decided(conditional, dead):
            continue
        for branch in conditional.branches:
            if field.span.start in branch.body:
                return conditional, branch
    return None


def _is_decided(conditional: Conditional, dead: Sequence[Span]) -> bool:
    alive = [branch for branch in conditional.branches if branch.body not in dead]
    has_else = conditional.branches[-1].directive.name == b"else"
    return len(alive) <= 1 and (has_else or len(conditional.branches) > len(alive))


def _guarded(
    model: Extension, file: File, style: Style, row: list[bytes], field: Field, found: tuple[Conditional, Branch]
) -> Iterator[bytes]:
    """Yield one slot inside its conditional, the other groups' slots with it."""
    conditional, current = found
    for branch in conditional.branches:
        yield file.source.text(branch.directive.span)
        if branch is current:
            yield from row
            continue
        yield from other_group_rows(model, file, style, branch)
    yield b"#endif"


def other_group_rows(model: Extension, file: File, style: Style, branch: Branch) -> Iterator[bytes]:
    """Yield the slots of a group that isn't compiled here: designated entries only."""
    tokens = lex_fragment(file.source.data, branch.body)
    for part in split(tokens):
        if len(part) >= 4 and part[0].text == b"." and part[2].text == b"=":
            name = part[1].text.decode()
            value = file.source.data[part[3].start : part[-1].end]
            if name not in NOT_SLOTS and not _is_null_text(value):
                yield slot_row(model, file, style, name, value)


def merged_rows(rows: Sequence[bytes]) -> list[bytes]:
    """Join neighbouring conditionals with the same condition: `#endif` directly followed by the same `#if`."""
    found: list[bytes] = []
    opening: list[bytes] = []
    for row in rows:
        if row.startswith(b"#if"):
            if found and found[-1] == b"#endif" and opening and opening[-1] == row:
                found.pop()
                continue
            opening.append(row)
        found.append(row)
    return found
