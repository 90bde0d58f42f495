"""Types that are made from specs already, but without the module that the function which makes them has at hand.

A type that `PyType_FromSpec` made leads to no module; one that `PyType_FromModuleAndSpec` makes does (PEP 573).
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import Call
from unstatic.capi.types import MAKE_WITHOUT_MODULE
from unstatic.facts.module.helpers import helpers_with_module
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
    found = []
    for spec in model.specs:
        for use in model.uses.get(spec.declaration.symbol, ()):
            if use.function is None or use.function not in (model.init.builder, *helpers_with_module(model)):
                continue
            fitting = (
                one
                for one in model.calls(use.function)
                if one.name.text in MAKE_WITHOUT_MODULE and one.holds(use.offset)
            )
            found += [SpecWithoutModule(spec, use.function, call) for call in fitting]
    return tuple(found)
