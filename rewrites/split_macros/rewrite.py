"""A macro that writes functions with and without need of the module state becomes two (G130)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .mixed_macros import MixedMacro, mixed_macros


class SplitMacros(Preparation):
    """Give functions that need the module state a macro of their own."""

    name = "split-macros"
    title = "Write functions that need the module state by a macro of their own"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each macro that calls what it is given, and is given what can't take the state."""
        for item in mixed_macros(model):
            reason = f"some of the functions that {item.definition.name} calls can't take the module state"
            yield Change(item.subject, self.name, reason, Safety.SAFE, tuple(_edits(model, item)))


def _edits(model: Extension, item: MixedMacro) -> Iterator[Edit]:
    definition = item.definition
    source = model.files[definition.path].source
    old = definition.name.encode()
    suffix = b"_STATE" if old.isupper() else b"_state"
    new = unused_name(model.identifiers, old + suffix)
    text = source.text(definition.span)
    copy = text.replace(old, new, 1)
    comment = filled(b"/* Like $old, with the module state for the functions that need it. */", old=old)
    at = source.line_end(definition.span.end - 1)
    lines = [b"", comment, copy, b""]
    ended = b"" if source.data[at - 1 : at] == b"\n" else source.newline
    yield Edit(definition.path, Span(at, at), ended + source.newline.join(lines))
    for use in item.uses:
        yield Edit(use.path, Span(use.span.start, use.span.start + len(old)), new)


REWRITE: Preparation = SplitMacros()
