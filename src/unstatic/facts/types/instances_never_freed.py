"""Instances that whoever makes them keeps: a reference too many, which nobody ever gives back.

An instance of a static type that is never freed costs its own memory. One of a heap type owns a reference to its type
(CPython issue 35810), and through that its module and all of its state.
"""

from __future__ import annotations

from unstatic.facts.references.paths import summaries_of
from unstatic.facts.types.allocation import allocations
from unstatic.model.extension import Extension, StaticType
from unstatic.text.source import Location


def never_freed(model: Extension, static: StaticType) -> Location | None:
    """Return where a function that makes an instance takes a reference that it gives to nobody."""
    makers = [
        symbol
        for symbol, function in model.functions.items()
        if any(role.slot == "tp_new" and role.owner == static.symbol for role in function.roles)
    ]
    makers += [one.function for one in allocations(model) if one.type_symbol == static.symbol]
    for symbol in dict.fromkeys(makers):
        call = summaries_of(model).surplus(symbol)
        if call is not None:
            return model.location(model.functions[symbol].definition.path, call.name.start)
    return None
