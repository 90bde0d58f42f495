"""Objects in which instances are entered, and which they leave when they end: a set of all that are open (G89).

With one in each module's state, a module doesn't see the instances of another one, or of another interpreter's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.c.syntax import is_alone
from unstatic.capi.slots import EMPTYING
from unstatic.facts.module.call_contexts import reached
from unstatic.model.extension import Extension, Global, GlobalKind


def registries(model: Extension, moving: Iterable[Global]) -> Iterator[Global]:
    """Yield the variables whose object a deallocator changes, or looks into, by a call of the C API."""
    ending = {
        name
        for symbol, function in model.functions.items()
        if any(role.slot in EMPTYING for role in function.roles)
        for name in reached(model, symbol)
    }
    for item in moving:
        uses = [use for use in model.uses.get(item.symbol, ()) if use.function in ending and use.via_macro is None]
        given = any(
            call.name.text.startswith((b"PySet_", b"PyDict_", b"PyList_")) and is_alone(argument, use.offset)
            for use in uses
            for call in model.calls(use.function or "")
            for argument in call.arguments[:1]
        )
        if item.kind is GlobalKind.OBJECT and given:
            yield item
