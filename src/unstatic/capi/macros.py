"""Macros of Python.h that are no functions of the C API: what they do to the tokens around them."""

ARRAY_LENGTH = b"Py_ARRAY_LENGTH"
CASTS = frozenset(
    (
        *(b"_PyCFunction_CAST", b"_PyCFunctionFast_CAST", b"_PyCFunctionFastWithKeywords_CAST"),
        *(b"_PyObject_CAST", b"_PyType_CAST", b"_PyVarObject_CAST"),
        *(b"void_cast", b"pyobject_cast", b"pytype_cast"),  # cppy, and what its users had before
    )
)
"""Macros that are nothing but a cast of their argument."""
OBJECT_CASTS = frozenset((b"_Py_CAST", b"_PyObject_CAST"))
"""Macros that give an object back that is one of their arguments."""
HINTS = frozenset((b"likely", b"unlikely", b"LIKELY", b"UNLIKELY", b"__builtin_expect", b"Py_LIKELY", b"Py_UNLIKELY"))
"""What gives its first argument back, and tells the compiler which branch is taken."""
SHOWING_TEXT = frozenset(("assert", "Py_UNREACHABLE", "_Py_STRINGIZE"))
"""Macros whose arguments' text shows in a message at most."""
MAKING_NAMES = frozenset(("_Py_IDENTIFIER", "_Py_static_string", "_Py_ID", "_Py_STR", "_Py_DECLARE_STR"))
"""Macros that make another name and a string of their first argument, whatever else it may mean."""
TRASHCANS = (b"Py_TRASHCAN_BEGIN", b"CPy_TRASHCAN_BEGIN")
"""Macros that compare their second argument with the first one's tp_dealloc, and do no more with it (cpython/object.h).

The second one is mypyc's, for Pythons without the first.
"""
