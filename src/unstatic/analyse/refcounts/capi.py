"""What functions of the C API do to references: the documented rules, by name."""

from __future__ import annotations

GIVES_NEW = frozenset(
    b"""Py_BuildValue Py_NewRef Py_XNewRef PyErr_NewException PyErr_NewExceptionWithDoc PyStructSequence_NewType
    PyType_FromModuleAndSpec PyType_FromSpec PyType_FromSpecWithBases PyType_FromMetaclass PyStructSequence_New
    PyImport_ImportModule PyImport_Import PyImport_ImportModuleNoBlock PyImport_ImportModuleLevel
    PyImport_ImportModuleLevelObject PyImport_ReloadModule
    PyObject_GetAttr PyObject_GetAttrString PyObject_GetItem PyObject_Call PyObject_CallObject PyObject_CallFunction
    PyObject_CallFunctionObjArgs PyObject_CallMethod PyObject_CallMethodObjArgs PyObject_CallNoArgs PyObject_CallOneArg
    PyObject_Vectorcall PyObject_Str PyObject_Repr PyObject_Type PyObject_GetIter PyObject_Dir PyIter_Next
    PyObject_VectorcallMethod PyObject_CallMethodNoArgs PyObject_CallMethodOneArg
    PyMapping_GetItemString PySequence_GetItem PySequence_GetSlice PySequence_List PySequence_Tuple PySequence_Concat
    PyTuple_New PyTuple_Pack PyList_New PyDict_New PyDict_Copy PyDict_Keys PyDict_Items PyDict_Values PySet_New
    PyFrozenSet_New PyList_AsTuple PyLong_FromLong PyLong_FromLongLong PyLong_FromSsize_t PyLong_FromSize_t
    PyLong_FromUnsignedLong PyLong_FromUnsignedLongLong PyLong_FromDouble PyLong_FromString PyLong_FromVoidPtr
    PyInt_FromLong PyBool_FromLong PyFloat_FromDouble PyFloat_FromString PyComplex_FromDoubles
    PyUnicode_FromString PyUnicode_FromStringAndSize PyUnicode_FromFormat PyUnicode_InternFromString PyUnicode_Decode
    PyUnicode_DecodeUTF8 PyUnicode_DecodeASCII PyUnicode_FromKindAndData PyUnicode_Join PyUnicode_Concat
    PyUnicode_FromOrdinal PyUnicode_FromObject PyUnicode_AsUTF8String PyString_FromString PyString_InternFromString
    PyBytes_FromString PyBytes_FromStringAndSize PyBytes_FromObject PyByteArray_FromStringAndSize
    PyCapsule_New PyCFunction_New PyCFunction_NewEx PyModule_New PyMemoryView_FromObject PySlice_New
    PyNumber_Add PyNumber_Subtract PyNumber_Multiply PyNumber_Negative PyNumber_Long PyNumber_Float PyNumber_Index
    PyThread_allocate_lock PyWeakref_NewRef PyWeakref_NewProxy PyDictProxy_New PyContextVar_New PyRun_String
    PyEval_EvalCode PyEval_CallObject PyMethod_New PyUnicode_New PyUnicode_FromUnicode PyUnicode_Substring
    PyUnicode_Format PyUnicode_Replace PyUnicode_Split PyUnicode_AsEncodedString PyUnicode_AsASCIIString
    PyUnicode_AsLatin1String PyUnicode_DecodeLatin1 PySequence_Fast PyList_GetSlice PyObject_Format PyObject_ASCII
    PyObject_Bytes PyObject_RichCompare PyObject_GenericGetAttr PyImport_GetModule PyErr_GetRaisedException
    PyNumber_Power PyNumber_Multiply PyNumber_FloorDivide PyNumber_TrueDivide PyNumber_Remainder PyNumber_Lshift
    PyNumber_And PyNumber_Or PyNumber_Xor PyNumber_Absolute PyNumber_Positive PyNumber_Invert
    PyObject_New PyObject_NewVar PyObject_GC_New
    PyObject_GC_NewVar PyObject_Init PyObject_InitVar PyObject_INIT PyType_GenericNew PyType_GenericAlloc
    _PyObject_New _PyObject_GC_New _PyObject_NewVar _PyObject_GC_NewVar tp_alloc tp_new
    tp_iternext tp_call tp_repr tp_str tp_iter PyModule_Create PyModule_Create2 PyModule_FromDefAndSpec
    PyModule_GetNameObject PyType_GetName PyType_GetQualName""".split()
)
GIVES_BORROWED = frozenset(
    b"""PyDict_GetItem PyDict_GetItemString PyDict_GetItemWithError PyList_GetItem PyList_GET_ITEM PyTuple_GetItem
    PyTuple_GET_ITEM PyModule_GetDict PyImport_AddModule PySys_GetObject PyErr_Occurred PyEval_GetBuiltins
    PyEval_GetGlobals PyEval_GetLocals PyThreadState_GetDict PyWeakref_GetObject PyWeakref_GET_OBJECT PyCapsule_Import
    PyCapsule_GetPointer PyCapsule_GetContext Py_TYPE PyState_FindModule PyType_GetModule PyImport_GetModuleDict
    PyFunction_GetGlobals PyMethod_GET_FUNCTION PyInterpreterState_GetDict""".split()
)
INCREASE = {b"Py_INCREF", b"Py_XINCREF", b"Py_IncRef"}
DECREASE = {b"Py_DECREF", b"Py_XDECREF", b"Py_DecRef"}
SHARE = {b"Py_NewRef", b"Py_XNewRef"}
REPLACE = {b"Py_SETREF", b"Py_XSETREF"}
# The arguments whose references the call takes over: always, or only when it succeeds.
TAKES = {
    b"PyModule_Add": (2,),
    b"PyTuple_SET_ITEM": (2,),
    b"PyTuple_SetItem": (2,),
    b"PyList_SET_ITEM": (2,),
    b"PyList_SetItem": (2,),
    b"PyStructSequence_SET_ITEM": (2,),
    b"PyStructSequence_SetItem": (2,),
    b"PyErr_Restore": (0, 1, 2),
    b"PyErr_SetRaisedException": (0,),
    b"PyException_SetCause": (1,),
    b"PyException_SetContext": (1,),
}
TAKES_ON_SUCCESS = {b"PyModule_AddObject": 2}
# Functions that give objects through pointers: borrowed, or new.
FILLS_BORROWED = frozenset(
    b"""PyArg_Parse PyArg_ParseTuple PyArg_ParseTupleAndKeywords PyArg_VaParse PyArg_VaParseTupleAndKeywords
    PyArg_UnpackTuple PyDict_Next _PyArg_ParseStack _PyArg_ParseStackAndKeywords _PyArg_UnpackStack""".split()
)
FILLS_NEW = frozenset(
    b"""PyErr_Fetch PyErr_GetExcInfo _PyObject_LookupAttr _PyObject_LookupAttrId PyObject_GetOptionalAttr
    PyObject_GetOptionalAttrString PyMapping_GetOptionalItem PyMapping_GetOptionalItemString PyDict_GetItemRef
    PyDict_GetItemStringRef PyWeakref_GetRef PyImport_ImportOrAddModule""".split()
)
# They keep what a variable owns, though they may change the object.
KEEPS_OWNED = {b"PyUnicode_InternInPlace", b"PyErr_NormalizeException", b"PyUnicode_Append", b"PyBytes_Concat"}
ENDS = {b"Py_FatalError", b"Py_UNREACHABLE", b"abort", b"exit", b"_exit"}
GIVES_NULL = frozenset(
    b"""PyErr_NoMemory PyErr_Format PyErr_FormatV PyErr_SetFromErrno PyErr_SetFromErrnoWithFilename
    PyErr_SetFromErrnoWithFilenameObject PyErr_SetFromErrnoWithFilenameObjects PyErr_SetImportError
    PyErr_SetFromWindowsErr PyErr_SetExcFromWindowsErr""".split()
)
