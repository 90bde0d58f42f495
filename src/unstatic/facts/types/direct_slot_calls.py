"""`Base_Type.tp_dealloc(self)`: calls through a type object whose slot is a known function here.

Such a call needs no type object: the function can be called by its name, which also works where the module state
can't be reached (in deallocators and traverse functions, G03, G76).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.nodes import Call, Member
from unstatic.c.syntax import strip_casts
from unstatic.capi.slots import CALLED
from unstatic.facts.places.file_order import order_key
from unstatic.model.extension import Extension, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.uses import use_of
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class SlotCall:
    """One call: `span` covers `X.tp_slot` without the arguments."""

    static: StaticType
    slot: str
    function: str
    path: Path
    span: Span
    argument: Span
    """The first argument."""


@fact
def slot_calls(model: Extension) -> Mapping[tuple[Path, int], SlotCall]:
    """Return the calls by path and offset of the type's name."""
    found: dict[tuple[Path, int], SlotCall] = {}
    for static in model.types:
        for use in model.uses.get(static.symbol, ()):
            call = _slot_call(model, static, use)
            if call is not None:
                found[use.path, use.offset] = call
    return found


def _slot_call(model: Extension, static: StaticType, use: Reference) -> SlotCall | None:
    around = use_of(model, use).around
    member, call = around[1:3] if len(around) > 2 else (None, None)
    if not isinstance(member, Member) or member.operator != b"." or not isinstance(call, Call):
        return None
    slot = member.name.text.decode()
    function = static.function(slot)
    if call.function is not member or not call.arguments or slot not in CALLED or function is None:
        return None
    if not _is_declared(model, function, use):
        return None
    return SlotCall(static, slot, function, use.path, member.span, call.arguments[0].span)


def _is_declared(model: Extension, function: str, use: Reference) -> bool:
    """Tell whether the place of *use* knows the function: it is declared before it in every source that reads it."""
    found = model.functions.get(function)
    if found is None:
        return False
    readers = set(model.readers[use.path])
    place = order_key(model, use.path, use.offset)
    return any(
        readers <= set(model.readers[item.path]) and order_key(model, item.path, item.name_span.start) < place
        for item in (found.definition, *found.prototypes)
    )


def direct_call(model: Extension, call: SlotCall) -> Iterator[tuple[Span, bytes]]:
    """Yield the replacements that call the function by its name, the object cast to what it takes."""
    definition = model.functions[call.function].definition
    yield call.span, definition.name.encode()
    declared = model.by_symbol[definition.parameters[0]][0].type.encode()
    if declared.replace(b" ", b"") in (b"PyObject*", b"PyTypeObject*"):
        return
    file = model.files[call.path].at(call.span.start)
    text = file.source.text(call.argument)
    inner = strip_casts(file.tokens_in(call.argument))
    bare = file.source.data[inner[0].start : inner[-1].end]
    yield call.argument, b"(" + declared + b")" + (bare if len(inner) == 1 else b"(" + text + b")")
