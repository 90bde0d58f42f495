"""Fields that hold an object from the initialisation of their instance to its teardown, by the code's own account.

Nothing but the teardown empties such a field, nobody asks whether there is something in it, and what it is given is
counted by what can't bear NULL. An instance that was never initialised has NULL there, and crashes whoever uses it.
"""

from __future__ import annotations

from unstatic.c.nodes import Call, Name
from unstatic.capi.references import INCREASE, LET_GO, NULL_SAFE, SHARE
from unstatic.capi.slots import TEARDOWN
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, uses_as

_DOUBTFUL = frozenset((UsedAs.CHANGED, UsedAs.ADDRESS, UsedAs.COMPARED, UsedAs.UNKNOWN))
_COUNTS = (INCREASE | SHARE) - NULL_SAFE


@fact
def is_filled(model: Extension, field: str) -> bool:
    """Tell whether the field of that symbol holds an object while its instance is in use."""
    used = [use for use in uses_as(model, field) if not _is_torn_down(model, use)]
    stores = [use for use in used if use.role is UsedAs.WRITTEN]
    return bool(stores) and all(_is_counted(model, use) for use in stores) and not any(map(_is_doubted, used))


def _is_torn_down(model: Extension, use: Use) -> bool:
    function = model.functions.get(use.reference.function or "")
    return function is not None and bool(function.roles) and all(role.slot in TEARDOWN for role in function.roles)


def _is_doubted(use: Use) -> bool:
    """Tell whether a use asks for NULL, or may empty the field."""
    call = use.outer[0] if use.role is UsedAs.ARGUMENT and use.outer else None
    return use.role in _DOUBTFUL or (isinstance(call, Call) and call.function.tokens[-1].text in LET_GO)


def _is_counted(model: Extension, use: Use) -> bool:
    """Tell whether the function counts what it stores, by a call that NULL would crash: `Py_INCREF(md);`."""
    value = use.given.bare if use.given is not None else None
    if isinstance(value, Call):
        return value.function.tokens[-1].text in _COUNTS
    calls = model.calls(use.reference.function or "") if isinstance(value, Name) else ()
    given = (call.arguments[0] for call in calls if call.name.text in _COUNTS and call.arguments)
    return isinstance(value, Name) and any(argument and argument[-1].text == value.text for argument in given)
