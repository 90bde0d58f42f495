"""Types and objects that CPython has: structs, heads, flags, containers, what asks for a type.

Sources: "Common Object Structures" and "Type Objects" in the C API manual, `Include/object.h` of CPython.
"""

import re

from unstatic.capi.slots import RECORDS

TYPE_RECORDS = frozenset(("PyTypeObject", "_typeobject"))
CLASS_RECORDS = TYPE_RECORDS | {"PyHeapTypeObject", "_heaptypeobject"}
ANY_OBJECT = frozenset(("_object", "PyObject"))
OBJECT_RECORDS = TYPE_RECORDS | ANY_OBJECT | {"PyVarObject"}
CROSS_INTERPRETER_DATA = frozenset(("_xid", "_xidata"))
"""The structs by which one interpreter hands data to another: that one has an object made of them."""
ELEMENT_FIELDS = {
    "PyMethodDef": ("ml_name", "ml_meth", "ml_flags", "ml_doc"),
    "PyGetSetDef": ("name", "get", "set", "doc", "closure"),
}
ELEMENT_FUNCTIONS = {"PyMethodDef": ("ml_meth",), "PyGetSetDef": ("get", "set")}
TABLE_ELEMENTS = frozenset(
    (
        *ELEMENT_FIELDS,
        *("PyMemberDef", "PyType_Slot", "PyModuleDef_Slot", "PyStructSequence_Field", "PyStructSequence_Desc"),
    )
)
DESCRIPTIONS = (
    TABLE_ELEMENTS
    | TYPE_RECORDS
    | frozenset(RECORDS.values())
    | {
        "PyModuleDef",
        "PyType_Spec",
        "PyCFunction",
        # CPython fills these in itself: once per process under a lock, or per interpreter, since interpreters can have
        # a GIL of their own (3.12). Before, all of them share one.
        "_PyArg_Parser",
        "_Py_Identifier",
    }
)
"""Structs that describe something to CPython, and hold no state of the module."""
MAKE_WITHOUT_MODULE = (b"PyType_FromSpec", b"PyType_FromSpecWithBases")
UNCOLLECTED = frozenset(
    (
        *(b"&PyBaseObject_Type", b"&PyBytes_Type", b"&PyComplex_Type", b"&PyFloat_Type", b"&PyLong_Type"),
        *(b"&PyUnicode_Type", b"PyDateTimeAPI->TZInfoType"),
    )
)
"""Types without garbage collection that others may derive from and join it, as each class in Python does."""
HEADS = (b"PyVarObject_HEAD_INIT", b"PyObject_HEAD_INIT")
DECIDING_FLAGS = (b"Py_TPFLAGS_BASETYPE", b"Py_TPFLAGS_HAVE_GC", b"Py_TPFLAGS_HEAPTYPE", b"Py_TPFLAGS_IMMUTABLETYPE")
COLLECTED = b"Py_TPFLAGS_HAVE_GC"
"""The flag of types whose instances the collector sees."""
FLAG_OF_ALL = b"Py_TPFLAGS_IMMUTABLETYPE"
"""The flag that each static type stands for, and that each heap type gets."""
NUMBERS = frozenset((b"Py_ssize_t", b"Py_hash_t", b"Py_uhash_t", b"Py_UCS1", b"Py_UCS2", b"Py_UCS4"))
"""Names of C's own number types."""
CONTAINERS = frozenset((b"PyDict_Type", b"PyList_Type", b"PySet_Type", b"PyTuple_Type", b"PyType_Type"))
"""Types with garbage collection, static ones, that others derive from."""
HASHABLE = frozenset(
    (
        b"PyBaseObject_Type",
        b"PyBytes_Type",
        b"PyComplex_Type",
        b"PyFloat_Type",
        b"PyFrozenSet_Type",
        b"PyLong_Type",
        b"PyTuple_Type",
        b"PyUnicode_Type",
    )
)
"""CPython's types whose tp_hash is a function like others: PyObject_HashNotImplemented is told apart by its address."""
NEVER_EMPTIED = frozenset((b"PyTuple_Type",))
"""Those of them that have no tp_clear."""
EXCEPTIONS = re.compile(rb"PyExc_\w+")
"""What names an exception of CPython's, all of which are containers as well."""
CONSTANTS = frozenset((b"Py_None", b"Py_True", b"Py_False", b"Py_Ellipsis", b"Py_NotImplemented"))
INTERNED_NAMES = frozenset((b"_Py_ID", b"_Py_STR", b"_Py_LATIN1_CHR"))
"""What names a string that the interpreter allocates statically."""
TYPE_QUESTIONS = frozenset((b"Py_IS_TYPE", b"PyObject_IsInstance", b"PyObject_TypeCheck", b"PyType_IsSubtype"))
"""What tells whether its first argument is of the type that the second one is."""
TYPE_TESTS = frozenset((b"Py_TYPE", b"Py_IS_TYPE", b"PyObject_IsInstance", b"PyObject_TypeCheck", b"ob_type"))
TYPE_OF = frozenset((b"Py_TYPE", b"PyObject_Type"))
"""What gives the type of its argument."""
TYPE_NAME = b"PyTypeObject"
"""What the struct of a type is called."""
TYPE_POINTERS = ("PyTypeObject *", "struct _typeobject *", "_typeobject *")
"""How the parser spells a pointer to a type."""
HEAD_FIELD = b"ob_base"
TYPE_FIELD = b"ob_type"
TYPE_LOOKUPS = frozenset((b"Py_TYPE", b"ob_type", b"tp_base"))
"""What leads from an object to its type, and on to the base."""
TYPE_READERS = frozenset(
    (
        *(b"PyErr_Format", b"PyErr_WarnFormat", b"PyUnicode_FromFormat", b"PyUnicode_FromString"),
        *(b"PyObject_GetAttr", b"PyObject_GetAttrString", b"PyObject_SetAttr", b"PyObject_SetAttrString"),
        *(b"PyObject_CallObject", b"PyObject_CallFunction", b"PyObject_CallMethod", b"PyObject_CallNoArgs"),
    )
)
"""What takes a type, or its name, for what it has, and doesn't ask which it is."""
FILL_STRUCT_SEQUENCES = (b"PyStructSequence_InitType", b"PyStructSequence_InitType2")
SET_COUNT = (b"Py_SET_REFCNT", b"_Py_SetImmortal", b"Py_INCREF")
"""What keeps a static object from being freed."""
WITHOUT_READY = frozenset(
    b"""PyType_Ready Py_INCREF Py_XINCREF Py_DECREF Py_XDECREF Py_CLEAR Py_TYPE Py_SET_TYPE Py_SET_REFCNT Py_REFCNT
    Py_SET_SIZE PyObject_TypeCheck PyObject_IsInstance PyType_IsSubtype""".split()
)
"""What works with a static type that isn't ready."""
SETTER_OF = {b"Py_TYPE": b"Py_SET_TYPE", b"Py_SIZE": b"Py_SET_SIZE", b"Py_REFCNT": b"Py_SET_REFCNT"}
"""What sets what a macro reads, from Python 3.9 on; the macros are functions, and no l-values, from 3.11 on."""
SET_TYPE = frozenset((b"Py_SET_TYPE", b"ob_type"))
NO_BASES = frozenset(
    b"""PyAsyncGen_Type PyBool_Type PyByteArrayIter_Type PyBytesIter_Type PyCFunction_Type PyCMethod_Type
    PyCallIter_Type PyCapsule_Type PyCell_Type PyClassMethodDescr_Type PyCode_Type PyContextToken_Type
    PyContextVar_Type PyContext_Type PyCoro_Type PyDictItems_Type PyDictIterItem_Type PyDictIterKey_Type
    PyDictIterValue_Type PyDictKeys_Type PyDictProxy_Type PyDictRevIterItem_Type PyDictRevIterKey_Type
    PyDictRevIterValue_Type PyDictValues_Type PyEllipsis_Type PyFrame_Type PyFunction_Type PyGen_Type
    PyGetSetDescr_Type PyInstanceMethod_Type PyListIter_Type PyListRevIter_Type PyLongRangeIter_Type
    PyMemberDescr_Type PyMemoryView_Type PyMethodDescr_Type PyMethod_Type PyModuleDef_Type PyODictItems_Type
    PyODictIter_Type PyODictKeys_Type PyODictValues_Type PyPickleBuffer_Type PyRangeIter_Type PyRange_Type
    PySeqIter_Type PySetIter_Type PySlice_Type PyStdPrinter_Type PyTraceBack_Type PyTupleIter_Type
    PyUnicodeIter_Type PyWrapperDescr_Type""".split()
)
"""The types of CPython without Py_TPFLAGS_BASETYPE: a static type can have one as its base, one from a spec can't."""
TYPE_DICTS = (b"tp_dict", b"PyType_GetDict")
MAKING_SLOTS = frozenset((b"tp_alloc", b"tp_new", b"tp_call"))
"""Slots that make an instance of the type that they are given first."""
TYPE_TAKERS = frozenset(
    (
        *(b"PyStructSequence_New", b"PyObject_Call", b"PyObject_CallObject", b"PyObject_CallNoArgs"),
        *(b"PyObject_CallFunction", b"PyObject_CallFunctionObjArgs", b"PyObject_CallOneArg"),
        *(b"PyType_GenericAlloc", b"PyType_GenericNew"),
    )
)
"""What makes an instance of the type that it is given first."""

UNTRACKING = frozenset(
    (b"PyType_Type", b"PyProperty_Type", b"PySuper_Type", b"PyClassMethod_Type", b"PyStaticMethod_Type")
)
"""Types whose tp_dealloc takes an object from the collector by `_PyObject_GC_UNTRACK`, which crashes if it isn't there.

A tp_dealloc that has done so puts it back before it calls theirs, as `subtype_dealloc` does (`Objects/typeobject.c`).
"""
MEMBER_OBJECTS = frozenset((b"T_OBJECT_EX", b"Py_T_OBJECT_EX"))
"""The types of members that are objects, for which AttributeError is raised if there is none."""
MEMBER_OBJECTS_OR_NONE = frozenset((b"T_OBJECT", b"_Py_T_OBJECT"))
"""The same, but for which None is given then."""
MEMBER_READ_ONLY = frozenset((b"READONLY", b"Py_READONLY"))
