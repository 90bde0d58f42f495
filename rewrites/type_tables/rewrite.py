"""`static PyTypeObject *types[] = {&Box_Type, ...};`: the function that reads it gets it as a variable of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from unstatic.c.syntax import Call
from unstatic.facts.places.declared_first import declared_first
from unstatic.facts.places.in_functions import after_brace, is_declaration
from unstatic.facts.references.tables import taken_argument
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import global_subject, type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import comment_start, style_of, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span, Spans

from .ready_loops import ReadyLoop, made_ready
from .tables import TypeTable, type_tables


class TypeTables(Preparation):
    """Make tables of static types, and of addresses of objects, variables of the function that reads them."""

    name = "type-tables"
    title = "Build tables of types where they are read"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each table, told of the first type or variable in it."""
        for table in type_tables(model):
            reason = f"only {model.functions[table.function].name} reads {table.declaration.name}, so it can make it"
            if table.loop is not None:
                reason += "; the types are made ready one by one before the loop"
            subject = type_subject(table.types[0]) if table.types else global_subject(model, table.variables[0])
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(_edits(model, table)))


def _edits(model: Extension, table: TypeTable) -> Iterator[Edit]:
    file = model.files[table.declaration.path]
    if table.taking is not None:
        yield _increment(model, file, table, table.taking)
    if table.loop is not None:
        yield from _loop_edits(model, table, table.loop)
    elif table.is_local:
        yield Edit(file.source.path, table.static, b"")
    elif table.first is not None:
        yield _removal(file, table)
        at = file.source.line_start(table.first.span.start)
        indent = file.source.indent_at(table.first.span.start)
        above = file.source.data[file.source.line_start(at - 1) : at].strip()
        gap = file.source.newline if above and above != b"{" else b""
        yield Edit(file.source.path, Span(at, at), gap + _text(file, table, indent) + file.source.newline)
    else:
        yield _removal(file, table)
        at = after_brace(file, table.block.tokens[0].start)
        style = style_of(model, file)
        indent = file.source.indent_at(table.block.span.start) + style.indent
        first = next(iter(table.block.children), None)
        goes_on = first is not None and is_declaration(model, table.function, first)
        yield Edit(file.source.path, Span(at, at), _text(file, table, indent) + (b"" if goes_on else style.newline))


def _loop_edits(model: Extension, table: TypeTable, loop: ReadyLoop) -> Iterator[Edit]:
    """Yield the calls before the loop, the table between the two, and the loop without the call."""
    file = model.files[table.declaration.path]
    path, newline = file.source.path, file.source.newline
    whole = loop.statement.span
    indent, inner = file.source.indent_at(whole.start), file.source.indent_at(loop.ready.span.start)
    lines = b""
    for condition, types in groupby(table.types, lambda static: table.conditions.get(static.symbol, b"")):
        texts = [made_ready(file, loop, static.name.encode()) for static in types]
        made = b"".join(indent + text.replace(newline + inner, newline + indent) + newline for text in texts)
        lines += condition + newline + made + b"#endif" + newline if condition else made
    yield _removal(file, table)
    for statement in (*loop.gone, *(item.statement for item in loop.counts)):
        yield Edit(path, whole_lines(file, statement.span), b"")
    counts = b"".join(indent + file.source.text(item.statement.span) + newline for item in loop.counts)
    following = newline + _text(file, table, indent) + counts
    start = file.source.line_start(whole.start)
    if loop.is_emptied:
        text = lines if loop.is_last else lines + following
        yield Edit(path, Span(start, file.source.line_end(whole.end - 1)), text)
        return
    gone = loop.span if len(loop.tests) > 1 else whole_lines(file, loop.span)
    yield Edit(path, gone, b"")
    if not (loop.is_last and declared_first(model)):
        yield Edit(path, Span(start, start), lines + following + newline)
        return
    # A block of its own, as nothing is declared behind statements here.
    step = style_of(model, file).indent
    opened = b"".join(step + line + newline if line else newline for line in following.split(newline)[1:-1])
    yield Edit(path, Span(start, start), lines + newline + indent + b"{" + newline + opened + newline + step)
    end = file.source.line_end(whole.end - 1)
    deleted = Spans([gone, *(whole_lines(file, item.span) for item in loop.gone)])
    yield from (Edit(path, Span(at, at), step) for at in _further_lines(file, Span(start, end)) if at not in deleted)
    yield Edit(path, Span(end, end), indent + b"}" + newline)


def _further_lines(file: File, span: Span) -> Iterator[int]:
    """Yield where the lines of *span* behind the first begin, but for empty ones, directives, and those in a string."""
    strings = [item.span for item in file.tokens_in(span) if b"\n" in file.source.text(item.span)]
    inside = Spans([*(item.span for item in file.lexed.directives), *strings])
    at = file.source.line_end(span.start)
    while at < span.end:
        end = file.source.line_end(at)
        if file.source.data[at:end].strip() and at not in inside:
            yield at
        at = end


def _increment(model: Extension, file: File, table: TypeTable, call: Call) -> Edit:
    """Return the increment before a call that takes a reference over: static types could do without."""
    given = taken_argument(model, call)
    statement = model.body(table.function).path_to(call.name.start)[-1]
    start = file.source.line_start(statement.span.start)
    element = file.source.text(Span(given[0].start, given[-1].end))
    line = file.source.indent_at(statement.span.start) + filled(b"Py_INCREF($element);", element=element)
    return Edit(file.source.path, Span(start, start), line + file.source.newline)


def _removal(file: File, table: TypeTable) -> Edit:
    span = table.whole if table.is_local else Span(comment_start(file, table.whole.start), table.whole.end)
    return Edit(file.source.path, whole_lines(file, span), b"")


def _text(file: File, table: TypeTable, indent: bytes) -> bytes:
    """Return the lines of the declaration without `static`, and the comment right above it, at *indent*."""
    start = file.source.line_start(table.whole.start)
    start = start if table.is_local else comment_start(file, table.whole.start)
    old = file.source.indent_at(table.whole.start)
    newline = file.source.newline
    data = file.source.data[start : table.static.start] + file.source.data[table.static.end : table.whole.end]
    lines = (line.removeprefix(old) for line in data.split(newline))
    return b"".join(_indented(line, indent) + newline for line in lines)


def _indented(line: bytes, indent: bytes) -> bytes:
    """Return a line at *indent*, but for directives, which stand where they stood."""
    return line if line.startswith(b"#") else indent + line if line.strip() else b""


REWRITE: Preparation = TypeTables()
