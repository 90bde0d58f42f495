"""Functions that only hand on what they're given."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.syntax import text_of
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import filled
from unstatic.text.source import Span

Parameters = tuple[tuple[bytes, bytes], ...]


def parameters_of(model: Extension, function: Function) -> Parameters:
    """Return the parameters of a function as they are declared, and their names; none if one has no name.

    Nor has one with `...` any: what it's given there can't be handed on.
    """
    if function.definition.type.endswith("...)"):
        return ()
    found = []
    file = model.files[function.definition.path]
    for symbol in function.definition.parameters:
        declared: Declaration | None = next(iter(model.by_symbol.get(symbol, ())), None)
        if declared is None or not declared.name:
            return ()
        head = file.tokens_in(Span(declared.span.start, declared.name_span.start))
        found.append((text_of(head), declared.name.encode()))
    return tuple(found)


def declared(kind: bytes, name: bytes) -> bytes:
    """Return a parameter as it is written: `PyObject *self`."""
    return filled(b"$type$gap$name", type=kind, gap=b"" if kind.endswith(b"*") else b" ", name=name)


def forwarding(style: Style, result: bytes, head: bytes, called: bytes, given: Sequence[bytes]) -> bytes:
    """Return a function, *head* its name and parameters, that calls another with *given* and returns what it gives."""
    start = result if result.endswith(b"*") else result + b" "
    lines = [result, head] if style.type_on_own_line else [start + head]
    opening = [*lines, b"{"] if style.brace_on_own_line else [*lines[:-1], lines[-1] + b" {"]
    call = filled(b"$name($given);", name=called, given=b", ".join(given))
    leave = b"" if result.endswith(b"void") else b"return "
    return style.lines(*opening, style.indent + leave + call, b"}")
