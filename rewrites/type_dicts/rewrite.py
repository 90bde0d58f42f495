"""`Box_Type.tp_dict = attributes;` before PyType_Ready becomes an update of the dictionary that the type has then."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.model.extension import Extension
from unstatic.model.subjects import type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .filling_functions import FillingFunction, filling_functions
from .presets import MadeBefore, MadeThere, presets


class TypeDicts(Preparation):
    """Fill the dictionaries of types once the types are ready."""

    name = "type-dicts"
    title = "Fill the dictionaries of types once the types are ready"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each type that is given a dictionary."""
        for item in presets(model):
            reason = f"{item.static.name} has its own dictionary once it is ready, and takes over what is in the other"
            edits = _made_there(item) if isinstance(item, MadeThere) else _made_before(item)
            yield Change(type_subject(item.static), self.name, reason, Safety.SAFE, tuple(edits))
        for function in filling_functions(model):
            subjects = [type_subject(item.static) for item in function.calls]
            reason = (
                f"{function.function.name} puts into the dictionary that a type has what it put into one of its own"
            )
            changed = tuple(_filled_later(model, function))
            yield Change(subjects[0], self.name, reason, Safety.SAFE, changed, frozenset(subjects[1:]))


REWRITE: Preparation = TypeDicts()


def _made_there(item: MadeThere) -> Iterator[Edit]:
    """Yield the edits that make the type ready where it was given a dictionary."""
    source = item.file.source
    head, asked = item.check.head, item.ready.head
    yield Edit(source.path, whole_lines(item.file, item.given.span), b"")
    yield Edit(source.path, Span(head[0].start, head[-1].end), source.text(Span(asked[0].start, asked[-1].end)))
    yield Edit(source.path, whole_lines(item.file, item.ready.span), b"")


def _made_before(item: MadeBefore) -> Iterator[Edit]:
    """Yield the edits that put what is in the variable's dictionary into that of the type."""
    source, newline = item.file.source, item.file.source.newline
    indent = source.indent_at(item.ready.span.start)
    for statement in (item.given, item.cleared):
        if statement is not None:
            yield Edit(source.path, whole_lines(item.file, statement.span), b"")
    update = filled(b"PyDict_Update($type.tp_dict, $name)", type=item.static.name.encode(), name=item.name)
    whole, call = item.ready.span, item.call.span
    lines = newline + indent + source.text(Span(whole.start, call.start)) + update
    lines += source.text(Span(call.end, whole.end))
    if item.cleared is None:
        lines += newline + indent + filled(b"Py_DECREF($name);", name=item.name)
    yield Edit(source.path, Span(whole.end, whole.end), lines)


def _filled_later(model: Extension, filling: FillingFunction) -> Iterator[Edit]:
    """Yield the edits by which a function fills the dictionary of a type that was made ready just before."""
    file = model.files[filling.function.definition.path]
    for statement in filling.gone:
        yield Edit(file.source.path, whole_lines(file, statement.span), b"")
    for item in filling.calls:
        source = item.file.source
        spans = [item.fill.span, item.ready.span]
        if source.text(item.fill.children[0].span) == source.text(item.ready.children[0].span):
            spans = [Span(one.head[0].start, one.head[-1].end) for one in (item.fill, item.ready)]
        for span, other in (spans, spans[::-1]):
            yield Edit(source.path, span, source.text(other))
