"""`*error = PyErr_NewException(...)` in a helper, whose caller's global owns it once the module state has it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.references.filled_globals import Missing, missing_references
from unstatic.model.extension import Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.increments import increment_before
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class FilledGlobals(Preparation):
    """Let helpers take a reference for each global that they fill."""

    name = "filled-globals"
    title = "Let helpers take a reference for each global that they fill"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each helper: they stay if the module is initialised anew."""
        if model.init is None:
            return
        subject = init_subject(model, model.init.entry)
        for item in missing_references(model):
            name = model.functions[item.function].name
            reason = f"{name} leaves an object in a variable that doesn't own it then"
            yield Change(subject, self.name, reason, Safety.SAFE, (_edit(model, item),))


REWRITE = FilledGlobals()


def _edit(model: Extension, item: Missing) -> Edit:
    source = model.files[model.functions[item.function].definition.path].source
    at = item.before.span.start
    return Edit(source.path, Span(at, at), increment_before(source, at, item.text, is_there=item.is_there))
