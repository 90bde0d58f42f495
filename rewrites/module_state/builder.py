"""The function that builds the module in one phase: where it has the state, and what it puts in first."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.analyse.initflow import InitReader
from unstatic.analyse.kept_state import kept_state
from unstatic.analyse.own_state import own_state
from unstatic.analyse.places import after_brace, opens_with_declaration
from unstatic.analyse.routes import RouteKind
from unstatic.analyse.values import is_null, tokens_of
from unstatic.ctext import Style, style_of
from unstatic.edits import Edit
from unstatic.model import Extension, GlobalKind
from unstatic.plan import Plan
from unstatic.source import Span
from unstatic.writing.hoisting import hoist_edits
from unstatic.writing.parameters import ModuleArguments

from .fields import Layout
from .threading import Threading
from .uses import spec_edits, spec_offsets


def builder_edits(
    model: Extension, plan: Plan, layout: Layout, threading: Threading, modules: ModuleArguments
) -> Iterator[Edit]:
    """Yield the variable `state` in the function that builds the module, set as soon as the module exists."""
    assert model.init is not None
    builder = model.init.builder
    route = layout.routes.functions.get(builder)
    name = threading.local(builder)
    values = _initial_values(model, layout, name)
    if model.init.multi_phase:
        parameter = model.by_symbol.get(model.init.module_variable or "", ())
        if parameter:
            yield from spec_edits(model, parameter[0].name.encode())
        return
    own = next((field for field in layout.fields if field.is_module), None)
    pointer = own.name if own is not None else layout.pointer
    if (route is None or route.kind is not RouteKind.EXEC) and not values and not pointer:
        return
    flow = InitReader(model).read()
    module = flow.variable
    style = style_of(model, model.files[model.functions[builder].definition.path])
    if pointer:
        values.insert(0, name + b"->" + pointer + b" = " + module + b";")
    kept = threading.kept(builder)
    declared = [] if kept else [plan.names.state_type.encode() + b" *" + name + b";"]
    declared += [b"PyObject *" + own.item.name.encode() + b";"] if own is not None else []
    yield from _declarations(model, builder, [style.indent + line for line in declared], style)
    yield from spec_edits(model, module)
    first = modules.first_call()
    needs = [*threading.needs(builder), *spec_offsets(model), *(() if first is None else (first,))]
    fetch = name + b" = " + plan.names.getter.encode() + b"(" + module + b");"
    lines = [style.indent + line for line in (*([] if kept else [fetch]), *values)]
    if kept:
        yield from _after_fetch(model, builder, lines, style)
    yield from hoist_edits(model, plan, flow, style, min(needs, default=None), [] if kept else lines)


def _declarations(model: Extension, builder: str, lines: list[bytes], style: Style) -> Iterator[Edit]:
    definition = model.functions[builder].definition
    assert definition.body is not None
    at = after_brace(model.files[definition.path], definition.body.start)
    blank = b"" if opens_with_declaration(model, builder) else style.newline
    if lines:
        yield Edit(definition.path, Span(at, at), style.lines(*lines) + blank)


def _after_fetch(model: Extension, builder: str, lines: list[bytes], style: Style) -> Iterator[Edit]:
    """Yield *lines* after the statement with which the builder fetches the module's own state."""
    own = own_state(model)
    kept = kept_state(model, builder, own) if own is not None else None
    assert kept is not None
    file = model.files[model.functions[builder].definition.path]
    at = file.source.line_end(kept.offset - 1)
    if lines:
        yield Edit(file.source.path, Span(at, at), style.lines(*lines))


def _initial_values(model: Extension, layout: Layout, state: bytes) -> list[bytes]:
    """Return the assignments that give plain data the value that its initialiser gave it."""
    lines = []
    for field in layout.fields:
        declaration = field.item.declaration
        if field.item.kind is not GlobalKind.DATA or declaration.initialiser is None:
            continue
        file = model.files[declaration.path]
        if not is_null(tokens_of(file, declaration.initialiser)):
            value = file.source.text(declaration.initialiser)
            lines.append(state + b"->" + field.name + b" = " + value + b";")
    return lines
