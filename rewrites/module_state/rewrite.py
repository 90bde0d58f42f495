"""Globals become fields of the module state, reached through `state` (R9, R10)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.analyse.initflow import InitReader
from unstatic.analyse.places import after_brace, opens_with_declaration
from unstatic.analyse.routes import RouteKind
from unstatic.analyse.scopes import namespaces_at
from unstatic.analyse.values import is_null, tokens_of
from unstatic.ctext import Style, statement_end, style_of, top_level_start
from unstatic.edits import Change, Edit, Safety
from unstatic.model import Extension, GlobalKind, ModuleDef
from unstatic.plan import Plan
from unstatic.source import Span
from unstatic.writing.definition import definition_values
from unstatic.writing.hoisting import hoist_edits
from unstatic.writing.parameters import ModuleArguments

from .accessors import accessor_text, definition_getter, struct_text
from .declarations import declaration_edits
from .fields import Layout, builder_namespaces, layout_of, struct_place
from .header import header_edits
from .hooks import hooks_of
from .macro_bodies import made_edits
from .threading import Threading
from .uses import (
    dropped_spans,
    handmade_calls,
    handmade_edits,
    macro_edits,
    ownership_edits,
    skipped_edits,
    spec_edits,
    spec_offsets,
    use_edits,
)


class ModuleState:
    """Move globals into a module state struct and pass it to every function that needs it."""

    name = "module-state"
    title = "Move global state into the module state"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change: every field, every use and every call follow together."""
        layout = layout_of(model, plan)
        if not layout.fields or model.init is None:
            return
        if layout.routes.blocked:
            blocks = [block.reason for found in layout.routes.blocked.values() for block in found]
            raise AssertionError(f"the plan overlooked that the state can't be reached: {blocks[0]}")
        wanting = [function for function, _ in handmade_calls(model, layout)]
        modules = ModuleArguments(model, wanting, InitReader(model).read().variable)
        threading = Threading(model, plan, layout, modules)
        gone = dropped_spans(model, layout)
        edits = [
            edit
            for edit in use_edits(model, layout, threading)
            if not any(path == edit.path and edit.span.start in span for path, span in gone)
        ]
        edits += skipped_edits(model, plan, layout, threading)
        edits += threading.edits()
        edits += macro_edits(model, layout, threading, plan.names.state.encode())
        edits += made_edits(model, layout, threading, plan.names.state.encode())
        edits += ownership_edits(model, layout, threading)
        edits += handmade_edits(model, layout, modules)
        edits += declaration_edits(model, layout)
        edits += _text_edits(model, plan, layout, threading)
        edits += _builder_edits(model, plan, layout, threading, modules)
        names = ", ".join(field.item.name for field in layout.fields)
        reason = f"each module object keeps its own {names}"
        yield Change("state", self.name, reason, Safety.SAFE, tuple(edits))


def _text_edits(model: Extension, plan: Plan, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the struct, its accessors, and the module definition with its hooks."""
    definition = model.module_def()
    assert definition is not None
    if plan.header:
        yield from header_edits(model, plan, layout)
    else:
        yield from _beside_globals(model, plan, layout)
    values = {"m_size": b"sizeof(" + plan.names.state_type.encode() + b")"}
    hooks = hooks_of(model, plan, layout, threading)
    yield from hooks.edits
    shared = bool(plan.header) and layout.uses_by_def
    yield from definition_values(model, definition, values | hooks.values, hooks.text, shared)


def _beside_globals(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the struct and its accessors in the one file that needs them."""
    definition = model.module_def()
    assert definition is not None
    path, at = struct_place(model, plan, layout)
    style = style_of(model, model.files[path])
    accessors = accessor_text(model, plan, layout, style, definition.declaration.name.encode())
    text = struct_text(model, plan, layout, style) + style.newline + accessors
    data = model.files[path].source.data
    if data[at : model.files[path].source.line_end(at)].strip():
        text += style.newline
    if data[model.files[path].source.line_start(max(at - 1, 0)) : at].strip():
        text = style.newline + text
    yield Edit(path, Span(at, at), text)
    if style.cplusplus and layout.uses_by_def and definition.declaration.function is None:
        yield _definition_getter(model, plan, definition, style)


def _definition_getter(model: Extension, plan: Plan, definition: ModuleDef, style: Style) -> Edit:
    """Return the function that gives the definition: after it, or before the builder if that sees it from outside."""
    where = definition.declaration
    file = model.files[where.path]
    spaces = namespaces_at(file, where.span.start)
    own = builder_namespaces(model)
    path = "::".join(part for part in spaces[len(own) :] if part)
    name = (path + "::" if path else "").encode() + where.name.encode()
    getter = style.function(b"static PyModuleDef *", definition_getter(plan), b"", [b"return &" + name + b";"])
    if spaces == own:
        at = file.source.line_end(statement_end(file, where) - 1)
        return Edit(where.path, Span(at, at), style.newline + getter)
    assert model.init is not None
    builder = model.functions[model.init.builder].definition
    at = top_level_start(model.files[builder.path], builder.span.start)
    return Edit(builder.path, Span(at, at), getter + style.newline)


def _builder_edits(
    model: Extension, plan: Plan, layout: Layout, threading: Threading, modules: ModuleArguments
) -> Iterator[Edit]:
    """Yield the variable `state` in the function that builds the module, set as soon as the module exists."""
    assert model.init is not None
    builder = model.init.builder
    route = layout.routes.functions.get(builder)
    values = _initial_values(model, layout, threading.local(builder))
    if model.init.multi_phase:
        parameter = model.by_symbol.get(model.init.module_variable or "", ())
        if parameter:
            yield from spec_edits(model, parameter[0].name.encode())
        return
    if (route is None or route.kind is not RouteKind.EXEC) and not values:
        return
    definition = model.functions[builder].definition
    file = model.files[definition.path]
    style = style_of(model, file)
    flow = InitReader(model).read()
    assert definition.body is not None
    at = after_brace(file, definition.body.start)
    name = threading.local(builder)
    declaration = style.indent + plan.names.state_type.encode() + b" *" + name + b";" + style.newline
    own = next((field for field in layout.fields if field.is_module), None)
    if own is not None:
        declaration += style.indent + b"PyObject *" + own.item.name.encode() + b";" + style.newline
        values.insert(0, name + b"->" + own.name + b" = " + flow.variable + b";")
    blank = b"" if opens_with_declaration(model, builder) else style.newline
    yield Edit(definition.path, Span(at, at), declaration + blank)
    module = flow.variable
    fetch = style.indent + name + b" = " + plan.names.getter.encode() + b"(" + module + b");"
    yield from spec_edits(model, module)
    first = modules.first_call()
    needs = [*threading.needs(builder), *spec_offsets(model), *(() if first is None else (first,))]
    yield from hoist_edits(
        model, plan, flow, style, min(needs) if needs else None, [fetch, *(style.indent + line for line in values)]
    )


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
