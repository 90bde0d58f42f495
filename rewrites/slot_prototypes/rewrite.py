"""`int box_traverse(Box *self, visitproc visit, void *arg);` is declared where `Box_Type.tp_traverse` is called."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.at_file_level import statement_end
from unstatic.model.extension import Extension
from unstatic.model.subjects import type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .slots import SlotFunction, slot_functions


class SlotPrototypes(Preparation):
    """Declare the functions that the teardown of other types calls through a base."""

    name = "slot-prototypes"
    title = "Declare the functions that the teardown of other types calls through a base"
    stands_alone = False
    is_attempt = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function."""
        for item in slot_functions(model):
            called = f"{item.call.static.name}.{item.call.slot}"
            reason = f"{called} is called while the type may be gone: {item.function.name} can be called by its name"
            yield Change(type_subject(item.call.static), self.name, reason, Safety.SAFE, tuple(_edits(model, item)))


REWRITE: Preparation = SlotPrototypes()


def _edits(model: Extension, item: SlotFunction) -> Iterator[Edit]:
    definition = item.function.definition
    header = model.files[item.above.path]
    text = item.head
    if item.is_shared:
        yield Edit(definition.path, Span(definition.span.start, definition.span.start + len(b"static ")), b"")
        of_type = header.tokens_in(Span(item.above.span.start, item.above.name_span.start))
        # What keeps the name of the type to the extension does so for the function.
        words = [token.text for token in of_type if token.text not in (b"extern", b"PyTypeObject")]
        text = b" ".join([*words, text.removeprefix(b"static ")])
    end = header.source.line_end(statement_end(header, item.above) - 1)
    yield Edit(item.above.path, Span(end, end), text + b";" + header.source.newline)
