"""Type objects that are passed to `PyArg_ParseTuple` by value, where `O!` reads a pointer: a mistake that compiles."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.arguments import PARSER_PREFIXES
from unstatic.cparse.facts import Reference
from unstatic.model.extension import Extension, StaticType


def copied_arguments(model: Extension, static: StaticType) -> Iterator[tuple[Reference, bytes]]:
    """Yield the uses of a type object that are such an argument as a whole, with the name of what is called.

    Nothing has to be done about them: what stands there is the pointer, once the type is made on the heap.
    """
    for use in model.uses.get(static.symbol, ()):
        if use.via_macro is not None or use.function is None:
            continue
        for call in model.calls_around(use.function, use.offset):
            given = (argument for argument in call.arguments if len(argument) == 1)
            if call.name.text.startswith(PARSER_PREFIXES) and any(token.start == use.offset for (token,) in given):
                yield use, call.name.text
