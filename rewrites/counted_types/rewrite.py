"""`return (PyObject *)Py_TYPE(self);` gives away a reference that nobody took: a static type bears that (G149)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.references.types_of_objects import Uncounted, uncounted_types
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import type_subject
from unstatic.rewriting.increments import increment_before
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class CountedTypes(Preparation):
    """Count the references to types."""

    name = "counted-types"
    title = "Count the references to types"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function that has too many references to a type, or too few."""
        for item in uncounted_types(model):
            subject = _subject(model, item.function) if item.problem is None else ""
            if subject:
                name = model.functions[item.function].name
                reason = f"{name} {_wrong(item)}, which only static types bear"
                yield Change(subject, self.name, reason, Safety.SAFE, tuple(_edits(model, item)))


REWRITE = CountedTypes()


def _subject(model: Extension, function: str) -> str:
    """Return the type that the function belongs to, or the first one of the module."""
    owners = {role.owner for role in model.functions[function].roles}
    types = [item for item in model.types if item.symbol in owners] or list(model.types)
    return type_subject(types[0]) if types else ""


def _wrong(item: Uncounted) -> str:
    if item.increased:
        return "gives away a reference to a type that isn't its own"
    return "keeps a reference to a type" if item.borrowed or len(item.dropped) == 1 else "counts types for nobody"


def _edits(model: Extension, item: Uncounted) -> Iterator[Edit]:
    file = model.files[model.functions[item.function].definition.path]
    path = file.source.path
    for call in item.borrowed:
        yield from _borrowed(file, call.name.start, call.name.end)
    for statement in item.dropped:
        yield Edit(path, whole_lines(file, statement.span), b"")
    lines: dict[int, list[bytes]] = {}
    for statement, tokens in item.increased:
        text = file.source.text(Span(tokens[0].start, tokens[-1].end))
        at = statement.span.start
        lines.setdefault(at, []).append(increment_before(file.source, at, text))
    for at, added in lines.items():
        yield Edit(path, Span(at, at), b"".join(added))


def _borrowed(file: File, start: int, end: int) -> Iterator[Edit]:
    """Yield `Py_TYPE` for `PyObject_Type`, which needs another cast."""
    index = file.index_at(start)
    cast = [token.text for token in file.tokens[index - 4 : index]]
    if cast == [b"(", b"PyTypeObject", b"*", b")"]:
        yield Edit(file.source.path, Span(file.tokens[index - 4].start, end), b"Py_TYPE")
    else:
        yield Edit(file.source.path, Span(start, end), b"(PyObject *)Py_TYPE")
