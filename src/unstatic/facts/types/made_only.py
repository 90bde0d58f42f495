"""Types that the project makes instances of, and never tests anything against: any module's own does as well.

Where a module is imported twice, a callback may find the types of the other one. That shows only where something asks
whether an object is of the type. Python code asks for types that it makes instances of; a message, a result or an event
that is only handed to it is never asked.
"""

from __future__ import annotations

from unstatic.c.nodes import Call, Member, Name
from unstatic.capi.memory import ALLOCATE, type_position
from unstatic.capi.references import DECREASE, INCREASE
from unstatic.capi.types import MAKING_SLOTS, TYPE_TAKERS
from unstatic.facts.module.helpers import initialising
from unstatic.model.extension import Extension, Reference
from unstatic.model.fact import fact
from unstatic.model.uses import UsedAs, outer_of, use_of


@fact
def made_only(model: Extension) -> frozenset[str]:
    """Return the symbols of the types of which C alone makes instances, and nothing asks whether an object is one."""
    setting = initialising(model)
    # Who asks for a base is told of the types below it, too.
    bases = {static.function("tp_base") for static in model.types}
    return frozenset(
        item.symbol
        for item in model.types
        if item.symbol not in bases
        and not item.base
        and not item.is_subclassable
        and not item.value("tp_new")
        and all(use.function in setting or _makes(model, use) for use in model.uses.get(item.symbol, ()))
    )


def _makes(model: Extension, use: Reference) -> bool:
    """Tell whether a use is nothing but the making of an instance."""
    if use.function is None or use.via_macro is not None:
        return False
    found = use_of(model, use)
    first = found.outer[0] if found.outer else None
    if isinstance(first, Member):
        call = next(iter(outer_of(found.outer)), None)
        return found.member in MAKING_SLOTS and isinstance(call, Call) and call.function is first
    if found.role not in (UsedAs.ARGUMENT, UsedAs.ADDRESS):
        return False
    call = next((node for node in found.around if isinstance(node, Call)), None)
    if call is None:
        return False
    name = call.function.tokens[-1].text
    position = type_position(name) if name in ALLOCATE else 0
    is_given = len(call.arguments) > position and use.offset in call.arguments[position].span
    if isinstance(call.function, Name):
        return is_given and name in TYPE_TAKERS | ALLOCATE | INCREASE | DECREASE
    return is_given and isinstance(call.function, Member) and name in MAKING_SLOTS
