"""What a module hands out in capsules lasts: who imports it keeps a bare pointer, and owns nothing (G575).

So such a module may keep itself. Nobody imports the capsules of a copy that a probe makes.
"""

import gc
import os
import sys
import types
import weakref

try:
    import ctypes
except ImportError:
    ctypes = None

# So much of a table is read.
MOST_WORDS = 64


def lent(subject):
    """Drop a copy: are types gone that its capsules, or the tables in these, point to?"""
    subject.load()
    copy = subject.load_another()
    words = {word for capsule in _capsules(copy) for word in _words(capsule)}
    if not words:
        return "the module has no capsule with a pointer that can be read here"
    named = {label: weakref.ref(kind) for label, kind in subject.own_types(copy).items() if id(kind) in words}
    if not named:
        return "no capsule is seen to hand out a type"
    del copy
    gc.collect()
    gc.collect()
    return {"gone": sorted(label for label, kind in named.items() if kind() is None)}


def free_of_itself(held):
    """
    Take back the one reference that a module in two phases with a capsule has beyond those that can be found.

    *held* is a list with the module alone, so that no variable has one.
    """
    if ctypes is None or not _capsules(held[0]) or not _in_two_phases(held[0]):
        return
    if _unexplained(held) == _unexplained([types.ModuleType("plain")]) + 1:
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(held[0]))


def _capsules(module):
    return [value for value in vars(module).values() if type(value).__name__ == "PyCapsule"]


def _unexplained(held):
    module = held[0]
    holding = gc.get_referrers(module)
    return sys.getrefcount(module) - sum(gc.get_referents(one).count(module) for one in holding)


def _in_two_phases(module):
    """Tell whether the definition has slots."""
    from definition import Definition

    get = ctypes.pythonapi.PyModule_GetDef
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object]
    found = get(module)
    return bool(found) and bool(Definition.from_address(found + object.__basicsize__).m_slots)


def _words(capsule):
    """Return the pointer in a capsule, and the words where it points, as far as that memory surely goes."""
    if ctypes is None:
        return []
    name, pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name.restype, name.argtypes = ctypes.c_void_p, [ctypes.py_object]
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_void_p]
    address = pointer(capsule, name(capsule))
    word = ctypes.sizeof(ctypes.c_void_p)
    count = 0 if address % word else min(MOST_WORDS, (_end_of(address) - address) // word)
    return [address, *(ctypes.c_void_p * count).from_address(address)]


def _end_of(address):
    """Return where the mapped memory ends that an address is in; the address where that can't be told."""
    from statics import MAPS, mapped_areas

    if not os.path.exists(MAPS):
        return address
    return next((end for start, end, rights, *_ in mapped_areas() if start <= address < end and "r" in rights), address)
