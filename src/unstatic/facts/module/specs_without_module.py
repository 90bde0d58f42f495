"""Types that are made from specs already, but without the module that the function which makes them has at hand.

A type that `PyType_FromSpec` made leads to no module; one that `PyType_FromModuleAndSpec` makes does (PEP 573).
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import Call
from unstatic.capi.types import MAKE_WITHOUT_MODULE
from unstatic.facts.module.helpers import init_helpers
from unstatic.model.extension import Extension, HeapSpec
from unstatic.model.fact import fact


@dataclass(frozen=True, slots=True)
class SpecWithoutModule:
    """A spec, and the call that makes its type, in a function of the initialisation that has the module."""

    spec: HeapSpec
    function: str
    call: Call


@fact
def specs_without_module(model: Extension) -> tuple[SpecWithoutModule, ...]:
    """Return the specs whose types are made without a module where there is one."""
    if model.init is None:
        return ()
    given = {symbol for symbol, helper in init_helpers(model).items() if helper.module is not None}
    functions = {model.init.builder, *given}
    return tuple(
        SpecWithoutModule(spec, use.function, call)
        for spec in model.specs
        for use in model.uses.get(spec.declaration.symbol, ())
        if use.function in functions
        for call in model.calls(use.function)
        if call.name.text in MAKE_WITHOUT_MODULE and call.holds(use.offset)
    )
