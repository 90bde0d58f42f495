"""The struct that an interpreter keeps, and the functions that find and free it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style


@dataclass(frozen=True, slots=True)
class Names:
    """What is written is called so."""

    struct: bytes
    getter: bytes
    maker: bytes
    destructor: bytes
    key: bytes
    """The name in the interpreter's dict, a C string."""


def names_for(model: Extension, plan: Plan) -> Names:
    """Return names that no file of the extension uses yet."""
    prefix = plan.names.prefix.encode()
    number = 1
    while True:
        stem = prefix + b"_shared" + (str(number).encode() if number > 1 else b"")
        found = Names(stem, b"get_" + stem, b"new_" + stem, b"free_" + stem, b'"' + model.name.encode() + b'._shared"')
        if not any(name in model.identifiers for name in (found.struct, found.getter, found.maker, found.destructor)):
            return found
        number += 1


def kept_text(fields: Sequence[bytes], names: Names, style: Style) -> bytes:
    """Return all of it, to stand where the first variable stood."""
    rows = [style.indent + b"PyObject *" + name + b";" for name in fields]
    comment = b"/* Kept once per interpreter: callbacks that use it have no way to a module. */"
    struct = style.lines(comment, b"typedef struct {", *rows, b"} " + names.struct + b";")
    free = style.function(b"static void", names.destructor, b"PyObject *capsule", _free(fields, names))
    new = style.function(b"static PyObject *", names.maker, b"void", _new(names, style))
    get = style.function(b"static " + names.struct + b" *", names.getter, b"void", _get(names, style))
    return style.newline.join([struct, free, new, get])


def _free(fields: Sequence[bytes], names: Names) -> list[bytes]:
    return [
        names.struct + b" *shared = PyCapsule_GetPointer(capsule, " + names.key + b");",
        b"",
        *(b"Py_CLEAR(shared->" + name + b");" for name in fields),
        b"PyMem_Free(shared);",
    ]


def _new(names: Names, style: Style) -> list[bytes]:
    return [
        names.struct + b" *shared = PyMem_Calloc(1, sizeof(" + names.struct + b"));",
        b"PyObject *capsule;",
        b"",
        *style.check(b"shared == NULL", b"return PyErr_NoMemory();"),
        b"capsule = PyCapsule_New(shared, " + names.key + b", " + names.destructor + b");",
        *style.check(b"capsule == NULL", b"PyMem_Free(shared);"),
        b"return capsule;",
    ]


def _get(names: Names, style: Style) -> list[bytes]:
    """Return the body: what is there, or a new one; another thread may be quicker while that is made.

    A callback may run while an exception is set, so that this says nothing about the lookup.
    """
    indent = style.indent
    return [
        b"PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());",
        b"PyObject *key, *found, *capsule;",
        b"",
        b"if (dict == NULL) {",
        indent + b'PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");',
        indent + b"return NULL;",
        b"}",
        b"key = PyUnicode_FromString(" + names.key + b");",
        *style.check(b"key == NULL", b"return NULL;"),
        b"found = PyDict_GetItemWithError(dict, key);",
        b"if (found == NULL && PyDict_Contains(dict, key) == 0) {",
        indent + b"capsule = " + names.maker + b"();",
        indent + b"if (capsule != NULL) {",
        indent * 2 + b"found = PyDict_SetDefault(dict, key, capsule);",
        indent * 2 + b"Py_DECREF(capsule);",
        indent + b"}",
        b"}",
        b"Py_DECREF(key);",
        b"return found != NULL ? PyCapsule_GetPointer(found, " + names.key + b") : NULL;",
    ]
