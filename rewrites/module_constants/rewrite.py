"""`PyDict_SetItemString(d, "limit", PyLong_FromLong(7));` in the initialisation loses the number with each module."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Call
from unstatic.facts.module.helpers import module_name
from unstatic.facts.references.lost_temporaries import module_constants
from unstatic.model.extension import Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class ModuleConstants(Preparation):
    """Add new objects to the module by the call that takes them over."""

    name = "module-constants"
    title = "Add constants to the module by the call that takes them over"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each object: it stays if the module is initialised anew."""
        for function, call in module_constants(model):
            assert model.init is not None
            reason = "PyDict_SetItemString leaves the new object with a reference too much, from now on in each module"
            edits = tuple(_edits(model, function, call))
            yield Change(init_subject(model, model.init.entry), self.name, reason, Safety.SAFE, edits)


REWRITE = ModuleConstants()


def _edits(model: Extension, function: str, call: Call) -> Iterator[Edit]:
    path = model.functions[function].definition.path
    yield Edit(path, call.name.span, b"PyModule_AddObject")
    first = call.arguments[0]
    yield Edit(path, Span(first[0].start, first[-1].end), module_name(model, function))
