"""The rows about the C API beside CPython's own data, where a source package of CPython is there.

`UNSTATIC_CPYTHON` names its folder; without it, `build/cpython` is looked at. On Debian: `apt-get source python3.11`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from unstatic.capi import gil, memory, references, slots
from unstatic.capi.references import Gives
from unstatic.capi.slots import Place

CPYTHON = Path(os.environ.get("UNSTATIC_CPYTHON") or Path(__file__).parent.parent / "build" / "cpython")
COUNTS = CPYTHON / "Doc" / "data" / "refcounts.dat"
STABLE = CPYTHON / "Misc" / "stable_abi.toml"

pytestmark = pytest.mark.skipif(not COUNTS.is_file(), reason="there is no source package of CPython: UNSTATIC_CPYTHON")

# What our rows say of the result, and the data don't.
OTHER_RESULTS = {
    "Py_NewRef": "the data have it without a result",
    "Py_XNewRef": "the data have it without a result",
    "PyObject_Init": "its object has one reference from then on, and whoever called owns it",
    "PyObject_InitVar": "its object has one reference from then on, and whoever called owns it",
    "PyDict_SetDefault": "what it gives isn't followed: only that it keeps its own is said",
    "PyCapsule_GetContext": "a pointer that nobody owns: to be counted as borrowed",
    "PyCapsule_GetPointer": "a pointer that nobody owns: to be counted as borrowed",
    "PyCapsule_Import": "a pointer that nobody owns: to be counted as borrowed",
}
# Arguments that are taken over, as the manual says and the sources show; the data have 0 or +1.
OTHER_ARGUMENTS = """PyCell_SET PyCoro_New PyErr_SetExcInfo PyException_SetCause PyException_SetContext PyGen_New
    PyGen_NewWithQualName PyList_SET_ITEM PyList_SetItem PyModule_AddObject PyStructSequence_SET_ITEM
    PyStructSequence_SetItem PyTuple_SET_ITEM PyTuple_SetItem"""
# What the data give a result, and isn't an object that anybody counts.
NOT_COUNTED = {
    "PyModule_GetDef": "a definition, which lasts as long as the process",
    "PyObject_GC_Resize": "its argument, which may have moved",
}
# Names that neither file has.
UNLISTED = {
    "macros": """Py_SETREF Py_XSETREF Py_TYPE Py_UNREACHABLE PyObject_INIT PyObject_INIT_VAR PyObject_Del PyObject_DEL
        PyObject_FREE _PyObject_Del PyObject_CallMethodNoArgs PyObject_CallMethodOneArg PyObject_CallOneArg""",
    "outside of the stable ABI, and not in the manual's data": """PyEval_CallObject PyGILState_Check PyObject_Vectorcall
        PyFrame_GetBack PyObject_CallFinalizerFromDealloc PyObject_VectorcallMethod PyType_GetModuleByDef""",
    "private": """_Py_FatalErrorFunc _Py_NewReference _PyObject_GC_UNTRACK
        _Py_NewRef _Py_XNewRef _PyArg_ParseStack _PyArg_ParseStackAndKeywords
        _PyArg_UnpackStack _PyDict_GetItemId _PyDict_GetItemIdWithError _PyDict_SetItemId _PyObject_CallMethodId
        _PyObject_CallMethodIdNoArgs _PyObject_CallMethodIdObjArgs _PyObject_CallMethodIdOneArg _PyObject_GetAttrId
        _PyObject_LookupAttr _PyObject_LookupAttrId _PySys_GetObjectId _PyThreadState_GetDict _PyUnicode_FromId
        _Py_IsFinalizing""",
    "Python 2": "PyInt_FromLong PyString_ConcatAndDel PyString_FromString PyString_InternFromString",
    "since 3.12": "PyErr_GetRaisedException PyErr_SetRaisedException PyType_FromMetaclass PyType_GetDict",
    "since 3.13": """PyDict_GetItemRef PyDict_GetItemStringRef PyEval_GetFrameBuiltins PyEval_GetFrameGlobals
        PyEval_GetFrameLocals PyImport_AddModuleRef PyImport_ImportOrAddModule PyList_GetItemRef
        PyMapping_GetOptionalItem PyMapping_GetOptionalItemString PyModule_Add PyObject_GetOptionalAttr
        PyObject_GetOptionalAttrString PyWeakref_GetRef Py_IsFinalizing""",
}
# Fields that a spec could give, and that go another way.
ELSEWHERE = {
    "tp_base": "the creation call has the bases",
    "tp_bases": "the creation call has the bases",
    "tp_alloc": "a heap type has the standard one anyway",
    "tp_free": "a heap type has the standard one anyway",
    "tp_del": "only for finalizers from before tp_finalize",
    "tp_vectorcall": "a slot from Python 3.14 on",
}


class Counted(NamedTuple):
    """What the manual's data say of one function: the result's references, and each argument's."""

    result: str
    arguments: tuple[str, ...]


@pytest.fixture(scope="module")
def counted() -> Mapping[str, Counted]:
    """The functions of `refcounts.dat`."""
    found: dict[str, Counted] = {}
    for line in COUNTS.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, argument, count = (part.strip() for part in line.split(":")[:4])
            known = found.get(name, Counted("", ()))
            if argument:
                found[name] = known._replace(arguments=(*known.arguments, count))
            else:
                found[name] = known._replace(result=count)
    return found


@pytest.fixture(scope="module")
def stable() -> frozenset[str]:
    """The names of the stable ABI."""
    listed = tomllib.loads(STABLE.read_text("utf-8"))
    return frozenset(name for kind in ("function", "macro", "const", "data") for name in listed.get(kind, {}))


def test_results_are_those_of_the_manual(counted: Mapping[str, Counted]) -> None:
    given = {"+1": Gives.NEW, "0": Gives.BORROWED, "null": Gives.NULL}
    found = {
        name
        for row in references.ROWS
        if (name := row.name.decode()) in counted and given.get(counted[name].result) != row.gives
    }

    assert set(OTHER_RESULTS) == found


def test_each_result_of_the_manual_has_a_row(counted: Mapping[str, Counted]) -> None:
    given = {name for name, known in counted.items() if known.result in ("+1", "0", "null")}

    assert NOT_COUNTED.keys() == given - {row.name.decode() for row in references.ROWS}


def test_taken_arguments_are_those_of_the_manual(counted: Mapping[str, Counted]) -> None:
    found = set()
    for row in references.ROWS:
        known = counted.get(row.name.decode())
        # What a release takes is said by another column.
        if known is not None and row.counts is None:
            taken = tuple(index for index, count in enumerate(known.arguments) if count == "-1")
            found |= {row.name.decode()} if taken != row.steals else set()

    assert set(OTHER_ARGUMENTS.split()) == found


def test_each_name_is_one_of_cpython(counted: Mapping[str, Counted], stable: frozenset[str]) -> None:
    rows = {row.name.decode() for row in (*references.ROWS, *memory.ROWS)} | {row.name for row in gil.ROWS}
    found = {name for name in rows if name.startswith(("Py", "_Py"))} - counted.keys() - stable
    unlisted = {name for names in UNLISTED.values() for name in names.split()}

    assert set() == found - unlisted


def test_slots_are_those_of_the_stable_abi(stable: frozenset[str]) -> None:
    ours = {row.name for row in slots.ROWS if row.name.startswith("tp_") and row.place is Place.SLOT}

    assert set() == {name for name in ours if f"Py_{name}" not in stable}


def test_what_is_no_slot_here_is_none_there(stable: frozenset[str]) -> None:
    others = {row.name for row in slots.ROWS if row.place is not Place.SLOT and f"Py_{row.name}" in stable}

    assert set() == others - ELSEWHERE.keys()
