"""Globals become fields of the module state, reached through `state` (R9, R10)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from unstatic.c.syntax import closing
from unstatic.facts.layout.struct_place import late_sites
from unstatic.facts.module.exec_conversion import init_flow
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.module.specs_without_module import specs_without_module
from unstatic.facts.places.namespaces import namespaces_at, scopes_at
from unstatic.model.extension import Extension, File, ModuleDef
from unstatic.plan.decisions import Plan
from unstatic.rewriting.definition import definition_values, with_statics
from unstatic.rewriting.increments import clearing
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.style import Style, statement_end, style_of, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Change, Edit, Safety, beside_deletions
from unstatic.text.source import Span

from .attribution import attributed
from .defining_class import method_edits
from .passing.state_passing import Threading
from .passing.user_data import struct_edits
from .struct.accessors import accessor_names, accessor_text, asks_for_definition, definition_getter
from .struct.by_interpreter import kept_edits
from .struct.declarations import declaration_edits
from .struct.definition_names import with_own_name
from .struct.fields import Layout, builder_namespaces, layout_of, struct_place, tags_of
from .struct.header import header_edits, include_edits
from .struct.lasting import lasting_edits, lending_functions
from .struct.own_struct import extension_edits, moved_edits, named_ahead, needed_by, state_text, stays
from .struct.submodules import submodule_edits, used_submodules
from .struct.texts import guard_edits, guard_spans
from .uses.argument_clinic import clinic_edits
from .uses.builder import builder_edits
from .uses.closures import closure_edits
from .uses.hooks import free_edits, hooks_of
from .uses.init_locals import local_edits
from .uses.looked_up import lookup_edits
from .uses.macro_bodies import made_edits
from .uses.remaining import condition_edits
from .uses.specs import spec_edits
from .uses.spent_flags import flag_edits
from .uses.stale_releases import cleared_spans, globals_released
from .uses.tables import table_edits, table_spans
from .uses.use_edits import (
    dropped_spans,
    handmade_calls,
    handmade_edits,
    macro_edits,
    ownership_edits,
    skipped_edits,
    use_edits,
)


class ModuleState:
    """Move globals into a module state struct and pass it to every function that needs it."""

    name = "module-state"
    title = "Move global state into the module state"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change: every field, every use and every call follow together."""
        layout = layout_of(model, plan)
        if not (layout.moved or layout.lookups.found) or model.init is None:
            return
        if layout.routes.blocked:
            blocks = [block.reason for found in layout.routes.blocked.values() for block in found]
            raise AssertionError(f"the plan overlooked that the state can't be reached: {blocks[0]}")
        modules = ModuleArguments(model, _wanting_the_module(model, layout), init_flow(model).variable)
        threading = Threading(model, plan, layout, modules)
        edits = list(_of_fields(model, plan, layout, threading, modules))
        texts = list(_text_edits(model, plan, layout, modules))
        others = list(struct_edits(model, plan, layout))
        others += builder_edits(model, plan, layout, threading, modules)
        others += [*spec_edits(model, plan, modules), *free_edits(model), *lasting_edits(model, layout, modules)]
        while unneeded := _named_once(model, plan, [*edits, *texts, *others]) - layout.unneeded:
            layout = replace(layout, unneeded=layout.unneeded | unneeded)
            texts = list(_text_edits(model, plan, layout, modules))
        edits += [*texts, *others]
        edits = beside_deletions(with_statics(model, with_own_name(model, plan, layout, edits)))
        yield Change("state", self.name, _reason(layout), Safety.SAFE, tuple(attributed(model, plan, layout, edits)))


def _of_fields(
    model: Extension, plan: Plan, layout: Layout, threading: Threading, modules: ModuleArguments
) -> Iterator[Edit]:
    """Yield the edits of what becomes fields, and of what needs or keeps them."""
    yield from _of_uses(model, layout, threading)
    yield from clinic_edits(model, plan, layout)
    yield from [*lookup_edits(model, layout, threading), *condition_edits(model, layout, threading)]
    yield from skipped_edits(model, plan, layout, threading)
    fetches = list(threading.edits())
    yield from [*fetches, *method_edits(model, layout.routes, fetches)]
    yield from macro_edits(model, layout, threading, plan.names.state.encode())
    yield from made_edits(model, layout, threading, plan.names.state.encode())
    yield from local_edits(model, layout)
    yield from [*flag_edits(model, plan, layout), *guard_edits(model, layout.texts)]
    yield from ownership_edits(model, layout, threading)
    yield from clearing(model, globals_released(model, layout))
    yield from table_edits(model, layout, threading)
    yield from closure_edits(model, plan, layout, threading)
    yield from handmade_edits(model, layout, modules)
    yield from declaration_edits(model, layout)


def _of_uses(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the edits of the uses that stay."""
    gone = [*dropped_spans(model, layout), *table_spans(model, layout), *cleared_spans(model, layout)]
    gone += guard_spans(layout.texts)
    for edit in use_edits(model, layout, threading):
        if not any(path == edit.path and edit.span.start in span for path, span in gone):
            yield edit


def _named_once(model: Extension, plan: Plan, edits: Sequence[Edit]) -> frozenset[bytes]:
    """Return the accessors that the edits define at most, as the fields are reached in other ways."""
    counts = Counter(chain.from_iterable(re.findall(rb"\w+", edit.new) for edit in edits))
    names = (name.encode() for name in accessor_names(plan))
    return frozenset(name for name in names if counts[name] == 1 and name not in model.identifiers)


def _wanting_the_module(model: Extension, layout: Layout) -> Iterator[str]:
    """Yield the functions of the initialisation that need the module to make something with it."""
    yield from (function for function, _ in handmade_calls(model, layout))
    yield from (made.function for item in used_submodules(model, layout) for made in item.creations)
    yield from (item.function for item in specs_without_module(model))
    yield from lending_functions(model, layout)


def _reason(layout: Layout) -> str:
    names = ", ".join(field.item.name for field in layout.fields)
    own = ", ".join(one.item.name for one in layout.locals)
    kept = f"each module object keeps its own {names}" if names else ""
    needed = f"only the initialisation needs {own}" if own else ""
    flags = ", ".join(flag.item.name for flag in layout.spent)
    spent = f"each module is filled once without {flags}" if flags else ""
    return "; ".join(filter(None, (kept, needed, spent))) or "the state comes from the module at hand"


def _text_edits(model: Extension, plan: Plan, layout: Layout, modules: ModuleArguments) -> Iterator[Edit]:
    """Yield the struct, its accessors, and the module definition with its hooks."""
    definition = model.module_def()
    assert definition is not None
    own = own_state(model)
    if not layout.fields and not layout.is_new_pointer and not layout.routes.functions:
        return
    style = style_of(model, model.files[model.main_path])
    is_given = layout.uses_by_def and asks_for_definition(model, plan, style)
    if stays(model, plan, layout):
        yield from _in_own_struct(model, plan, layout)
    elif plan.header:
        yield from header_edits(model, plan, layout)
        if is_given and definition.declaration.function is None:
            own_style = style_of(model, model.files[definition.declaration.path])
            yield _definition_getter(model, plan, definition, own_style, ())
    else:
        yield from _beside_globals(model, plan, layout)
    values = {"m_size": filled(b"sizeof($state_type)", state_type=plan.names.state_type)} if own is None else {}
    if own is not None and not stays(model, plan, layout):
        yield from moved_edits(model)
    hooks = hooks_of(model, plan, layout)
    yield from hooks.edits
    yield from submodule_edits(model, plan, layout, modules)
    yield from kept_edits(model, plan, layout)
    shared = bool(plan.header) and layout.uses_by_def and not is_given
    is_moved = is_given and definition.declaration.function is not None
    getter = _getter_text(model, plan, definition, ()) if is_moved else b""
    yield from definition_values(model, definition, values | hooks.values, hooks.text, shared, getter)


def _in_own_struct(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    own, definition = own_state(model), model.module_def()
    assert own is not None and definition is not None
    style = replace(style_of(model, model.files[model.main_path]), newline=model.files[own.path].source.newline)
    yield from extension_edits(model, plan, layout, style)
    yield from include_edits(model, late_sites(model, own, needed_by(model, layout)), own.path)
    if style.cplusplus and layout.uses_by_def and not plan.header and definition.declaration.function is None:
        yield _definition_getter(model, plan, definition, style, builder_namespaces(model))


def _beside_globals(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the struct and its accessors in the one file that needs them."""
    definition = model.module_def()
    assert definition is not None
    path, at = struct_place(model, layout)
    style = style_of(model, model.files[path])
    accessors = accessor_text(model, plan, layout, style, definition.declaration.name.encode())
    name = named_ahead(model, plan, layout, (path, at), style)
    if name is not None:
        yield name
    text = state_text(model, plan, layout, style, name is not None) + style.newline + accessors
    data = model.files[path].source.data
    if data[at : model.files[path].source.line_end(at)].strip():
        text += style.newline
    if data[model.files[path].source.line_start(max(at - 1, 0)) : at].strip():
        text = style.newline + text
    yield Edit(path, Span(at, at), text)
    for tag in dict.fromkeys(tags_of(model, layout).values()):
        if tag.behind is not None:
            yield Edit(tag.path, Span(tag.behind, tag.behind), b" " + tag.name)
    if style.cplusplus and layout.uses_by_def and definition.declaration.function is None:
        yield _definition_getter(model, plan, definition, style, namespaces_at(model.files[path], at))


def _definition_getter(model: Extension, plan: Plan, definition: ModuleDef, style: Style, own: tuple[str, ...]) -> Edit:
    """Return the edit that adds the function that gives the definition, in the namespaces *own*, which declare it."""
    where = definition.declaration
    file = model.files[where.path]
    spaces = namespaces_at(file, where.span.start)
    getter = _getter_text(model, plan, definition, spaces[len(own) :])
    if spaces == own:
        at = file.source.line_end(statement_end(file, where) - 1)
        return Edit(where.path, Span(at, at), style.newline + getter)
    assert model.init is not None
    if builder_namespaces(model) != own:
        at = file.source.line_end(_end_of_namespace(file, where.span.start, len(own)) - 1)
        return Edit(where.path, Span(at, at), style.newline + getter)
    builder = model.functions[model.init.builder].definition
    at = top_level_start(model.files[builder.path], builder)
    return Edit(builder.path, Span(at, at), getter + style.newline)


def _getter_text(model: Extension, plan: Plan, definition: ModuleDef, inner: tuple[str, ...]) -> bytes:
    """Return the function that gives the definition, which stands in the namespaces *inner* seen from there."""
    where = definition.declaration
    path = "::".join(part for part in inner if part)
    name = (path + "::" if path else "").encode() + where.name.encode()
    template = b"""
        ${storage}PyModuleDef *
        $getter()
        {
            return &$name;
        }
    """
    storage = b"" if plan.header else b"static "
    style = style_of(model, model.files[where.path])
    return c_text(style, template, storage=storage, getter=definition_getter(plan), name=name)


def _end_of_namespace(file: File, offset: int, depth: int) -> int:
    """Return where the namespace around *offset* ends that stands inside of *depth* others."""
    scope = [item for item in scopes_at(file, offset) if item.name is not None][depth]
    opening = next(i for i in range(file.index_at(scope.start), len(file.tokens)) if file.tokens[i].text == b"{")
    return file.tokens[closing(file.tokens, opening)].end


REWRITE: Rewrite = ModuleState()
