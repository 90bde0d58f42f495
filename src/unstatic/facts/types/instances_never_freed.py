"""Instances that whoever makes them keeps: a reference too many, which nobody ever gives back.

An instance of a static type that is never freed costs its own memory. One of a heap type owns a reference to its type
(CPython issue 35810), and through that its module and all of its state.
"""

from __future__ import annotations

from collections.abc import Mapping

from unstatic.facts.references.paths import summaries_of
from unstatic.facts.types.allocation import allocations
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.text.source import Location


@fact
def _makers(model: Extension) -> Mapping[str, Mapping[str, None]]:
    """Return the functions that make instances, by the type."""
    found: dict[str, dict[str, None]] = {}
    for symbol, function in model.functions.items():
        for role in function.roles:
            if role.slot == "tp_new" and role.owner is not None:
                found.setdefault(role.owner, {})[symbol] = None
    for one in allocations(model):
        if one.type_symbol is not None:
            found.setdefault(one.type_symbol, {})[one.function] = None
    return found


def never_freed(model: Extension, static: StaticType) -> Location | None:
    """Return where a function that makes an instance takes a reference that it gives to nobody."""
    for symbol in _makers(model).get(static.symbol, ()):
        call = summaries_of(model).surplus(symbol)
        if call is not None:
            return model.location(model.functions[symbol].definition.path, call.name.start)
    return None
