"""Functions in slots of a base that the teardown of other types calls through the base, where no source declares them.

`Base_Type.tp_traverse(self, visit, arg)` needs the type object, and so the module state, which may be gone by then
(G76). The function itself needs neither, but it is static to the source of the base, or stands below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.facts.module.call_contexts import reached
from unstatic.facts.state.teardown.finalisation import TORN_DOWN
from unstatic.facts.trust.protected_files import protected
from unstatic.facts.types.direct_slot_calls import SlotCall, is_ahead, undeclared_calls
from unstatic.model.extension import Declaration, Extension, Function, Reference
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class SlotFunction:
    """A function, a call through its type, and the declaration of the type beneath which it can be declared."""

    function: Function
    call: SlotCall
    above: Declaration
    head: bytes
    """The function as it is defined, on one line: `static int box_clear(Box *self)`."""

    @property
    def is_shared(self) -> bool:
        """Whether another source than its own has to know it."""
        return self.above.path != self.function.definition.path


def slot_functions(model: Extension) -> Iterator[SlotFunction]:
    """Yield the functions to declare, each once."""
    torn = _torn_down(model)
    found: set[str] = set()
    for use, call in undeclared_calls(model):
        function = model.functions[call.function]
        if use.function not in torn or call.function in found or not _is_plain(model, function):
            continue
        above, head = _above(model, function, use, call), _head(model, function)
        if above is not None and head:
            found.add(call.function)
            yield SlotFunction(function, call, above, head)


def _torn_down(model: Extension) -> frozenset[str]:
    called = (symbol for symbol, item in model.functions.items() if any(role.slot in TORN_DOWN for role in item.roles))
    return frozenset(each for symbol in called for each in reached(model, symbol))


def _above(model: Extension, function: Function, use: Reference, call: SlotCall) -> Declaration | None:
    """Return the declaration of the type that the caller knows, and beneath which the function may be declared."""
    own = function.definition.path
    for item in model.by_symbol.get(call.static.symbol, ()):
        is_only_declared = item.initialiser is None and not item.from_macro and is_ahead(model, item, use)
        if not is_only_declared or model.files[item.path].is_conditional(item.span.start):
            continue
        if item.path == own or _may_declare(model, item, function):
            return item
    return None


def _is_plain(model: Extension, function: Function) -> bool:
    definition = function.definition
    is_written = not definition.from_macro and definition.member is None and not definition.declared_outside
    is_one = not function.alternatives and not function.prototypes and function.symbol not in model.twins
    is_plain = is_written and is_one and definition.storage == "static" and definition.body is not None
    is_hidden = model.files[definition.path].is_conditional(definition.span.start)
    return is_plain and not is_hidden and protected(model, definition.path, definition.span.start) is None


def _head(model: Extension, function: Function) -> bytes:
    """Return what stands before a function's body, if it opens with `static ` and has no comments."""
    definition = function.definition
    assert definition.body is not None
    span = Span(definition.span.start, definition.body.start)
    file = model.files[definition.path]
    text = b" ".join(file.source.text(span).split())
    written = b"".join(token.text for token in file.tokens_in(span))
    return text if text.replace(b" ", b"") == written and text.startswith(b"static ") else b""


def _may_declare(model: Extension, item: Declaration, function: Function) -> bool:
    """Tell whether a header may declare a function, which then is the only one of its name in the extension."""
    is_read = set(model.readers[function.definition.path]) <= set(model.readers[item.path])
    is_header = item.path not in model.units and item.path not in model.public_headers
    is_only = len(model.functions_named.get(function.name, ())) == 1
    return is_read and is_header and is_only and protected(model, item.path, item.span.start) is None
