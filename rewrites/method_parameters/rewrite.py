"""`static PyObject *shelf_count(void)`, which a table of methods casts, takes what Python calls it with (G603)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.call_contexts import reaches_own_data
from unstatic.facts.places.in_functions import free_name
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Declaration, Extension, Function, RoleKind
from unstatic.model.subjects import init_subject
from unstatic.rewriting.parameters import first_parameter
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_METHODS = (RoleKind.MODULE_FUNCTION, RoleKind.METHOD, RoleKind.CLASS_METHOD)
_EMPTY = ([b"(", b")"], [b"(", b"void", b")"])


class MethodParameters(Preparation):
    """Give methods without parameters the object that they're called on."""

    name = "method-parameters"
    title = "Give methods without parameters the object that they're called on"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each method that uses what may move: they stay if the module is initialised anew."""
        if model.init is None:
            return
        subject = init_subject(model, model.init.entry)
        for function in model.functions.values():
            if _lacks_parameters(model, function):
                reason = f"Python calls {function.name} with an object, which leads to its module"
                yield Change(subject, self.name, reason, Safety.SAFE, tuple(_edits(model, function)))


REWRITE = MethodParameters()


def _lacks_parameters(model: Extension, function: Function) -> bool:
    """Tell whether a method takes nothing, though it may need the state, and nobody else calls it."""
    texts = (function.definition, *function.prototypes)
    if not function.roles or function.escapes or any(item.parameters or item.from_macro for item in texts):
        return False
    if any(role.kind not in _METHODS for role in function.roles):
        return False
    if any(use.is_call for use in model.uses.get(function.symbol, ())):
        return False
    if any(protected(model, item.path, item.name_span.start) or not _is_empty(model, item) for item in texts):
        return False
    return reaches_own_data(model, function.symbol)


def _edits(model: Extension, function: Function) -> Iterator[Edit]:
    name, rest = free_name(model, function.symbol, b"self", b"object"), free_name(model, function.symbol, b"args")
    text = filled(b"PyObject *$name, PyObject *Py_UNUSED($rest)", name=name, rest=rest)
    yield from (first_parameter(model, item, text) for item in (function.definition, *function.prototypes))


def _is_empty(model: Extension, item: Declaration) -> bool:
    """Tell whether nothing but `()`, or `(void)`, stands behind the name of a function."""
    file = model.files[item.path].at(item.name_span.start)
    tokens = file.tokens_in(Span(item.name_span.end, item.body.start if item.body is not None else item.span.end))
    words = [token.text for token in tokens if token.text != b";"]
    return words in _EMPTY
