"""`assert(Box_Type.tp_weaklistoffset > 0);` ahead of PyType_Ready is asserted once the type is ready."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.model.extension import Extension
from unstatic.model.subjects import type_subject
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .assertions import Assertion, early_assertions


class EarlyAssertions(Preparation):
    """Assert what the fields of types hold once the types are ready."""

    name = "early-assertions"
    title = "Assert what the fields of types hold once the types are ready"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each type of which something is asserted before it is there."""
        for static in model.types:
            found = tuple(early_assertions(model, static))
            if found:
                reason = f"{static.name} isn't there before it is made, and then has what its initialiser gave it"
                edits = [edit for item in found for edit in _moved(item)]
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, tuple(edits))


def _moved(item: Assertion) -> Iterator[Edit]:
    source = item.file.source
    yield removal(item.file, item.statement.span)
    end = whole_lines(item.file, item.ready.span).end
    text = source.indent_at(item.ready.span.start) + source.text(item.statement.span) + source.newline
    yield Edit(source.path, Span(end, end), text)


REWRITE: Preparation = EarlyAssertions()
