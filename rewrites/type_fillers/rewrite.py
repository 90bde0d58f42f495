"""`PyTypeObject *Box_init_type(PyObject *m, PyTypeObject *type)` sets `type->tp_name`: it names the type instead."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.at_file_level import comment_start
from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension
from unstatic.model.subjects import type_subject
from unstatic.plan.names import bare_name
from unstatic.rewriting.parameters import without_arguments, without_parameters
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .fillers import Filler, LocalTable, fillers, local_tables, zeroings


class TypeFillers(Preparation):
    """Name the types that functions fill by a pointer, and move the tables for them to file level."""

    name = "type-fillers"
    title = "Name the types that functions fill by a pointer"
    stands_alone = False
    repeats = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function that fills a type, for each table of it, and for its zeros."""
        for item in fillers(model):
            name = item.function.name
            reason = f"{name} sets the fields of {item.static.name} by a pointer that never leads to another type"
            yield Change(type_subject(item.static), self.name, reason, Safety.SAFE, tuple(_filler_edits(model, item)))
        for static in model.types:
            edits = [
                Edit(path, whole_lines(model.files[path], statement.span), b"")
                for function, statement in zeroings(model, static)
                for path in (model.functions[function].definition.path,)
            ]
            if edits:
                reason = f"{static.name} starts out with zeros"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, tuple(edits))
        for table in local_tables(model):
            reason = f"the slots of {table.static.name} are constants: {table.declaration.name} is named there"
            yield Change(type_subject(table.static), self.name, reason, Safety.SAFE, tuple(_table_edits(model, table)))


REWRITE: Preparation = TypeFillers()


def _filler_edits(model: Extension, item: Filler) -> Iterator[Edit]:
    path = item.function.definition.path
    file = model.files[path]
    name = item.static.name.encode()
    for use in item.uses:
        token, after = file.tokens[file.index_at(use.offset) :][:2]
        if after.text == b"->":
            yield Edit(path, Span(token.start, after.end), name + b".")
        else:
            yield Edit(path, token.span, b"&" + name)
    yield from without_arguments(model.functions[item.caller].definition.path, item.call, [item.index])
    yield from without_parameters(model, item.function, [item.index])


def _table_edits(model: Extension, table: LocalTable) -> Iterator[Edit]:
    declaration, definition = table.declaration, table.function.definition
    file = model.files[declaration.path]
    style = style_of(model, file)
    name = unused_name(model.identifiers, f"{bare_name(table.static)}_{declaration.name}".encode())
    gone = [statement.span for statement in (table.statement, *(one for _, one in table.settings), *table.gone)]
    yield from (Edit(declaration.path, whole_lines(file, span), b"") for span in gone)
    for use in model.uses.get(declaration.symbol, ()):
        if not any(use.offset in span for span in gone):
            yield Edit(declaration.path, Span(use.offset, use.offset + len(declaration.name)), name)
    start = file.source.line_start(table.statement.span.start)
    indent = file.source.indent_at(table.statement.span.start)
    before = file.source.data[start + len(indent) : declaration.name_span.start]
    after = file.source.data[declaration.name_span.end : table.statement.span.end]
    lines = (before + name + after).split(file.source.newline)
    text = [line.removeprefix(indent) for line in lines]
    if table.settings:
        rows = [
            _row(file.source.text(Span(one.head[4].start, one.head[-1].end)), member) for member, one in table.settings
        ]
        text = [text[0].removesuffix(b";") + b" = {", *(style.indent + row for row in rows), b"};"]
    at = comment_start(file, definition.span.start)
    yield Edit(declaration.path, Span(at, at), file.source.newline.join([*text, b"", b""]))


def _row(value: bytes, member: bytes) -> bytes:
    return filled(b".$member = $value,", member=member, value=value)
