"""Exported functions that C code here calls as well: other extensions keep the name, and C code here gets another one.

That is for what a public header declares or another source may link, and for parameters that can't be written anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.facts.state.interpreter_dict import way_out
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, Function, Linkage, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.subjects import type_subject
from unstatic.rewriting.forwarding import parameters_of


@dataclass(frozen=True, slots=True)
class KeptExport:
    """A function, and the places in its own file below it that call it."""

    function: Function
    subject: str
    """The type that it asks for."""
    calls: tuple[Reference, ...]


def kept_export(model: Extension, symbol: str, function: Function) -> KeptExport | None:
    """Return how a function that asks for a type itself is split, and keeps its name; None if it can't be."""
    asked = asked_by(model, symbol)
    calls = tuple(use for use in model.uses.get(symbol, ()) if use.is_call)
    is_whole = model.language == "c" and function.definition.linkage is Linkage.EXTERNAL and not function.alternatives
    if asked is None or not is_whole or not _are_below(model, function, calls) or not _is_written(model, function):
        return None
    return KeptExport(function, type_subject(asked), calls) if way_out(model, function) is not None else None


@fact
def asked_by(model: Extension, symbol: str) -> StaticType | None:
    """Return the first type that a function names."""
    found = (model.type_by_symbol(use.symbol) for use in model.uses_in.get(symbol, ()))
    return next((item for item in found if item is not None), None)


def _is_written(model: Extension, function: Function) -> bool:
    definition = function.definition
    has_names = bool(definition.parameters) and len(parameters_of(model, function)) == len(definition.parameters)
    is_own = not definition.from_macro and definition.body is not None and function.symbol not in model.twins
    at = definition.name_span.start
    is_free = protected(model, definition.path, at) is None and not model.files[definition.path].is_conditional(at)
    return has_names and is_own and is_free and definition.path in model.units


def _are_below(model: Extension, function: Function, calls: tuple[Reference, ...]) -> bool:
    """Tell whether another function calls it, and all calls stand where a new name is declared and can be written."""
    definition = function.definition
    file = model.files[definition.path]
    return any(use.function != function.symbol for use in calls) and all(
        use.path == definition.path
        and use.offset > definition.name_span.start
        and use.via_macro is None
        and not file.is_in_use(use.offset)
        and not file.is_conditional(use.offset)
        for use in calls
    )
