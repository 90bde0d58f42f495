"""`box_dealloc` closes what the box holds: `box_finalize` does it instead, while the module is there (G548)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement
from unstatic.facts.places.in_functions import above, unused_name
from unstatic.facts.types.bases import is_final
from unstatic.model.extension import Extension, File
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_in, top_level_start, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .closings import Closing, closings

_CALL = b"PyObject_CallFinalizerFromDealloc($instance) < 0"
_ENTRY = b".tp_finalize = $cast$name"


class Finalisers(Preparation):
    """Close by finalisers what deallocators need the module for."""

    name = "finalisers"
    title = "Close by finalisers what deallocators need the module for"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each deallocator."""
        for item in closings(model):
            reason = f"{item.function.name} needs the module, which may be gone by then, and not when finalisers run"
            yield Change(item.subject, self.name, reason, Safety.SAFE, tuple(_edits(model, item)))


REWRITE: Preparation = Finalisers()


def _edits(model: Extension, item: Closing) -> Iterator[Edit]:
    definition = item.function.definition
    file, path = model.files[definition.path], definition.path
    assert definition.body is not None
    old = definition.name.encode()
    stem = old.replace(b"dealloc", b"finalize") if b"dealloc" in old else old + b"_finalize"
    name = unused_name(model.identifiers, stem)
    parameter = model.by_symbol[definition.parameters[0]][0]
    is_object = "".join(parameter.type.split()) == "PyObject*"
    style = style_in(model, item.function.symbol)
    yield _function(file, item, name)

    instance = filled(b"$cast$name", cast=b"" if is_object else b"(PyObject *)", name=parameter.name.encode())
    # A `__del__` of a subclass takes the place of the finaliser.
    is_called_by_name = not is_final(model, item.static)
    if is_called_by_name:
        called = style.lines(style.indent + filled(b"$name($parameter);", name=name, parameter=parameter.name.encode()))
    else:
        tested = style.check(filled(_CALL, instance=instance), b"return;")
        called = style.lines(*(style.indent + line for line in tested))
    moved = _lines(file, definition.body, item.statements)
    if not item.behind or is_called_by_name:
        yield Edit(path, moved, called)
    else:
        at = above(file, definition.body, item.behind[0].span.start)
        yield Edit(path, Span(at, at), called)
        yield Edit(path, whole_lines(file, moved), b"")
    yield from (Edit(path, whole_lines(file, each.span), b"") for each in item.spare)

    entry = filled(_ENTRY, cast=b"" if is_object else b"(destructor)", name=name)
    yield from _entry_edits(file, item, entry)


def _lines(file: File, body: Span, statements: tuple[Statement, ...]) -> Span:
    """Return the lines of statements that follow each other, with the comments above them."""
    start = above(file, body, statements[0].span.start)
    return Span(start, file.source.line_end(statements[-1].span.end - 1))


def _function(file: File, item: Closing, name: bytes) -> Edit:
    definition = item.function.definition
    source, newline = file.source, file.source.newline
    assert definition.body is not None
    head = source.text(Span(definition.span.start, definition.name_span.start)) + name
    head += source.text(Span(definition.name_span.end, definition.body.start + 1)) + newline
    declared = b"".join(source.text(_lines(file, definition.body, (each,))) for each in item.needed)
    body = declared + (newline if declared else b"") + source.text(_lines(file, definition.body, item.statements))
    at = top_level_start(file, definition)
    return Edit(definition.path, Span(at, at), head + body + b"}" + newline * 2)


def _entry_edits(file: File, item: Closing, entry: bytes) -> Iterator[Edit]:
    """Yield the edits that name the finaliser in the type's initialiser."""
    source, path = file.source, file.source.path
    if source.text(item.slot.span).startswith(b"."):
        end = item.slot.span.end
        indent = source.indent_at(item.slot.span.start)
        yield Edit(path, Span(end, end), b"," + source.newline + indent + entry)
        return
    initialiser = item.static.declaration.initialiser
    assert initialiser is not None
    last = file.tokens_in(initialiser)[-2]
    end = last.end
    yield Edit(path, Span(end, end), (b"" if last.text == b"," else b",") + source.newline + b"    " + entry)
