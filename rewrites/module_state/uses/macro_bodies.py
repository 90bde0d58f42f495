"""What macros write: functions, and names that they make of parts (G130)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.macros.expansion_agreement import function_of_body
from unstatic.facts.macros.names_in_bodies import MacroUse, macro_places
from unstatic.facts.state.routes import RouteKind
from unstatic.facts.state.routes.getset_closures import is_place_in_macro
from unstatic.model.expansion import Place
from unstatic.model.extension import Extension, MacroDefinition
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.state_passing import Threading
from ..struct.fields import Layout


def state_name(model: Extension, threading: Threading, definition: MacroDefinition, state: bytes) -> bytes:
    """Return what the state is called in a macro's body."""
    function = function_of_body(model, definition)
    if function is not None:
        return threading.local(function)
    if definition.parameters is None or state not in {token.text for token in model.expander.body(definition)}:
        return state
    return b"module_" + state


def access_to(model: Extension, definition: MacroDefinition, name: bytes) -> bytes:
    """Return what stands in front of a field in a macro's body: a parameter is put in parentheses."""
    is_parameter = definition.parameters is not None and function_of_body(model, definition) is None
    return filled(b"($name)->", name=name) if is_parameter else name + b"->"


def made_edits(model: Extension, layout: Layout, threading: Threading, state: bytes) -> Iterator[Edit]:
    """Yield the edits of names that macros make of parts, or turn into strings as well."""
    takers = {s for s, route in layout.routes.functions.items() if route.kind is RouteKind.PARAMETER}
    places = macro_places(model)
    fields = {field.item.symbol for field in layout.fields}
    for symbol in (*sorted(fields), *sorted(takers)):
        for item in places.by_symbol.get(symbol, ()):
            if item.is_written or is_place_in_macro(model, item.place.macro[0], item.place.span.start):
                continue
            definition = _definition(model, item.place)
            name = state_name(model, threading, definition, state)
            if symbol in fields:
                at = item.place.span.start
                yield Edit(item.place.macro[0], Span(at, at), access_to(model, definition, name))
            else:
                yield _first_argument(item, name)
    for items in places.called_arguments.values():
        opening = items[0].tokens[items[0].index + 1]
        if items[0].symbol in takers and opening.macro is not None:
            name = state_name(model, threading, _definition(model, Place(opening.macro, opening.span)), state)
            yield _first_argument(items[0], name)


def _first_argument(item: MacroUse, name: bytes) -> Edit:
    """Return the insertion of an argument in the call that follows a name in a macro's body."""
    opening, first = item.tokens[item.index + 1 : item.index + 3]
    at = opening.span.end
    return Edit(opening.path, Span(at, at), name if first.text == b")" else name + b", ")


def _definition(model: Extension, place: Place) -> MacroDefinition:
    return model.macros_defined_at[place.macro]
