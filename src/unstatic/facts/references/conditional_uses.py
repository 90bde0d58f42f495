"""Whether `#if` groups can matter for the references that a global holds."""

from __future__ import annotations

from collections.abc import Mapping

from unstatic.facts.module.call_contexts import reached
from unstatic.facts.references.aggregates.element_pointers import element_pointers
from unstatic.facts.references.paths.initialisation import reaching
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension, Reference
from unstatic.model.fact import fact


@fact
def may_differ(model: Extension, symbol: str) -> bool:
    """Tell whether some `#if` group holds a use of *symbol*, of what it is assigned to, or of what has to do with it.

    That are the functions that name it, from whatever calls them to all that they hand it to.
    """
    symbols = (symbol, *element_pointers(model, symbol).places)
    uses: list[Reference] = [use for one in symbols for use in model.uses.get(one, ())]
    naming = {use.function or "" for use in uses} & model.functions.keys()
    handed: set[str] = set()
    for function in naming:
        linked = summaries_of(model).variables.connected(function, symbols)
        uses += [use for one in linked for use in model.uses.get(one, ()) if use.function == function]
        taking = _taking(model, function)
        handed |= {callee for symbol in linked for callee in taking.get(symbol, ())}
    uses += [use for one in reaching(model, symbols) for use in model.uses.get(one, ())]
    if any(model.files[use.path].is_conditional(use.offset) for use in uses):
        return True
    called = {one for function in handed for one in reached(model, function)}
    return any(_has_groups(model, function) for function in called)


@fact
def _taking(model: Extension, function: str) -> Mapping[str, frozenset[str]]:
    """Return by symbol the functions of the project that *function* gives something in which it is named."""
    file = model.files[model.functions[function].definition.path]
    found: dict[str, frozenset[str]] = {}
    for call in model.calls(function):
        callee = call.name.text.decode("latin-1")
        # A macro may hand it to any function that it names.
        macro = model.macros.get(callee)
        names = (callee, *(macro.mentions if macro is not None else ()))
        callees = frozenset(one for name in names for one in model.functions_named.get(name, ()))
        for token in (token for argument in call.arguments for token in argument) if callees else ():
            reference = file.at(token.start).written.get(token.start)
            if reference is not None:
                found[reference.symbol] = found.get(reference.symbol, frozenset()) | callees
    return found


def _has_groups(model: Extension, function: str) -> bool:
    """Tell whether some configuration leaves out a part of a function, or knows another of that name."""
    definition = model.functions[function].definition
    file, body = model.files[definition.path], definition.body
    views = (file, *file.views)
    is_cut = body is None or any(view.inactive_in(body) for view in views)
    return is_cut or bool(model.functions[function].alternatives) or file.is_conditional(definition.span.start)
