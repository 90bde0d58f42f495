"""The struct that an interpreter keeps, and the functions that find and free it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.entries import errno_lines
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_text, filled


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
        key = filled(b'"$module._shared"', module=model.name.encode())
        found = Names(stem, b"get_" + stem, b"new_" + stem, b"free_" + stem, key)
        if not any(name in model.identifiers for name in (found.struct, found.getter, found.maker, found.destructor)):
            return found
        number += 1


def kept_text(fields: Sequence[bytes], names: Names, style: Style, keeps_errno: bool) -> bytes:
    """Return all of it, to stand where the first variable stood."""
    return style.newline.join(
        [
            _struct(fields, names, style),
            _free(fields, names, style),
            _new(names, style),
            _get(names, style, keeps_errno),
        ]
    )


def _struct(fields: Sequence[bytes], names: Names, style: Style) -> bytes:
    template = b"""
        /* Kept once per interpreter: callbacks that use it have no way to a module. */
        typedef struct {
            $rows
        } $struct;
    """
    rows = [filled(b"PyObject *$name;", name=name) for name in fields]
    return c_text(style, template, rows=rows, struct=names.struct)


def _free(fields: Sequence[bytes], names: Names, style: Style) -> bytes:
    template = b"""
        static void
        $destructor(PyObject *capsule)
        {
            $struct *shared = PyCapsule_GetPointer(capsule, $key);

            $clears
            PyMem_Free(shared);
        }
    """
    clears = [filled(b"Py_CLEAR(shared->$name);", name=name) for name in fields]
    return c_text(style, template, destructor=names.destructor, struct=names.struct, key=names.key, clears=clears)


def _new(names: Names, style: Style) -> bytes:
    template = b"""
        static PyObject *
        $maker(void)
        {
            $struct *shared = PyMem_Calloc(1, sizeof($struct));
            PyObject *capsule;

            if (shared == NULL) {
                return PyErr_NoMemory();
            }
            capsule = PyCapsule_New(shared, $key, $destructor);
            if (capsule == NULL) {
                PyMem_Free(shared);
            }
            return capsule;
        }
    """
    return c_text(style, template, maker=names.maker, struct=names.struct, key=names.key, destructor=names.destructor)


def _get(names: Names, style: Style, keeps_errno: bool) -> bytes:
    """Return the function that gives what is there, or a new one; another thread may be quicker while that is made.

    A callback may run while an exception is set, so that this says nothing about the lookup.
    """
    template = b"""
        static $struct *
        $getter(void)
        {
            $save
            PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
            PyObject *key, *found, *capsule;

            if (dict == NULL) {
                PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
                return NULL;
            }
            key = PyUnicode_FromString($key);
            if (key == NULL) {
                return NULL;
            }
            found = PyDict_GetItemWithError(dict, key);
            if (found == NULL && PyDict_Contains(dict, key) == 0) {
                capsule = $maker();
                if (capsule != NULL) {
                    found = PyDict_SetDefault(dict, key, capsule);
                    Py_DECREF(capsule);
                }
            }
            Py_DECREF(key);
            $restore
            return found != NULL ? PyCapsule_GetPointer(found, $key) : NULL;
        }
    """
    return c_text(
        style,
        template,
        struct=names.struct,
        getter=names.getter,
        key=names.key,
        maker=names.maker,
        **errno_lines(keeps_errno),
    )
