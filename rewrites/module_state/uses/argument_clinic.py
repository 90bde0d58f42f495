"""Argument Clinic's output and input name types by way of `clinic_state()`, a macro around the include."""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path

from unstatic.facts.state.clinic_types import STATE, Output, clinic_inputs, clinic_outputs, clinic_uses, input_functions
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.sources import state_source
from ..struct.fields import Field, Layout


def clinic_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the names in input and output, and the macros around the includes; checksums follow by themselves."""
    outputs = clinic_outputs(model)
    written: set[Path] = set()
    for field in layout.fields:
        places = clinic_uses(model, field.item.symbol)
        uses = [use for use in model.uses.get(field.item.symbol, ()) if (use.path, use.offset) in places]
        for use in uses:
            text = _text(model, plan, layout, outputs[use.path], use.function or "") + b"->" + field.name
            yield Edit(use.path, Span(use.offset, use.offset + len(field.item.name.encode())), text)
        yield from _input_edits(model, plan, layout, field, {use.path for use in uses})
        written |= {use.path for use in uses}
    for path, output in outputs.items():
        if path in written and output.is_uniform:
            function = next(symbol for symbol in output.functions if symbol in layout.routes.functions)
            yield from _macro_edits(model, output, _found_in(model, plan, layout, function))


def _input_edits(model: Extension, plan: Plan, layout: Layout, field: Field, paths: Set[Path]) -> Iterator[Edit]:
    outputs = [clinic_outputs(model)[path] for path in paths]
    functions = input_functions(model, field.item.symbol)
    for path, span in clinic_inputs(model, field.item.symbol) if outputs else ():
        if all(one.is_uniform for one in outputs):
            yield Edit(path, span, STATE + b"->" + field.name)
        elif (path, span) in functions:
            function = functions[path, span]
            output = clinic_outputs(model)[model.functions[function].definition.path]
            yield Edit(path, span, _text(model, plan, layout, output, function) + b"->" + field.name)


def _text(model: Extension, plan: Plan, layout: Layout, output: Output, function: str) -> bytes:
    """Return what stands for the state in a function of the output."""
    if output.is_uniform:
        return STATE
    found = _found_in(model, plan, layout, function)
    return b"(" + found + b")" if found.startswith(b"(") else found


def _found_in(model: Extension, plan: Plan, layout: Layout, function: str) -> bytes:
    return state_source(model, plan, model.functions[function].definition, layout.routes.functions[function])


def _macro_edits(model: Extension, output: Output, state: bytes) -> Iterator[Edit]:
    source = model.files[output.includer].source
    before, after = source.line_start(output.include), source.line_end(output.include)
    defined = b"#define " + STATE + b" (" + state + b")" + source.newline
    name = STATE.removesuffix(b"()")
    yield Edit(source.path, Span(before, before), defined)
    yield Edit(source.path, Span(after, after), b"#undef " + name + source.newline)
