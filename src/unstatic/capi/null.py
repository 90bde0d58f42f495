"""Null pointers: how C and C++ spell them, the other zeros that memory starts as, and which functions crash by them.

The rows were measured: `tests/test_capi.py` gives NULL to each of these functions.
"""

from __future__ import annotations

NULL = frozenset((b"NULL", b"nullptr", b"0", b"0L"))
ZERO = NULL | {b"0u", b"0U", b"'\\0'", b"false"}

CRASHES = {
    b"Py_DECREF": (0,),
    b"Py_INCREF": (0,),
    b"Py_NewRef": (0,),
    b"Py_REFCNT": (0,),
    b"Py_TYPE": (0,),
    b"PyDict_GetItem": (0, 1),
    b"PyDict_GetItemString": (0,),
    b"PyDict_SetItem": (0, 1, 2),
    b"PyDict_SetItemString": (0, 2),
    b"PyList_Append": (0,),
    b"PyList_SET_ITEM": (0,),
    b"PyList_SetItem": (0,),
    b"PyObject_Call": (0,),
    b"PyObject_CallObject": (0,),
    b"PyObject_GetAttr": (0, 1),
    b"PyObject_GetAttrString": (0,),
    b"PyObject_SetAttr": (0, 1),
    b"PyObject_SetAttrString": (0,),
    b"PySet_Add": (0, 1),
    b"PyTuple_SET_ITEM": (0,),
    b"PyTuple_SetItem": (0,),
}
"""The arguments for which a function of the C API takes no NULL, and doesn't look."""

NEVER = frozenset((b"Py_NewRef", b"_Py_NewRef", b"PyBool_FromLong"))
"""The functions that give what they are given, or one of two objects that are always there."""
