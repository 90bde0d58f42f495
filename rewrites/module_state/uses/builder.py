"""The function that builds the module: where it has the state, and what it puts in first."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import Branch
from unstatic.facts.module.exec_conversion import InitFlow, init_flow
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.places.in_functions import after_brace, opens_with_declaration
from unstatic.facts.state.routes import RouteKind
from unstatic.model.extension import Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.hoisting import hoist_edits
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.rewriting.style import Style, indent_in, style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.existing_local import kept_state
from ..passing.groups import condition_of_uses, enclosing_group
from ..passing.state_passing import Threading
from ..passing.variables import first_in_group, in_condition
from ..struct.fields import Layout
from ..struct.initial_values import initial_values
from ..struct.texts import text_lines
from .hooks import inserted
from .specs import spec_offsets


def builder_edits(
    model: Extension, plan: Plan, layout: Layout, threading: Threading, modules: ModuleArguments
) -> Iterator[Edit]:
    """Yield the variable `state` in the function that builds the module in one phase, set as soon as the module exists,
    and what fields start with.
    """
    assert model.init is not None
    if model.init.multi_phase:
        yield from _started(model, layout, threading)
    else:
        yield from _built(model, plan, layout, threading, modules)


def _built(
    model: Extension, plan: Plan, layout: Layout, threading: Threading, modules: ModuleArguments
) -> Iterator[Edit]:
    assert model.init is not None
    builder = model.init.builder
    route = layout.routes.functions.get(builder)
    name = threading.local(builder)
    style = style_of(model, _file(model))
    values = _values(model, layout, name, style)
    own = next((field for field in layout.fields if field.is_made), None)
    pointer = own.name if own is not None else layout.pointer
    flow = init_flow(model)
    if (route is None or route.kind is not RouteKind.EXEC) and not values and not pointer:
        if flow.create is not None and any(offset < flow.create.span.start for offset in spec_offsets(model)):
            yield from hoist_edits(model, plan, flow, style, _first_need(model, threading, modules), [])
        return
    if pointer:
        values.insert(0, filled(b"$name->$pointer = $module;", name=name, pointer=pointer, module=flow.variable))
    kept = threading.kept(builder)
    group, condition = (None, None) if kept or values else _groups(model, plan, threading, style)
    typed = plan.names.state_type.encode() + b" *"
    fetch = filled(b"$name = $getter($module);", name=name, getter=plan.names.getter, module=flow.variable)
    if group is not None:
        yield from first_in_group(_file(model), group, typed + fetch)
    indent = indent_in(_file(model), model.body(builder), style)
    declared = [] if kept or group or condition else [filled(b"$typed$name;", typed=typed, name=name)]
    declared += [filled(b"PyObject *$name;", name=own.item.name)] if own is not None else []
    yield from _declarations(model, flow, [indent + line for line in declared], style)
    fetched = [*([] if kept else [fetch]), *values]
    lines = (
        [indent + one for one in fetched] if condition is None else [*in_condition(indent + typed + fetch, condition)]
    )
    if kept:
        yield from _after_fetch(model, builder, lines)
    needed_at = _first_need(model, threading, modules)
    yield from hoist_edits(model, plan, flow, style, needed_at, [] if kept or group is not None else lines)


def _started(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the initial values in the exec function of a module that is made in two phases already."""
    assert model.init is not None
    function = model.functions[model.init.builder]
    style = style_of(model, _file(model))
    values = _values(model, layout, threading.local(function.symbol), style)
    if values and threading.kept(function.symbol):
        indent = indent_in(_file(model), model.body(function.symbol), style)
        yield from _after_fetch(model, function.symbol, [indent + one for one in values])
    elif values:
        yield from inserted(model, function, style, [], values)


def _values(model: Extension, layout: Layout, state: bytes, style: Style) -> list[bytes]:
    """Return the lines that give fields what they start with."""
    texts = text_lines(model, layout.names, layout.texts, state, style)
    return [*initial_values(model, layout.names, state), *texts]


def _file(model: Extension) -> File:
    assert model.init is not None
    return model.files[model.functions[model.init.builder].definition.path]


def _first_need(model: Extension, threading: Threading, modules: ModuleArguments) -> int | None:
    """Return where the builder first needs the module."""
    assert model.init is not None
    first = modules.first_call()
    needs = [*threading.needs.of(model.init.builder), *spec_offsets(model), *(() if first is None else (first,))]
    return min(needs, default=None)


def _groups(model: Extension, plan: Plan, threading: Threading, style: Style) -> tuple[Branch | None, bytes | None]:
    """Return the `#if` group that holds all uses of the state, or the directive that holds where any of them is
    compiled: the variable would be unused where none is.
    """
    assert model.init is not None
    builder = model.init.builder
    needs = threading.needs.of(builder)
    # No jump of C++ may pass a declaration that gives a value.
    if style.cplusplus or not needs:
        return None, None
    file = _file(model)
    group = enclosing_group(model, file, model.body_at(builder, file.source.path, needs[0]), needs, plan.minimum)
    return group, None if group else condition_of_uses(model, file, model.body(builder), needs, plan.minimum)


def _declarations(model: Extension, flow: InitFlow, lines: list[bytes], style: Style) -> Iterator[Edit]:
    definition = model.functions[flow.function].definition
    assert definition.body is not None
    file = model.files[definition.path]
    at = after_brace(file, definition.body.start)
    if flow.create is not None and flow.create.span.start < at:
        # The module is made in the group that holds the brace, before the part that all groups share.
        at = file.source.line_end(definition.body.start)
    blank = b"" if opens_with_declaration(model, flow.function) else style.newline
    if lines:
        yield Edit(definition.path, Span(at, at), style.lines(*lines) + blank)


def _after_fetch(model: Extension, builder: str, lines: list[bytes]) -> Iterator[Edit]:
    """Yield *lines* after the statement with which the builder fetches the module's own state."""
    own = own_state(model)
    kept = kept_state(model, builder, own) if own is not None else None
    assert kept is not None
    file = model.files[model.functions[builder].definition.path]
    at = file.source.line_end(kept.offset - 1)
    if lines:
        yield Edit(file.source.path, Span(at, at), style_of(model, file).lines(*lines))
