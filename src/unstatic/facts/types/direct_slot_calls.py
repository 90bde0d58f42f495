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
from unstatic.model.extension import Declaration, Extension, Reference, StaticType
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
    found = ((use, call) for use, call in _all_calls(model) if _is_declared(model, call.function, use))
    return {(use.path, use.offset): call for use, call in found}


def undeclared_calls(model: Extension) -> Iterator[tuple[Reference, SlotCall]]:
    """Yield the calls of functions that are known here, and not declared where they are called, with the type's use."""
    for use, call in _all_calls(model):
        if call.function in model.functions and not _is_declared(model, call.function, use):
            yield use, call


def _all_calls(model: Extension) -> Iterator[tuple[Reference, SlotCall]]:
    for static in model.types:
        for use in model.uses.get(static.symbol, ()):
            call = _slot_call(model, static, use)
            if call is not None:
                yield use, call


def _slot_call(model: Extension, static: StaticType, use: Reference) -> SlotCall | None:
    around = use_of(model, use).around
    member, call = around[1:3] if len(around) > 2 else (None, None)
    if not isinstance(member, Member) or member.operator != b"." or not isinstance(call, Call):
        return None
    slot = member.name.text.decode()
    function = static.function(slot)
    if call.function is not member or not call.arguments or slot not in CALLED or function is None:
        return None
    return SlotCall(static, slot, function, use.path, member.span, call.arguments[0].span)


def _is_declared(model: Extension, function: str, use: Reference) -> bool:
    """Tell whether the place of *use* knows the function: it is declared before it in every source that reads it."""
    found = model.functions.get(function)
    return found is not None and any(is_ahead(model, item, use) for item in (found.definition, *found.prototypes))


def is_ahead(model: Extension, item: Declaration, use: Reference) -> bool:
    """Tell whether a declaration stands ahead of a use in every source that reads that."""
    place = order_key(model, use.path, use.offset)
    is_read = set(model.readers[use.path]) <= set(model.readers[item.path])
    return is_read and order_key(model, item.path, item.name_span.start) < place


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
