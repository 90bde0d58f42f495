"""`PyDict_SetItemString(d, "limit", PyLong_FromLong(7));` in the initialisation loses the number with each module."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Call
from unstatic.facts.module.helpers import module_name
from unstatic.facts.references.interpreter_constants import given_constants
from unstatic.facts.references.lost.lost_temporaries import module_constants
from unstatic.facts.trust.limited_api import macros_cast
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import init_subject
from unstatic.rewriting.increments import increment_before
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_NEAR = 2000
"""How far, in bytes, before a line the end of the statement above is looked for."""


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
        if model.init is not None and not model.init.multi_phase:
            for path, call, lent in given_constants(model):
                reason = f"PyModule_AddObject takes over a reference to {lent.decode()}, from now on in each module"
                counted = lent if macros_cast(model) or lent[:1] != b"&" else b"(PyObject *)" + lent
                edits = tuple(_increment(model.files[path], call, counted))
                yield Change(init_subject(model, model.init.entry), self.name, reason, Safety.SAFE, edits)


REWRITE = ModuleConstants()


def _edits(model: Extension, function: str, call: Call) -> Iterator[Edit]:
    path = model.functions[function].definition.path
    yield Edit(path, call.name.span, b"PyModule_AddObject")
    first = call.arguments[0]
    yield Edit(path, Span(first[0].start, first[-1].end), module_name(model, function))


def _increment(file: File, call: Call, lent: bytes) -> Iterator[Edit]:
    """Yield the increment before a statement of a block that is the call, asks or returns it; else in the argument."""
    source = file.source
    start = source.line_start(call.name.start)
    before, line = file.lexed.between(max(start - _NEAR, 0), start), file.lexed.between(start, call.name.end)
    is_first = [token.text for token in line[:-1]] in ([], [b"if", b"("], [b"return"])
    if is_first and before and before[-1].text in (b";", b"{", b"}"):
        at = line[0].start
        yield Edit(source.path, Span(at, at), increment_before(source, at, lent))
    else:
        given = Span(call.arguments[-1][0].start, call.arguments[-1][-1].end)
        text = source.text(given)
        yield Edit(source.path, given, filled(b"(Py_INCREF($lent), $text)", lent=lent, text=text))
