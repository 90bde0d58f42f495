"""`Base_Type.tp_dealloc(self)`: calls through a type object whose slot is a known function here.

Such a call needs no type object: the function can be called by its name, which also works where the module state
can't be reached (in deallocators and traverse functions, G03, G76).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.model import Extension, Reference, StaticType
from unstatic.source import Span

_CASTS = {
    "tp_dealloc": b"destructor",
    "tp_traverse": b"traverseproc",
    "tp_clear": b"inquiry",
    "tp_init": b"initproc",
    "tp_new": b"newfunc",
    "tp_repr": b"reprfunc",
    "tp_str": b"reprfunc",
    "tp_hash": b"hashfunc",
    "tp_getattro": b"getattrofunc",
    "tp_setattro": b"setattrofunc",
    "tp_richcompare": b"richcmpfunc",
    "tp_iter": b"getiterfunc",
    "tp_iternext": b"iternextfunc",
    "tp_call": b"ternaryfunc",
    "tp_finalize": b"destructor",
}


@dataclass(frozen=True, slots=True)
class SlotCall:
    """One call: `span` covers `X.tp_slot` without the arguments."""

    static: StaticType
    slot: str
    function: str
    path: Path
    span: Span


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
    if use.function is None or use.via_macro is not None:
        return None
    file = model.files[use.path]
    index = file.index_at(use.offset)
    following = file.tokens[index : index + 4]
    if len(following) < 4 or following[1].text != b"." or following[3].text != b"(":
        return None
    slot = following[2].text.decode()
    function = static.function(slot)
    if slot not in _CASTS or function is None or function not in model.functions:
        return None
    return SlotCall(static, slot, function, use.path, Span(following[0].start, following[2].end))


def direct_call(model: Extension, call: SlotCall) -> bytes:
    """Return the function to call instead, cast to the slot's type where its parameters are typed."""
    definition = model.functions[call.function].definition
    name = definition.name.encode()
    declared = [model.by_symbol[item][0].canonical_type for item in definition.parameters[:1]]
    if declared in (["PyObject *"], ["struct _object *"], ["PyTypeObject *"], ["struct _typeobject *"]):
        return name
    return b"((" + _CASTS[call.slot] + b")" + name + b")"
