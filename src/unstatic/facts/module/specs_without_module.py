"""Types that are made from specs already, but without the module that the initialisation has.

A type that `PyType_FromSpec` made leads to no module; one that `PyType_FromModuleAndSpec` makes does (PEP 573).
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import MEMBERS, Call, Statement, StatementKind, strip_casts
from unstatic.capi.arguments import CALL_PREFIXES
from unstatic.capi.memory import MAKING
from unstatic.capi.types import MAKE_WITHOUT_MODULE
from unstatic.facts.module.helpers import init_functions, init_helpers
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
        if call.name.text in MAKE_WITHOUT_MODULE and call.holds(use.offset)
        if not _keeps_the_dead(model, spec) and not _is_held(model, spec, use.function, call)
    )


def _is_held(model: Extension, spec: HeapSpec, function: str, call: Call) -> bool:
    """Tell whether the initialisation makes an instance that the collector doesn't see, as most do for the module.

    The module would hold the instance, the instance its type, and the type the module, for ever.
    """
    if spec.is_gc:
        return False
    file = model.files[model.functions[function].definition.path]
    head = next((item.head for item in model.body(function).walk() if _is_simple_around(item, call)), ())
    texts = [token.text for token in head]
    variable = symbol_at(file, head[texts.index(b"=") - 1]) if b"=" in texts[1:] else None
    uses = model.uses.get(variable, ()) if variable is not None else ()
    return any(
        one.name.text in MAKING or one.name.text.lstrip(b"_").startswith(CALL_PREFIXES)
        for use in uses
        if use.function in init_functions(model)
        for one in model.calls_around(use.function or "", use.offset)
        if one.arguments and any(token.start == use.offset for token in one.arguments[0])
    )


def _is_simple_around(statement: Statement, call: Call) -> bool:
    return statement.kind is StatementKind.SIMPLE and call.name.start in statement.span


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
