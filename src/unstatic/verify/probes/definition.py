"""What the module's init function gives: a finished module, or a definition with slots."""

import ctypes
import sys

from subject import IS_FREE_THREADED

# Slot numbers of moduleobject.h.
EXEC, MULTIPLE_INTERPRETERS, GIL = 2, 3, 4
SUPPORT = {0: "not-supported", 1: "shared-gil", 2: "per-interpreter-gil"}
MOST_SLOTS = 50


class Definition(ctypes.Structure):
    """PyModuleDef behind the object's head, the same from 3.5 on."""

    _fields_ = [
        ("m_init", ctypes.c_void_p),
        ("m_index", ctypes.c_ssize_t),
        ("m_copy", ctypes.c_void_p),
        ("m_name", ctypes.c_char_p),
        ("m_doc", ctypes.c_void_p),
        ("m_size", ctypes.c_ssize_t),
        ("m_methods", ctypes.c_void_p),
        ("m_slots", ctypes.c_void_p),
        ("m_traverse", ctypes.c_void_p),
        ("m_clear", ctypes.c_void_p),
        ("m_free", ctypes.c_void_p),
    ]


class _Slot(ctypes.Structure):
    _fields_ = [("slot", ctypes.c_int), ("value", ctypes.c_void_p)]


def definition(subject):
    """Return how the module initialises and what it claims; before 3.12 no claim can be made."""
    module = subject.load()
    name = subject.name.rpartition(".")[2]
    init = getattr(ctypes.PyDLL(module.__file__), "PyInit_" + name)
    # A definition is not a new reference: this must stay an address.
    init.restype = ctypes.c_void_p
    # The library is loaded already: this is the same function that the import system called.
    result = init()
    if not result:
        return {"phases": 1, "claim": "none", "gil": "default", "hooks": []}
    kind = ctypes.c_size_t.from_address(result + object.__basicsize__ - ctypes.sizeof(ctypes.c_void_p)).value
    if kind != id(_definition_type()):
        return {"phases": 1, "claim": "none", "gil": "default", "hooks": []}
    found = Definition.from_address(result + object.__basicsize__)
    slots = list(_slots(found.m_slots))
    claim = [value for number, value in slots if number == MULTIPLE_INTERPRETERS]
    gil = [value for number, value in slots if number == GIL]
    return {
        "phases": 2,
        "claim": SUPPORT.get((claim or [1])[0] or 0, "unknown") if sys.version_info >= (3, 12) else "unknown",
        "gil": "not-used" if gil and gil[0] else "default",
        "hooks": [hook for hook in ("m_traverse", "m_clear", "m_free") if getattr(found, hook)],
        "free threading": IS_FREE_THREADED,
    }


def _definition_type():
    return next(kind for kind in type.__subclasses__(object) if kind.__name__ == "moduledef")


def _slots(address):
    if not address:
        return
    for index in range(MOST_SLOTS):
        slot = _Slot.from_address(address + index * ctypes.sizeof(_Slot))
        if not slot.slot:
            return
        yield slot.slot, slot.value
