"""Globals that only one function of the initialisation needs become its local variables, which it releases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.layout.init_locals import InitLocal
from unstatic.facts.macros.mentions import unneeded_macros
from unstatic.facts.places.declared_first import declared_first
from unstatic.facts.places.in_functions import after_brace, is_declaration, parent_of
from unstatic.model.extension import Extension, File
from unstatic.rewriting.hoisting import neighbours_with_comment
from unstatic.rewriting.style import Style, indent_in, style_of, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..struct.fields import Layout


def local_edits(model: Extension, layout: Layout) -> Iterator[Edit]:
    """Yield the declarations of those variables where their objects are made, and what releases the objects."""
    leaving: dict[tuple[str, int], list[InitLocal]] = {}
    for one in layout.locals:
        file = _file(model, one)
        yield _declared(model, file, one)
        if one.dropped is not None:
            yield Edit(file.source.path, whole_lines(file, one.dropped.span), b"")
        for statement in one.leaving:
            leaving.setdefault((one.function, statement.span.start), []).append(one)
    for (function, start), held in leaving.items():
        body = model.body(function)
        statement = body.path_to(start)[-1]
        parent = parent_of(body, statement)
        assert parent is not None
        yield from _before_leaving(
            _file(model, held[0]), parent, statement, held, style_of(model, _file(model, held[0]))
        )
    for one in layout.locals:
        if one.last is not None:
            file = _file(model, one)
            end, indent = one.last.span.end, file.source.indent_at(one.last.span.start)
            yield Edit(file.source.path, Span(end, end), file.source.newline + indent + _release(one))
    yield from _macro_edits(model, layout)


def _declared(model: Extension, file: File, one: InitLocal) -> Edit:
    """Return the declaration of a variable: where its object is made, or where all are that the function declares."""
    children = model.body(one.function).children
    first = next((item for item in children if not is_declaration(model, one.function, item)), one.made)
    if first.span.start >= one.made.span.start or one.made not in children or not declared_first(model):
        return Edit(file.source.path, Span(one.made.span.start, one.made.span.start), _type(one))
    style = style_of(model, file)
    line = indent_in(file, model.body(one.function), style) + _type(one) + one.item.name.encode() + b";"
    above = children[: children.index(first)]
    if above:
        at = file.source.line_end(above[-1].span.end - 1)
        return Edit(file.source.path, Span(at, at), style.lines(line))
    at = after_brace(file, model.body(one.function).span.start)
    return Edit(file.source.path, Span(at, at), style.lines(line, b""))


def _macro_edits(model: Extension, layout: Layout) -> Iterator[Edit]:
    """Yield the deletions of macros that would name one of those variables if anything used them."""
    found: dict[Path, dict[Span, None]] = {}
    for one in layout.locals:
        for path, directive in unneeded_macros(model, one.item.name) or ():
            found.setdefault(path, {})[directive.span] = None
    for path, spans in found.items():
        yield from (Edit(path, span, b"") for span in neighbours_with_comment(model.files[path], spans))


def _before_leaving(
    file: File, parent: Statement, statement: Statement, held: Sequence[InitLocal], style: Style
) -> Iterator[Edit]:
    """Yield the edits that release objects before a statement, in a block of its own where it had none."""
    path, start, end = file.source.path, statement.span.start, statement.span.end
    lines = [_release(one) for one in reversed(held)]
    if parent.kind is StatementKind.BLOCK:
        is_first = not file.source.data[file.source.line_start(start) : start].strip()
        gap = style.newline + file.source.indent_at(start) if is_first else b" "
        yield Edit(path, Span(start, start), b"".join(line + gap for line in lines))
        return
    outer = file.source.indent_at(parent.span.start)
    head = file.source.data.rindex(b")", parent.span.start, start) + 1
    inner = style.newline + outer + style.indent
    opening = b" {" + b"".join(inner + line for line in lines) + inner
    if file.source.data[head:start].strip():
        # A comment stands between the condition and the statement.
        yield Edit(path, Span(head, head), b" {")
        yield Edit(path, Span(start, start), b"".join(line + inner for line in lines))
    else:
        yield Edit(path, Span(head, start), opening)
    yield Edit(path, Span(end, end), style.newline + outer + b"}")


def _file(model: Extension, one: InitLocal) -> File:
    return model.files[model.functions[one.function].definition.path]


def _type(one: InitLocal) -> bytes:
    """Return the type of the variable as it stands before the name."""
    declared = one.item.declaration.type.replace("static ", "").replace("extern ", "").encode()
    return declared if declared.endswith(b"*") else declared + b" "


def _release(one: InitLocal) -> bytes:
    return filled(b"Py_DECREF($name);", name=one.item.name)
