"""`PyModule_AddObject(module, "error", state->error);` of a state that was there, and whose m_clear releases the field.

A module that was made once hardly ever went, so that nobody saw the reference that is dropped twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.references import RELEASE
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.state.teardown.given_members import Gift, gifts, named_in
from unstatic.facts.state.teardown.unseen_state import holds_object, is_array
from unstatic.model.extension import Extension
from unstatic.rewriting.increments import increment_before
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def given_field_edits(model: Extension) -> Iterator[Edit]:
    """Yield an increment before each call that takes over the only reference of a field that a hook releases."""
    own = own_state(model)
    if own is None:
        return
    released = named_in(model, (function.symbol for function in module_hooks(model).values()), RELEASE)
    for member in own.members:
        if member.symbol in released and holds_object(model, member) and not is_array(member):
            yield from (_increment(model, gift) for gift in gifts(model, member) or ())


def _increment(model: Extension, gift: Gift) -> Edit:
    file = model.file_of(model.functions[gift.function].definition)
    at = gift.statement.span.start
    text = file.source.text(Span(gift.argument[0].start, gift.argument[-1].end))
    return Edit(file.source.path, Span(at, at), increment_before(file.source, at, text, is_there=gift.is_there))
