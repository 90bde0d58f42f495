"""`static Box_CAPI api = {&Box_Type, Box_New};` starts empty, and is filled before the initialisation hands it out."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.model.extension import Extension, File, Global, GlobalKind
from unstatic.model.subjects import global_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .tables import CapsuleTable, capsule_tables


class CapsuleTables(Preparation):
    """Fill the tables that capsules hand out in the initialisation."""

    name = "capsule-tables"
    title = "Fill the tables of capsules in the initialisation"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each table that names a static type where it is declared."""
        for table in capsule_tables(model):
            item = Global(table.declaration, (), GlobalKind.DATA, ())
            reason = f"{item.name} holds addresses of types, which are there once the module has made these"
            yield Change(global_subject(model, item), self.name, reason, Safety.SAFE, tuple(_edits(model, table)))


def _edits(model: Extension, table: CapsuleTable) -> Iterator[Edit]:
    declaration = table.declaration
    file = model.files[declaration.path]
    end = table.initialiser.start
    yield Edit(declaration.path, table.initialiser, b"")
    if table.is_array and file.source.data[end - 2 : end] == b"[]":
        yield Edit(declaration.path, Span(end - 1, end - 1), str(len(declaration.entries or ())).encode())
    lines = _elements(file, table) if table.is_array else _whole(file, table)
    before = file.source.line_start(table.at - 1)
    if not file.source.data[before : table.at].strip():
        lines += file.source.newline
    yield Edit(declaration.path, Span(table.at, table.at), lines)


def _whole(file: File, table: CapsuleTable) -> bytes:
    """Return the assignment of a struct, with the list of its members as it is laid out."""
    declared = table.declaration.type.removeprefix("static ")
    braces = file.source.text(table.braces)
    return _indented(file, table, filled(b"$name = ($type)$braces;", name=_name(table), type=declared, braces=braces))


def _elements(file: File, table: CapsuleTable) -> bytes:
    """Return the assignments of an array's elements, with the comments between them."""
    braces = table.braces
    text, at = b"", braces.start + 1
    for index, entry in enumerate(table.declaration.entries or ()):
        value = file.source.text(entry.value_span)
        row = filled(b"$name[$index] = $value;", name=_name(table), index=str(index), value=value)
        text += _between(file, at, entry.span.start) + row
        at = entry.span.end
    text += _between(file, at, braces.end - 1)
    lines = [line for line in text.split(file.source.newline) if line.strip()]
    return _indented(file, table, file.source.newline.join(lines))


def _between(file: File, start: int, end: int) -> bytes:
    """Return what stands between two elements, without the comma."""
    comma = next((token for token in file.lexed.between(start, end) if token.text == b","), None)
    data = file.source.data
    return data[start:end] if comma is None else data[start : comma.start] + data[comma.end : end]


def _name(table: CapsuleTable) -> bytes:
    return table.declaration.name.encode()


def _indented(file: File, table: CapsuleTable, text: bytes) -> bytes:
    """Return lines that were indented as in the table, at the place where it is filled."""
    newline = file.source.newline
    lines = text.split(newline)
    depth = min((file.source.indent_at(entry.span.start) for entry in table.declaration.entries or ()), key=len)
    old = depth if table.is_array else file.source.indent_at(table.declaration.span.start)
    moved = (line if line.lstrip()[:1] in (b"", b"#") else table.indent + line.removeprefix(old) for line in lines)
    return b"".join(line + newline for line in moved)


REWRITE: Preparation = CapsuleTables()
