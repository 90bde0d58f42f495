"""Macros that give several types the same fields give them the same slots (G130).

A macro that only initialisers of migrating types use is rewritten in place: what a spec has no slot for goes to each
type's spec, everything else becomes a row. Any other macro is opened where it's used, and goes if nothing is left that
uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.capi.slots import NOT_SLOTS, OFFSETS, RECORD_PREFIXES
from unstatic.facts.macros.mentions import definitions, mentions
from unstatic.model.expansion import MacroKey
from unstatic.model.extension import Extension, Field, File, MacroDefinition, StaticType
from unstatic.model.opened_code import designated, split_entries
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, whole_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .slots import slot_row


@dataclass(frozen=True)
class SharedSlots:
    """A macro that becomes rows of slots: its definition, and the fields that the rows stand for, in order."""

    definition: MacroDefinition
    fields: tuple[Field, ...]
    ends_with_comma: bool

    @property
    def covered(self) -> frozenset[str]:
        """The slots that the macro gives."""
        return frozenset(field.name for field in self.fields)

    @property
    def use(self) -> bytes:
        """How an array of slots takes the rows in."""
        return self.definition.name.encode() + (b"" if self.ends_with_comma else b",")


def shared_slots(model: Extension, plan: Plan) -> dict[MacroKey, SharedSlots]:
    """Return the macros that become rows of slots, by definition."""
    found: dict[MacroKey, SharedSlots] = {}
    for definition, users in macros_of_types(model, plan):
        body = model.expander.body(definition)
        names = [designated(part)[0] for part in split_entries(body)]
        key = (definition.path, definition.span.start)
        if definition.parameters is not None or len(users) < 2 or None in names or len(names) != len(set(names)):
            continue
        rows = [tuple(_rows(item, key, [name for name in names if name])) for item in users]
        if rows[0] and len({_texts(row) for row in rows}) == 1 and not any(_is_changed(model, item) for item in users):
            found[key] = SharedSlots(definition, rows[0], body[-1].text == b",")
    return found


def _rows(static: StaticType, key: MacroKey, names: Sequence[str]) -> Iterator[Field]:
    """Yield the fields of *static* that a macro gives and that have slots; one empty row where another gives them."""
    for name in names:
        if name in RECORD_PREFIXES:
            yield from (field for field in static.fields.values() if field.name.startswith(RECORD_PREFIXES[name]))
        elif name in static.fields and name not in NOT_SLOTS:
            field = static.fields[name]
            yield field if field.macro == key else Field(name, b"", field.span, field.span, None)


def _texts(row: Sequence[Field]) -> tuple[tuple[str, bytes], ...]:
    return tuple((field.name, field.value) for field in row)


def _is_changed(model: Extension, static: StaticType) -> bool:
    """Tell whether conditions, assignments or added members make the type's slots others than those written."""
    span = static.declaration.initialiser
    conditional = span is not None and bool(model.files[static.declaration.path].conditionals_in(span))
    return conditional or bool(static.runtime) or any(static.value(slot) for slot in OFFSETS)


def macros_of_types(model: Extension, plan: Plan) -> Iterator[tuple[MacroDefinition, list[StaticType]]]:
    """Yield the macros that nothing but entries of migrating types' initialisers uses, with those types."""
    found: dict[MacroKey, list[StaticType]] = {}
    for static in model.types:
        for key in {field.macro: None for field in static.fields.values() if field.macro is not None}:
            found.setdefault(key, []).append(static)
    for definition in model.macro_definitions:
        users = found.get((definition.path, definition.span.start), [])
        if users and all(plan.migrates(type_subject(item)) for item in users) and _is_alone(model, definition, users):
            yield definition, users


def _is_alone(model: Extension, definition: MacroDefinition, users: Sequence[StaticType]) -> bool:
    """Tell whether each mention of the macro is an entry in the initialiser of one of *users*."""
    entries = {(item.declaration.path, entry.span) for item in users for entry in item.declaration.entries or ()}
    for path, span in mentions(model, definition.name.encode()):
        use = model.files[path].expansions.get(span.start)
        if use is None or (path, use.span) not in entries:
            return False
    return len(list(definitions(model, definition.name.encode()))) == 1


def macro_edits(model: Extension, plan: Plan, style: Style) -> Iterator[Edit]:
    """Yield the new bodies of the macros that become rows, and the deletion of those that nothing uses any more."""
    shared = shared_slots(model, plan)
    for definition, _ in macros_of_types(model, plan):
        file = model.files[definition.path]
        found = shared.get((definition.path, definition.span.start))
        if found is None:
            yield Edit(definition.path, whole_lines(file, definition.span), b"")
        else:
            rows = [slot_row(model, style, field.name, field.value).strip() for field in found.fields]
            yield Edit(definition.path, *_body(file, definition, rows, found.ends_with_comma))


def _body(file: File, definition: MacroDefinition, rows: list[bytes], ends_with_comma: bool) -> tuple[Span, bytes]:
    """Return the span of a macro's body and its new text, line breaks and backslashes as they were."""
    data = file.source.data
    if not ends_with_comma:
        rows[-1] = rows[-1].removesuffix(b",")
    if b"\n" not in data[definition.body.start : definition.body.end]:
        return definition.body, b" ".join(rows)
    indent = file.source.indent_at(definition.body.start)
    first = data[file.source.line_start(definition.body.start) : file.source.line_end(definition.body.start)]
    column = len(first.rstrip().removesuffix(b"\\").expandtabs(8))
    end = file.source.line_end(definition.body.end)
    rest = data[definition.body.end : end]
    # The last line may be continued by an empty one.
    continued = rest.strip() == b"\\"
    lines = [indent + row for row in rows]
    last = lines.pop()
    text = b"".join(_continued(line, column) + file.source.newline for line in lines)
    text += _continued(last, column) + file.source.newline if continued else last
    return Span(definition.body.start, end if continued else definition.body.end), text[len(indent) :]


def _continued(line: bytes, column: int) -> bytes:
    return line + b" " * max(1, column - len(line.expandtabs(8))) + b"\\"
