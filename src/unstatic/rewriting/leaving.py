"""How a function of the initialisation ends where something failed that wasn't tested before."""

from __future__ import annotations

from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.references import RELEASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.helpers import module_name
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.types.struct_sequences import failure
from unstatic.model.extension import Extension
from unstatic.rewriting.template import filled
from unstatic.text.source import Span


def leaving(model: Extension, function: str, offset: int) -> tuple[bytes, ...]:
    """Return the statements by which *function* reports an error at *offset*; none if its result can't tell."""
    leave = failure(model, function)
    if leave is None:
        return ()
    jump = _jump(model, function, offset)
    if jump is not None:
        return (jump,)
    if not owns_module(model, function, offset):
        return (leave,)
    return (filled(b"Py_DECREF($module);", module=module_name(model, function)), leave)


def owns_module(model: Extension, function: str, offset: int) -> bool:
    """Tell whether a function has made the module at *offset*, and is the one to give it up."""
    init = model.init
    if init is None or function != init.builder or init.multi_phase:
        return False
    return init.create is not None and init.create.end <= offset


def _jump(model: Extension, function: str, offset: int) -> bytes | None:
    """Return the `goto` by which the test before *offset* leaves, where what follows its label can be done here too."""
    body = model.body(function)
    leaving = [item for item in body.walk() if item.is_exit]
    last = max((item for item in leaving if item.span.end <= offset), key=lambda item: item.span.end, default=None)
    if last is None or last.kind is not StatementKind.JUMP or last.head[0].text != b"goto":
        return None
    label = next((item for item in body.children if _names(item, last.head[1].text)), None)
    if label is None or label.span.start < offset:
        return None
    passed = [item for item in body.walk() if item.kind is StatementKind.SIMPLE]
    since = [item for item in passed if last.span.end <= item.span.start < offset]
    released = any(called(model, call) in RELEASE for item in since for call in calls(item.head))
    skipped = Span(offset, label.span.start)
    # What is declared in between would be without its value behind the label, and C++ doesn't compile that.
    declared = any(is_declaration(model, function, item) for item in passed if skipped.covers(item.span))
    return None if released or declared else filled(b"goto $label;", label=last.head[1].text)


def _names(item: Statement, label: bytes) -> bool:
    return item.kind is StatementKind.LABEL and item.tokens[0].text == label
