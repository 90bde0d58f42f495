"""Argument Clinic's output and input name types by way of `clinic_state()`, a macro around the include."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.state.clinic_types import STATE, Output, clinic_inputs, clinic_outputs, clinic_uses
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.sources import state_source
from ..struct.fields import Layout


def clinic_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the names in input and output, and the macros around the includes; checksums follow by themselves."""
    named = {field: clinic_uses(model, field.item.symbol) for field in layout.fields}
    for field, uses in named.items():
        text = STATE + b"->" + field.name
        for path, offset in uses:
            yield Edit(path, Span(offset, offset + len(field.item.name.encode())), text)
        for path, span in clinic_inputs(model, field.item.symbol) if uses else ():
            yield Edit(path, span, text)
    paths = {path for uses in named.values() for path, _ in uses}
    for path, output in clinic_outputs(model).items():
        if path in paths:
            function = next(symbol for symbol in output.functions if symbol in layout.routes.functions)
            definition, route = model.functions[function].definition, layout.routes.functions[function]
            yield from _macro_edits(model, output, state_source(model, plan, definition, route))


def _macro_edits(model: Extension, output: Output, state: bytes) -> Iterator[Edit]:
    source = model.files[output.includer].source
    before, after = source.line_start(output.include), source.line_end(output.include)
    defined = b"#define " + STATE + b" (" + state + b")" + source.newline
    name = STATE.removesuffix(b"()")
    yield Edit(source.path, Span(before, before), defined)
    yield Edit(source.path, Span(after, after), b"#undef " + name + source.newline)
