"""Structs in which the state travels to callbacks, together with the data that they are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unstatic.facts.state.routes import RouteKind
from unstatic.facts.state.routes.user_data import data_of_callbacks
from unstatic.model.extension import Declaration, Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import style_of, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..struct.fields import Layout
from .parameters import parameter_name

_STRUCT = b"""
    typedef struct {
        $type *$state;
        void *$data;
    } $name;
"""


def data_member(model: Extension, definition: Declaration, parameter: int, member: bytes) -> bytes:
    """Return the expression that reads a member of the struct that a callback is given."""
    given = parameter_name(model, definition, parameter)
    return filled(b"(($name *)$given)->$member", name=_name(model, definition), given=given, member=member)


def _data_name(model: Extension, plan: Plan, definition: Declaration, parameter: int) -> bytes:
    given = parameter_name(model, definition, parameter)
    return given if given != plan.names.state.encode() else b"data"


def _name(model: Extension, definition: Declaration) -> bytes:
    name = definition.name.encode() + b"_data"
    return name if name not in model.identifiers else name + b"_with_state"


def struct_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the structs, each above the callback that it is for."""
    for symbol, route in layout.routes.functions.items():
        if route.kind is not RouteKind.USER_DATA:
            continue
        definition = model.functions[symbol].definition
        file = model.files[definition.path]
        style = style_of(model, file)
        at = top_level_start(file, definition)
        names, data = plan.names, _data_name(model, plan, definition, route.parameter)
        name = _name(model, definition)
        text = c_text(style, _STRUCT, type=names.state_type.encode(), state=names.state.encode(), data=data, name=name)
        yield Edit(definition.path, Span(at, at), text + style.newline)


def handed_edits(model: Extension, plan: Plan, layout: Layout, local: Callable[[str], bytes]) -> Iterator[Edit]:
    """Yield what callers hand on, and what callbacks read: *local* names the state in a function."""
    for symbol, route in layout.routes.functions.items():
        if route.kind is not RouteKind.USER_DATA:
            continue
        definition = model.functions[symbol].definition
        given = definition.parameters[route.parameter]
        for use in model.uses.get(given, ()):
            span = Span(use.offset, use.offset + len(use.name))
            data = _data_name(model, plan, definition, route.parameter)
            yield Edit(use.path, span, data_member(model, definition, route.parameter, data))
        for call in data_of_callbacks(model)[symbol].calls:
            first, last = call.data[0], call.data[-1]
            opened = filled(b"&($name){$state, ", name=_name(model, definition), state=local(call.function))
            yield Edit(definition.path, Span(first.start, first.start), opened)
            yield Edit(definition.path, Span(last.end, last.end), b"}")
