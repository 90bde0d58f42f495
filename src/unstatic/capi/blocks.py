"""Blocks of memory that hold no object: what allocates them, what gives them cleared, and what frees them.

Source: `Include/pymem.h` and `Include/objimpl.h` of CPython, where the names in capitals are macros for the others.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass


class Sized(enum.Enum):
    """How the size of a block is given."""

    BYTES = "one number of bytes"
    ELEMENTS = "a number of elements and the size of each"
    TYPE = "the type of the elements and their number"


@dataclass(frozen=True, slots=True)
class Allocator:
    """One function or macro; *cleared* is its sister that clears the block, itself if it does."""

    name: bytes
    sized: Sized
    cleared: bytes
    free: bytes


ROWS = (
    Allocator(b"malloc", Sized.BYTES, b"calloc", b"free"),
    Allocator(b"calloc", Sized.ELEMENTS, b"calloc", b"free"),
    Allocator(b"PyMem_Malloc", Sized.BYTES, b"PyMem_Calloc", b"PyMem_Free"),
    Allocator(b"PyMem_MALLOC", Sized.BYTES, b"PyMem_Calloc", b"PyMem_Free"),
    Allocator(b"PyMem_Calloc", Sized.ELEMENTS, b"PyMem_Calloc", b"PyMem_Free"),
    Allocator(b"PyMem_New", Sized.TYPE, b"PyMem_Calloc", b"PyMem_Free"),
    Allocator(b"PyMem_NEW", Sized.TYPE, b"PyMem_Calloc", b"PyMem_Free"),
    Allocator(b"PyMem_RawMalloc", Sized.BYTES, b"PyMem_RawCalloc", b"PyMem_RawFree"),
    Allocator(b"PyMem_RawCalloc", Sized.ELEMENTS, b"PyMem_RawCalloc", b"PyMem_RawFree"),
    Allocator(b"PyObject_Malloc", Sized.BYTES, b"PyObject_Calloc", b"PyObject_Free"),
    Allocator(b"PyObject_MALLOC", Sized.BYTES, b"PyObject_Calloc", b"PyObject_Free"),
    Allocator(b"PyObject_Calloc", Sized.ELEMENTS, b"PyObject_Calloc", b"PyObject_Free"),
)
ALLOCATORS: Mapping[bytes, Allocator] = {row.name: row for row in ROWS}
_FREES = frozenset(row.free for row in ROWS)
GIVE_BACK = _FREES | {b"PyMem_FREE", b"PyMem_Del", b"PyMem_DEL"}
RESIZE = frozenset(re.sub(rb"(?i)alloc|free", b"Realloc", name) for name in _FREES - {b"free"}) | {b"realloc"}
"""What gives a block another size, and all that was in it."""
MAKING_WORDS = frozenset(
    (
        *("alloc", "calloc", "malloc", "allocate", "create", "dup", "make", "new", "strdup"),
        *("connect", "dlopen", "fdopen", "fopen", "init", "open", "socket", "start"),
    )
)
"""Parts of the names of functions, C libraries' too, whose result is made for their caller, who has to give it back."""
FREEING_WORDS = frozenset(
    (
        *("close", "delete", "destroy", "dispose", "fclose", "free", "release"),
        *("cleanup", "fini", "finish", "shutdown", "stop"),
    )
)
"""Those of functions that take it back."""
ENDING_WORDS = frozenset(
    ("cleanup", "deinit", "end", "exit", "fini", "finalize", "finish", "quit", "shutdown", "stop", "terminate")
)
"""Those of functions that end a library for the whole process, if they are given nothing of an object."""
LIBRARY_WORDS = ENDING_WORDS | {"init", "initialize", "initialise", "startup", "start"}
"""Those of functions that start or end a library as a whole, where they are given nothing that it made before."""
