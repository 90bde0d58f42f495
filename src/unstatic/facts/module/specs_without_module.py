"""Types that are made from specs already, but without the module that the initialisation has.

A type that `PyType_FromSpec` made leads to no module; one that `PyType_FromModuleAndSpec` makes does (PEP 573).
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import MEMBERS, Call, StatementKind, strip_casts
from unstatic.capi.types import MAKE_WITHOUT_MODULE
from unstatic.facts.module.helpers import init_helpers
from unstatic.facts.module.module_parameters import without_module
from unstatic.model.extension import Extension, HeapSpec
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at


@dataclass(frozen=True, slots=True)
class SpecWithoutModule:
    """A spec, and the call that makes its type, in a function of the initialisation that has or can have the module."""

    spec: HeapSpec
    function: str
    call: Call


@fact
def specs_without_module(model: Extension) -> tuple[SpecWithoutModule, ...]:
    """Return the specs whose types are made without a module where there is one, or where a helper can be given it."""
    if model.init is None:
        return ()
    helpers = init_helpers(model).items()
    given = {one for one, helper in helpers if helper.module is not None or without_module(model, [one]) is not None}
    functions = {model.init.builder, *given}
    return tuple(
        SpecWithoutModule(spec, use.function, call)
        for spec in model.specs
        for use in model.uses.get(spec.declaration.symbol, ())
        if use.function in functions
        for call in model.calls(use.function)
        if call.name.text in MAKE_WITHOUT_MODULE and call.holds(use.offset) and not _keeps_the_dead(model, spec)
    )


def _keeps_the_dead(model: Extension, spec: HeapSpec) -> bool:
    """Tell whether the deallocator may put an instance aside for another use: it can't release its type then (G375)."""
    field = spec.slots.get("tp_dealloc")
    function = model.functions.get(field.symbol or "") if field is not None else None
    if function is None:
        return False
    locals_ = {item.symbol for item in model.locals.get(function.symbol, ())}
    at_start = {item.name_span.start: item.symbol for item in model.locals.get(function.symbol, ())}
    file = model.files[function.definition.path]
    same: set[str | None] = set(function.definition.parameters[:1])
    for statement in model.body(function.symbol).walk():
        texts = [token.text for token in statement.head] if statement.kind is StatementKind.SIMPLE else []
        at = texts.index(b"=") if b"=" in texts[1:] else 0
        value = strip_casts(statement.head[at + 1 :]) if at else ()
        if len(value) != 1 or symbol_at(file, value[0]) not in same:
            continue
        target = statement.head[at - 1]
        symbol = at_start.get(target.start) or symbol_at(file, target)
        if symbol not in locals_ or (at > 1 and texts[at - 2] in MEMBERS):
            return True
        same.add(symbol)
    return False
