"""Helpers of the initialisation that make types receive the module, as their creation needs it (R5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.helpers import InitHelper, init_helpers, module_name
from unstatic.facts.module.ready_calls import ready_calls
from unstatic.facts.places.in_functions import free_name
from unstatic.model.extension import Extension, StaticType
from unstatic.rewriting.parameters import first_argument, first_parameter
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit


def module_names(model: Extension, flow: InitFlow, moving: Sequence[StaticType]) -> dict[str, bytes]:
    """Return what the module is called in the builder, and in each helper that makes one of *moving*."""
    helpers = init_helpers(model)
    names = {flow.function: flow.variable}
    for function in helpers:
        if any(ready_calls(model, function, static) for static in moving):
            names.update(_chain(model, flow, helpers, function))
    return names


def _chain(
    model: Extension, flow: InitFlow, helpers: Mapping[str, InitHelper], function: str
) -> Iterator[tuple[str, bytes]]:
    """Yield *function* and the helpers through which it is called, with what the module is called there."""
    while function in helpers:
        known = module_name(model, function)
        yield function, known or free_name(model, function, flow.variable, b"module", b"mod", b"m")
        function = helpers[function].caller


def module_arguments(model: Extension, names: Mapping[str, bytes], builder: str) -> tuple[list[Edit], int | None]:
    """Return the parameters and arguments that are missing, and where the builder first needs the module for one."""
    edits: list[Edit] = []
    first: int | None = None
    for symbol, helper in init_helpers(model).items():
        if symbol not in names or helper.module is not None:
            continue
        function = model.functions[symbol]
        declared = filled(b"PyObject *$name", name=names[symbol])
        edits += [first_parameter(model, item, declared) for item in (function.definition, *function.prototypes)]
        path = model.functions[helper.caller].definition.path
        given = names[helper.caller]
        file = model.files[path].at(helper.call.name.start)
        edits += first_argument(file, file.index_at(helper.call.name.start), given)
        if helper.caller == builder:
            first = min(first or helper.call.name.start, helper.call.name.start)
    return edits, first
