"""Memory of objects: the functions that allocate, initialise and free them, with the spellings of older Pythons.

Source: `Include/objimpl.h` of CPython, where the names in capitals are macros for the others.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Does(enum.Enum):
    """The step in an object's life."""

    ALLOCATES = "allocates an object of a type that is its argument"
    INITIALISES = "makes memory that is there an object"
    REVIVES = "makes memory that was an object one again, of the type that it names"
    GENERIC = "allocates as a slot of the type"
    FREES = "gives the memory back"
    TRACKS = "puts it into the garbage collector's lists"
    UNTRACKS = "takes it out of the garbage collector's lists"
    FINALISES = "calls its finaliser, which may let it live on"
    FORGETS = "clears the weak references to it"


@dataclass(frozen=True, slots=True)
class Function:
    """One function or macro; *collected*: it is for objects of the garbage collector."""

    name: bytes
    does: Does
    collected: bool = False
    type_first: bool = False
    """Whether it is given the type alone, and not the struct before that."""


ROWS = (
    Function(b"PyObject_New", Does.ALLOCATES),
    Function(b"PyObject_NEW", Does.ALLOCATES),
    Function(b"PyObject_NewVar", Does.ALLOCATES),
    Function(b"PyObject_NEW_VAR", Does.ALLOCATES),
    Function(b"_PyObject_New", Does.ALLOCATES, type_first=True),
    Function(b"_PyObject_NewVar", Does.ALLOCATES, type_first=True),
    Function(b"PyObject_GC_New", Does.ALLOCATES, collected=True),
    Function(b"PyObject_GC_NewVar", Does.ALLOCATES, collected=True),
    Function(b"PyObject_Init", Does.INITIALISES),
    Function(b"PyObject_INIT", Does.INITIALISES),
    Function(b"PyObject_InitVar", Does.INITIALISES),
    Function(b"PyObject_INIT_VAR", Does.INITIALISES),
    Function(b"_Py_NewReference", Does.REVIVES),
    Function(b"PyType_GenericAlloc", Does.GENERIC),
    Function(b"PyType_GenericNew", Does.GENERIC),
    Function(b"tp_alloc", Does.GENERIC),
    Function(b"PyObject_Free", Does.FREES),
    Function(b"PyObject_FREE", Does.FREES),
    Function(b"PyObject_Del", Does.FREES),
    Function(b"PyObject_DEL", Does.FREES),
    Function(b"_PyObject_Del", Does.FREES),
    Function(b"PyObject_GC_Del", Does.FREES, collected=True),
    Function(b"PyObject_GC_Track", Does.TRACKS, collected=True),
    Function(b"_PyObject_GC_TRACK", Does.TRACKS, collected=True),
    Function(b"PyObject_GC_UnTrack", Does.UNTRACKS, collected=True),
    Function(b"_PyObject_GC_UNTRACK", Does.UNTRACKS, collected=True),
    Function(b"PyObject_CallFinalizerFromDealloc", Does.FINALISES),
    Function(b"PyObject_ClearWeakRefs", Does.FORGETS),
)


def _doing(does: Does) -> frozenset[bytes]:
    return frozenset(row.name for row in ROWS if row.does is does)


ALLOCATE = _doing(Does.ALLOCATES)
ALLOCATE_PLAIN = frozenset(row.name for row in ROWS if row.does is Does.ALLOCATES and not row.collected)
COLLECTED = ALLOCATE - ALLOCATE_PLAIN
"""What allocates an instance that the collector is shown later."""
_WITHOUT_STRUCT = frozenset(row.name for row in ROWS if row.type_first)
INITIALISE = _doing(Does.INITIALISES)
REVIVE = _doing(Does.REVIVES)
GENERIC = _doing(Does.GENERIC)
MAKES_INSTANCES = ALLOCATE | GENERIC | INITIALISE | {b"tp_alloc"}
"""Functions, and the slot, that make an instance of the type that they are given."""
MAKING = GENERIC | {b"tp_new"}
"""What makes an object, memory and all, of the type that is its first argument."""
FREE = _doing(Does.FREES)
TRACK = _doing(Does.TRACKS)
UNTRACK = _doing(Does.UNTRACKS)
FINALISE = _doing(Does.FINALISES)
BEHIND_FINALISER = _doing(Does.UNTRACKS) | _doing(Does.FORGETS)
"""What a deallocator does once the finaliser ran, as `subtype_dealloc` does."""
FREE_OR_SLOT = FREE | {b"tp_free"}
FREE_WITH_TYPE = FREE_OR_SLOT | {b"tp_dealloc"}
"""What frees an object, through its type included."""
OTHER_END = FREE | FINALISE | {b"tp_dealloc", b"tp_base", b"Py_TPFLAGS_HEAPTYPE"}
"""What ends an object otherwise than by `Py_TYPE(self)->tp_free(self)`, or asks how that has to be done."""
CHANGE_HANDS = FREE | REVIVE | {b"tp_free", b"Py_SET_TYPE"}
"""Calls with which an instance gets, or loses, the reference to its type that a heap type's instance has."""


def type_position(name: bytes) -> int:
    """Return which argument of an allocation is the type: `PyObject_New(T, type)`, but `_PyObject_New(type)` (G486)."""
    return 0 if name in _WITHOUT_STRUCT else 1
