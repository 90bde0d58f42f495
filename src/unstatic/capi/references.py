"""References: what each function of the C API gives, takes over, fills and counts, one row a function.

Sources: the reference counts that the C API manual gives for each function, `Doc/data/refcounts.dat` of CPython, which
has the same as data, and for macros the headers. The sets below are made of the rows: what is needed about a function
that isn't here is added to its row.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Gives(enum.Enum):
    """The reference that a call returns."""

    NEW = "a new reference"
    BORROWED = "a borrowed reference"
    NULL = "NULL, with an exception set"


class Fills(enum.Enum):
    """The references that a call leaves in the variables whose addresses it gets."""

    NEW = "new references"
    BORROWED = "borrowed references"
    KEPT = "what the variable owned, or its successor"


class Counts(enum.Enum):
    """The change of the first argument's reference count, where that is what the call is for."""

    ADDS = "one more"
    SHARES = "one more, for whoever gets the result"
    DROPS = "one less"
    CLEARS = "one less, and the variable is NULL"
    REPLACES = "one less, and the variable holds the second argument"


@dataclass(frozen=True, slots=True)
class Function:
    """One function or macro of the C API, or a slot that is called through its type."""

    name: bytes
    gives: Gives | None = None
    steals: tuple[int, ...] = ()
    """The arguments whose references the call takes over."""
    on_success: bool = False
    """Whether a failing call leaves those references to the caller."""
    format: int | None = None
    """The argument that is a format of Py_BuildValue: its `N` takes a reference over."""
    fills: Fills | None = None
    counts: Counts | None = None
    null_safe: bool = False
    """Whether the first argument may be NULL."""
    keeps: bool = False
    """Whether it stores its arguments by references of its own, so that the caller's are still to be released."""
    parameters: bytes = b""
    """What it is declared with, if it stores so, returns -1 on failure, and every Python has it."""
    keeps_bare: bool = False
    """Whether it stores the pointers that it is given, and no references."""
    leads_inside: bool = False
    """Whether what it gives is memory of its argument, and lives no longer."""
    silent: bool = False
    """Whether NULL may come without an exception."""
    runs_nothing: bool = False
    """Whether no other code can run meanwhile: it calls nothing, and makes no object that the collector counts."""
    ends: bool = False
    """Whether the process ends there."""


ROWS = (
    Function(b"abort", ends=True),
    Function(b"_exit", ends=True),
    Function(b"exit", ends=True),
    Function(b"Py_BuildValue", gives=Gives.NEW, format=0),
    Function(b"_Py_BuildValue_SizeT", gives=Gives.NEW, format=0),
    Function(b"Py_CLEAR", counts=Counts.CLEARS, null_safe=True),
    Function(b"Py_CompileString", gives=Gives.NEW),
    Function(b"Py_CompileStringExFlags", gives=Gives.NEW),
    Function(b"Py_CompileStringFlags", gives=Gives.NEW),
    Function(b"Py_CompileStringObject", gives=Gives.NEW),
    Function(b"Py_DECREF", counts=Counts.DROPS),
    Function(b"Py_DecRef", counts=Counts.DROPS, null_safe=True),
    Function(b"_Py_DecRef", counts=Counts.DROPS),
    Function(b"Py_FatalError", ends=True),
    Function(b"_Py_FatalErrorFunc", ends=True),
    Function(b"Py_INCREF", counts=Counts.ADDS),
    Function(b"Py_IncRef", counts=Counts.ADDS, null_safe=True),
    Function(b"_Py_IncRef", counts=Counts.ADDS),
    Function(b"Py_NewRef", gives=Gives.NEW, counts=Counts.SHARES),
    Function(b"_Py_NewRef", gives=Gives.NEW, counts=Counts.SHARES),
    Function(b"Py_SETREF", steals=(1,), counts=Counts.REPLACES),
    Function(b"Py_TYPE", gives=Gives.BORROWED),
    Function(b"Py_UNREACHABLE", ends=True),
    Function(b"Py_VaBuildValue", gives=Gives.NEW, format=0),
    Function(b"Py_XDECREF", counts=Counts.DROPS, null_safe=True),
    Function(b"Py_XINCREF", counts=Counts.ADDS, null_safe=True),
    Function(b"Py_XNewRef", gives=Gives.NEW, counts=Counts.SHARES, null_safe=True, silent=True),
    Function(b"_Py_XNewRef", gives=Gives.NEW, counts=Counts.SHARES, silent=True),
    Function(b"Py_XSETREF", steals=(1,), counts=Counts.REPLACES, null_safe=True),
    Function(b"PyArg_Parse", fills=Fills.BORROWED),
    Function(b"_PyArg_ParseStack", fills=Fills.BORROWED),
    Function(b"_PyArg_ParseStackAndKeywords", fills=Fills.BORROWED),
    Function(b"PyArg_ParseTuple", fills=Fills.BORROWED),
    Function(b"PyArg_ParseTupleAndKeywords", fills=Fills.BORROWED),
    Function(b"_PyArg_UnpackStack", fills=Fills.BORROWED),
    Function(b"PyArg_UnpackTuple", fills=Fills.BORROWED),
    Function(b"PyArg_VaParse", fills=Fills.BORROWED),
    Function(b"PyArg_VaParseTupleAndKeywords", fills=Fills.BORROWED),
    Function(b"PyBool_FromLong", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyByteArray_AS_STRING", leads_inside=True),
    Function(b"PyByteArray_AsString", leads_inside=True),
    Function(b"PyByteArray_Concat", gives=Gives.NEW),
    Function(b"PyByteArray_FromObject", gives=Gives.NEW),
    Function(b"PyByteArray_FromStringAndSize", gives=Gives.NEW),
    Function(b"PyBytes_AS_STRING", leads_inside=True),
    Function(b"PyBytes_AsString", leads_inside=True),
    Function(b"PyBytes_Concat", fills=Fills.KEPT),
    Function(b"PyBytes_ConcatAndDel", steals=(1,), fills=Fills.KEPT),
    Function(b"PyBytes_FromFormat", gives=Gives.NEW),
    Function(b"PyBytes_FromFormatV", gives=Gives.NEW),
    Function(b"PyBytes_FromObject", gives=Gives.NEW),
    Function(b"PyBytes_FromString", gives=Gives.NEW),
    Function(b"PyBytes_FromStringAndSize", gives=Gives.NEW),
    Function(b"PyCallIter_New", gives=Gives.NEW),
    Function(b"PyCapsule_GetContext", gives=Gives.BORROWED),
    Function(b"PyCapsule_GetPointer", gives=Gives.BORROWED),
    Function(b"PyCapsule_Import", gives=Gives.BORROWED),
    Function(b"PyCapsule_New", gives=Gives.NEW, keeps_bare=True),
    Function(b"PyCapsule_SetContext", keeps_bare=True),
    Function(b"PyCapsule_SetPointer", keeps_bare=True),
    Function(b"PyCell_GET", gives=Gives.BORROWED),
    Function(b"PyCell_Get", gives=Gives.NEW),
    Function(b"PyCell_New", gives=Gives.NEW),
    Function(b"PyCell_SET", steals=(1,)),
    Function(b"PyCFunction_New", gives=Gives.NEW),
    Function(b"PyCFunction_NewEx", gives=Gives.NEW),
    Function(b"PyCode_New", gives=Gives.NEW),
    Function(b"PyCode_NewEmpty", gives=Gives.NEW),
    Function(b"PyCode_NewWithPosOnlyArgs", gives=Gives.NEW),
    Function(b"PyCodec_BackslashReplaceErrors", gives=Gives.NEW),
    Function(b"PyCodec_Decode", gives=Gives.NEW),
    Function(b"PyCodec_Decoder", gives=Gives.NEW),
    Function(b"PyCodec_Encode", gives=Gives.NEW),
    Function(b"PyCodec_Encoder", gives=Gives.NEW),
    Function(b"PyCodec_IgnoreErrors", gives=Gives.NEW),
    Function(b"PyCodec_IncrementalDecoder", gives=Gives.NEW),
    Function(b"PyCodec_IncrementalEncoder", gives=Gives.NEW),
    Function(b"PyCodec_LookupError", gives=Gives.NEW),
    Function(b"PyCodec_NameReplaceErrors", gives=Gives.NEW),
    Function(b"PyCodec_ReplaceErrors", gives=Gives.NEW),
    Function(b"PyCodec_StreamReader", gives=Gives.NEW),
    Function(b"PyCodec_StreamWriter", gives=Gives.NEW),
    Function(b"PyCodec_StrictErrors", gives=Gives.NULL),
    Function(b"PyCodec_XMLCharRefReplaceErrors", gives=Gives.NEW),
    Function(b"PyComplex_FromCComplex", gives=Gives.NEW),
    Function(b"PyComplex_FromDoubles", gives=Gives.NEW),
    Function(b"PyContext_Copy", gives=Gives.NEW),
    Function(b"PyContext_CopyCurrent", gives=Gives.NEW),
    Function(b"PyContext_New", gives=Gives.NEW),
    Function(b"PyContextVar_New", gives=Gives.NEW),
    Function(b"PyContextVar_Set", gives=Gives.NEW),
    Function(b"PyCoro_New", gives=Gives.NEW, steals=(0,)),
    Function(b"PyDate_FromDate", gives=Gives.NEW),
    Function(b"PyDate_FromTimestamp", gives=Gives.NEW),
    Function(b"PyDateTime_FromDateAndTime", gives=Gives.NEW),
    Function(b"PyDateTime_FromDateAndTimeAndFold", gives=Gives.NEW),
    Function(b"PyDateTime_FromTimestamp", gives=Gives.NEW),
    Function(b"PyDelta_FromDSU", gives=Gives.NEW),
    Function(b"PyDescr_NewClassMethod", gives=Gives.NEW),
    Function(b"PyDescr_NewGetSet", gives=Gives.NEW),
    Function(b"PyDescr_NewMember", gives=Gives.NEW),
    Function(b"PyDescr_NewMethod", gives=Gives.NEW),
    Function(b"PyDescr_NewWrapper", gives=Gives.NEW),
    Function(b"PyDict_Copy", gives=Gives.NEW),
    Function(b"PyDict_GetItem", gives=Gives.BORROWED),
    Function(b"_PyDict_GetItemId", gives=Gives.BORROWED),
    Function(b"_PyDict_GetItemIdWithError", gives=Gives.BORROWED),
    Function(b"PyDict_GetItemRef", fills=Fills.NEW),
    Function(b"PyDict_GetItemString", gives=Gives.BORROWED),
    Function(b"PyDict_GetItemStringRef", fills=Fills.NEW),
    Function(b"PyDict_GetItemWithError", gives=Gives.BORROWED),
    Function(b"PyDict_Items", gives=Gives.NEW),
    Function(b"PyDict_Keys", gives=Gives.NEW),
    Function(b"PyDict_New", gives=Gives.NEW),
    Function(b"PyDict_Next", fills=Fills.BORROWED),
    Function(b"PyDict_SetDefault", keeps=True),
    Function(b"PyDict_SetItem", keeps=True, parameters=b"PyObject *dict, PyObject *key, PyObject *value"),
    Function(b"_PyDict_SetItemId", keeps=True),
    Function(b"PyDict_SetItemString", keeps=True, parameters=b"PyObject *dict, const char *key, PyObject *value"),
    Function(b"PyDict_Values", gives=Gives.NEW),
    Function(b"PyDictProxy_New", gives=Gives.NEW),
    Function(b"PyErr_Fetch", fills=Fills.NEW),
    Function(b"PyErr_Format", gives=Gives.NULL),
    Function(b"PyErr_FormatV", gives=Gives.NULL),
    Function(b"PyErr_GetExcInfo", fills=Fills.NEW),
    Function(b"PyErr_GetHandledException", gives=Gives.NEW, silent=True),
    Function(b"PyErr_GetRaisedException", gives=Gives.NEW, silent=True),
    Function(b"PyErr_NewException", gives=Gives.NEW),
    Function(b"PyErr_NewExceptionWithDoc", gives=Gives.NEW),
    Function(b"PyErr_NoMemory", gives=Gives.NULL),
    Function(b"PyErr_NormalizeException", fills=Fills.KEPT),
    Function(b"PyErr_Occurred", gives=Gives.BORROWED),
    Function(b"PyErr_Restore", steals=(0, 1, 2)),
    Function(b"PyErr_SetExcFromWindowsErr", gives=Gives.NULL),
    Function(b"PyErr_SetExcFromWindowsErrWithFilename", gives=Gives.NULL),
    Function(b"PyErr_SetExcFromWindowsErrWithFilenameObject", gives=Gives.NULL),
    Function(b"PyErr_SetExcFromWindowsErrWithFilenameObjects", gives=Gives.NULL),
    Function(b"PyErr_SetExcInfo", steals=(0, 1, 2)),
    Function(b"PyErr_SetFromErrno", gives=Gives.NULL),
    Function(b"PyErr_SetFromErrnoWithFilename", gives=Gives.NULL),
    Function(b"PyErr_SetFromErrnoWithFilenameObject", gives=Gives.NULL),
    Function(b"PyErr_SetFromErrnoWithFilenameObjects", gives=Gives.NULL),
    Function(b"PyErr_SetFromWindowsErr", gives=Gives.NULL),
    Function(b"PyErr_SetFromWindowsErrWithFilename", gives=Gives.NULL),
    Function(b"PyErr_SetImportError", gives=Gives.NULL),
    Function(b"PyErr_SetImportErrorSubclass", gives=Gives.NULL),
    Function(b"PyErr_SetRaisedException", steals=(0,)),
    Function(b"PyEval_CallFunction", gives=Gives.NEW, format=1),
    Function(b"PyEval_CallMethod", gives=Gives.NEW, format=2),
    Function(b"PyEval_CallObject", gives=Gives.NEW),
    Function(b"PyEval_EvalCode", gives=Gives.NEW),
    Function(b"PyEval_EvalCodeEx", gives=Gives.NEW),
    Function(b"PyEval_EvalFrame", gives=Gives.NEW),
    Function(b"PyEval_EvalFrameEx", gives=Gives.NEW),
    Function(b"PyEval_GetBuiltins", gives=Gives.BORROWED),
    Function(b"PyEval_GetFrame", gives=Gives.BORROWED),
    Function(b"PyEval_GetFrameBuiltins", gives=Gives.NEW),
    Function(b"PyEval_GetFrameGlobals", gives=Gives.NEW),
    Function(b"PyEval_GetFrameLocals", gives=Gives.NEW),
    Function(b"PyEval_GetGlobals", gives=Gives.BORROWED),
    Function(b"PyEval_GetLocals", gives=Gives.BORROWED),
    Function(b"PyException_GetCause", gives=Gives.NEW, silent=True),
    Function(b"PyException_GetContext", gives=Gives.NEW, silent=True),
    Function(b"PyException_GetTraceback", gives=Gives.NEW, silent=True),
    Function(b"PyException_SetCause", steals=(1,)),
    Function(b"PyException_SetContext", steals=(1,)),
    Function(b"PyFile_FromFd", gives=Gives.NEW),
    Function(b"PyFile_GetLine", gives=Gives.NEW),
    Function(b"PyFloat_FromDouble", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyFloat_FromString", gives=Gives.NEW),
    Function(b"PyFloat_GetInfo", gives=Gives.NEW),
    Function(b"PyFrame_GetBack", gives=Gives.NEW, silent=True),
    Function(b"PyFrame_GetCode", gives=Gives.NEW),
    Function(b"PyFrozenSet_New", gives=Gives.NEW),
    Function(b"PyFunction_GetAnnotations", gives=Gives.BORROWED),
    Function(b"PyFunction_GetClosure", gives=Gives.BORROWED),
    Function(b"PyFunction_GetCode", gives=Gives.BORROWED),
    Function(b"PyFunction_GetDefaults", gives=Gives.BORROWED),
    Function(b"PyFunction_GetGlobals", gives=Gives.BORROWED),
    Function(b"PyFunction_GetModule", gives=Gives.BORROWED),
    Function(b"PyFunction_New", gives=Gives.NEW),
    Function(b"PyFunction_NewWithQualName", gives=Gives.NEW),
    Function(b"PyGen_New", gives=Gives.NEW, steals=(0,)),
    Function(b"PyGen_NewWithQualName", gives=Gives.NEW, steals=(0,)),
    Function(b"PyImport_AddModule", gives=Gives.BORROWED),
    Function(b"PyImport_AddModuleObject", gives=Gives.BORROWED),
    Function(b"PyImport_AddModuleRef", gives=Gives.NEW),
    Function(b"PyImport_ExecCodeModule", gives=Gives.NEW),
    Function(b"PyImport_ExecCodeModuleEx", gives=Gives.NEW),
    Function(b"PyImport_ExecCodeModuleObject", gives=Gives.NEW),
    Function(b"PyImport_ExecCodeModuleWithPathnames", gives=Gives.NEW),
    Function(b"PyImport_GetImporter", gives=Gives.NEW),
    Function(b"PyImport_GetModule", gives=Gives.NEW, silent=True),
    Function(b"PyImport_GetModuleDict", gives=Gives.BORROWED),
    Function(b"PyImport_Import", gives=Gives.NEW),
    Function(b"PyImport_ImportModule", gives=Gives.NEW),
    Function(b"PyImport_ImportModuleEx", gives=Gives.NEW),
    Function(b"PyImport_ImportModuleLevel", gives=Gives.NEW),
    Function(b"PyImport_ImportModuleLevelObject", gives=Gives.NEW),
    Function(b"PyImport_ImportModuleNoBlock", gives=Gives.NEW),
    Function(b"PyImport_ImportOrAddModule", fills=Fills.NEW),
    Function(b"PyImport_ReloadModule", gives=Gives.NEW),
    Function(b"PyInstanceMethod_Function", gives=Gives.BORROWED),
    Function(b"PyInstanceMethod_GET_FUNCTION", gives=Gives.BORROWED),
    Function(b"PyInstanceMethod_New", gives=Gives.NEW),
    Function(b"PyInt_FromLong", gives=Gives.NEW),
    Function(b"PyInterpreterState_GetDict", gives=Gives.BORROWED),
    Function(b"PyIter_Next", gives=Gives.NEW, silent=True),
    Function(b"PyList_Append", keeps=True, parameters=b"PyObject *list, PyObject *item"),
    Function(b"PyList_AsTuple", gives=Gives.NEW),
    Function(b"PyList_GET_ITEM", gives=Gives.BORROWED),
    Function(b"PyList_GetItem", gives=Gives.BORROWED),
    Function(b"PyList_GetItemRef", gives=Gives.NEW),
    Function(b"PyList_GetSlice", gives=Gives.NEW),
    Function(b"PyList_Insert", keeps=True, parameters=b"PyObject *list, Py_ssize_t index, PyObject *item"),
    Function(b"PyList_New", gives=Gives.NEW),
    Function(b"PyList_SET_ITEM", steals=(2,)),
    Function(b"PyList_SetItem", steals=(2,)),
    Function(b"PyLong_FromDouble", gives=Gives.NEW),
    Function(b"PyLong_FromLong", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromLongLong", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromSize_t", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromSsize_t", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromString", gives=Gives.NEW),
    Function(b"PyLong_FromUnicodeObject", gives=Gives.NEW),
    Function(b"PyLong_FromUnsignedLong", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromUnsignedLongLong", gives=Gives.NEW, runs_nothing=True),
    Function(b"PyLong_FromVoidPtr", gives=Gives.NEW),
    Function(b"PyMapping_GetItemString", gives=Gives.NEW),
    Function(b"PyMapping_GetOptionalItem", fills=Fills.NEW),
    Function(b"PyMapping_GetOptionalItemString", fills=Fills.NEW),
    Function(b"PyMapping_Items", gives=Gives.NEW),
    Function(b"PyMapping_Keys", gives=Gives.NEW),
    Function(b"PyMapping_Values", gives=Gives.NEW),
    Function(b"PyMarshal_ReadLastObjectFromFile", gives=Gives.NEW),
    Function(b"PyMarshal_ReadObjectFromFile", gives=Gives.NEW),
    Function(b"PyMarshal_ReadObjectFromString", gives=Gives.NEW),
    Function(b"PyMarshal_WriteObjectToString", gives=Gives.NEW),
    Function(b"PyMemoryView_FromBuffer", gives=Gives.NEW),
    Function(b"PyMemoryView_FromMemory", gives=Gives.NEW),
    Function(b"PyMemoryView_FromObject", gives=Gives.NEW),
    Function(b"PyMemoryView_GetContiguous", gives=Gives.NEW),
    Function(b"PyMethod_Function", gives=Gives.BORROWED),
    Function(b"PyMethod_GET_FUNCTION", gives=Gives.BORROWED),
    Function(b"PyMethod_GET_SELF", gives=Gives.BORROWED),
    Function(b"PyMethod_New", gives=Gives.NEW),
    Function(b"PyMethod_Self", gives=Gives.BORROWED),
    Function(b"PyModule_Add", steals=(2,)),
    Function(b"PyModule_AddObject", steals=(2,), on_success=True),
    Function(b"PyModule_AddObjectRef", keeps=True),
    Function(b"PyModule_Create", gives=Gives.NEW),
    Function(b"PyModule_Create2", gives=Gives.NEW),
    Function(b"PyModule_FromDefAndSpec", gives=Gives.NEW),
    Function(b"PyModule_FromDefAndSpec2", gives=Gives.NEW),
    Function(b"PyModule_GetDict", gives=Gives.BORROWED),
    Function(b"PyModule_GetFilename", leads_inside=True),
    Function(b"PyModule_GetFilenameObject", gives=Gives.NEW),
    Function(b"PyModule_GetName", leads_inside=True),
    Function(b"PyModule_GetNameObject", gives=Gives.NEW),
    Function(b"PyModule_New", gives=Gives.NEW),
    Function(b"PyModule_NewObject", gives=Gives.NEW),
    Function(b"PyModuleDef_Init", gives=Gives.BORROWED),
    Function(b"PyNumber_Absolute", gives=Gives.NEW),
    Function(b"PyNumber_Add", gives=Gives.NEW),
    Function(b"PyNumber_And", gives=Gives.NEW),
    Function(b"PyNumber_Divmod", gives=Gives.NEW),
    Function(b"PyNumber_Float", gives=Gives.NEW),
    Function(b"PyNumber_FloorDivide", gives=Gives.NEW),
    Function(b"PyNumber_Index", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceAdd", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceAnd", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceFloorDivide", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceLshift", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceMatrixMultiply", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceMultiply", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceOr", gives=Gives.NEW),
    Function(b"PyNumber_InPlacePower", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceRemainder", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceRshift", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceSubtract", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceTrueDivide", gives=Gives.NEW),
    Function(b"PyNumber_InPlaceXor", gives=Gives.NEW),
    Function(b"PyNumber_Invert", gives=Gives.NEW),
    Function(b"PyNumber_Long", gives=Gives.NEW),
    Function(b"PyNumber_Lshift", gives=Gives.NEW),
    Function(b"PyNumber_MatrixMultiply", gives=Gives.NEW),
    Function(b"PyNumber_Multiply", gives=Gives.NEW),
    Function(b"PyNumber_Negative", gives=Gives.NEW),
    Function(b"PyNumber_Or", gives=Gives.NEW),
    Function(b"PyNumber_Positive", gives=Gives.NEW),
    Function(b"PyNumber_Power", gives=Gives.NEW),
    Function(b"PyNumber_Remainder", gives=Gives.NEW),
    Function(b"PyNumber_Rshift", gives=Gives.NEW),
    Function(b"PyNumber_Subtract", gives=Gives.NEW),
    Function(b"PyNumber_ToBase", gives=Gives.NEW),
    Function(b"PyNumber_TrueDivide", gives=Gives.NEW),
    Function(b"PyNumber_Xor", gives=Gives.NEW),
    Function(b"PyObject_ASCII", gives=Gives.NEW),
    Function(b"PyObject_Bytes", gives=Gives.NEW),
    Function(b"PyObject_Call", gives=Gives.NEW),
    Function(b"PyObject_CallFunction", gives=Gives.NEW, format=1),
    Function(b"_PyObject_CallFunction_SizeT", gives=Gives.NEW, format=1),
    Function(b"PyObject_CallFunctionObjArgs", gives=Gives.NEW),
    Function(b"PyObject_CallMethod", gives=Gives.NEW, format=2),
    Function(b"_PyObject_CallMethodId", gives=Gives.NEW, format=2),
    Function(b"_PyObject_CallMethodIdNoArgs", gives=Gives.NEW),
    Function(b"_PyObject_CallMethodIdObjArgs", gives=Gives.NEW),
    Function(b"_PyObject_CallMethodIdOneArg", gives=Gives.NEW),
    Function(b"_PyObject_CallMethod_SizeT", gives=Gives.NEW, format=2),
    Function(b"PyObject_CallMethodNoArgs", gives=Gives.NEW),
    Function(b"PyObject_CallMethodObjArgs", gives=Gives.NEW),
    Function(b"PyObject_CallMethodOneArg", gives=Gives.NEW),
    Function(b"PyObject_CallNoArgs", gives=Gives.NEW),
    Function(b"PyObject_CallObject", gives=Gives.NEW),
    Function(b"PyObject_CallOneArg", gives=Gives.NEW),
    Function(b"PyObject_Dir", gives=Gives.NEW),
    Function(b"PyObject_Format", gives=Gives.NEW),
    Function(b"PyObject_GC_New", gives=Gives.NEW),
    Function(b"_PyObject_GC_New", gives=Gives.NEW),
    Function(b"PyObject_GC_NewVar", gives=Gives.NEW),
    Function(b"_PyObject_GC_NewVar", gives=Gives.NEW),
    Function(b"PyObject_GenericGetAttr", gives=Gives.NEW),
    Function(b"PyObject_GenericGetDict", gives=Gives.NEW),
    Function(b"PyObject_GetAIter", gives=Gives.NEW),
    Function(b"PyObject_GetAttr", gives=Gives.NEW),
    Function(b"_PyObject_GetAttrId", gives=Gives.NEW),
    Function(b"PyObject_GetAttrString", gives=Gives.NEW),
    Function(b"PyObject_GetItem", gives=Gives.NEW),
    Function(b"PyObject_GetIter", gives=Gives.NEW),
    Function(b"PyObject_GetOptionalAttr", fills=Fills.NEW),
    Function(b"PyObject_GetOptionalAttrString", fills=Fills.NEW),
    Function(b"PyObject_INIT", gives=Gives.NEW),
    Function(b"PyObject_Init", gives=Gives.NEW),
    Function(b"PyObject_InitVar", gives=Gives.NEW),
    Function(b"_PyObject_LookupAttr", fills=Fills.NEW),
    Function(b"_PyObject_LookupAttrId", fills=Fills.NEW),
    Function(b"PyObject_New", gives=Gives.NEW),
    Function(b"_PyObject_New", gives=Gives.NEW),
    Function(b"PyObject_NEW", gives=Gives.NEW),
    Function(b"PyObject_NEW_VAR", gives=Gives.NEW),
    Function(b"PyObject_NewVar", gives=Gives.NEW),
    Function(b"_PyObject_NewVar", gives=Gives.NEW),
    Function(b"PyObject_Repr", gives=Gives.NEW),
    Function(b"PyObject_RichCompare", gives=Gives.NEW),
    Function(b"PyObject_SelfIter", gives=Gives.NEW),
    Function(b"PyObject_SetAttr", keeps=True, parameters=b"PyObject *object, PyObject *name, PyObject *value"),
    Function(b"PyObject_SetAttrString", keeps=True, parameters=b"PyObject *object, const char *name, PyObject *value"),
    Function(b"PyObject_SetItem", keeps=True, parameters=b"PyObject *object, PyObject *key, PyObject *value"),
    Function(b"PyObject_Str", gives=Gives.NEW),
    Function(b"PyObject_Type", gives=Gives.NEW),
    Function(b"PyObject_Vectorcall", gives=Gives.NEW),
    Function(b"PyObject_VectorcallMethod", gives=Gives.NEW),
    Function(b"PyOS_FSPath", gives=Gives.NEW),
    Function(b"PyRun_File", gives=Gives.NEW),
    Function(b"PyRun_FileEx", gives=Gives.NEW),
    Function(b"PyRun_FileExFlags", gives=Gives.NEW),
    Function(b"PyRun_FileFlags", gives=Gives.NEW),
    Function(b"PyRun_String", gives=Gives.NEW),
    Function(b"PyRun_StringFlags", gives=Gives.NEW),
    Function(b"PySeqIter_New", gives=Gives.NEW),
    Function(b"PySequence_Concat", gives=Gives.NEW),
    Function(b"PySequence_Fast", gives=Gives.NEW),
    Function(b"PySequence_Fast_GET_ITEM", gives=Gives.BORROWED),
    Function(b"PySequence_GetItem", gives=Gives.NEW),
    Function(b"PySequence_GetSlice", gives=Gives.NEW),
    Function(b"PySequence_InPlaceConcat", gives=Gives.NEW),
    Function(b"PySequence_InPlaceRepeat", gives=Gives.NEW),
    Function(b"PySequence_ITEM", gives=Gives.NEW),
    Function(b"PySequence_List", gives=Gives.NEW),
    Function(b"PySequence_Repeat", gives=Gives.NEW),
    Function(b"PySequence_Tuple", gives=Gives.NEW),
    Function(b"PySet_Add", keeps=True, parameters=b"PyObject *set, PyObject *key"),
    Function(b"PySet_New", gives=Gives.NEW),
    Function(b"PySet_Pop", gives=Gives.NEW),
    Function(b"PySlice_New", gives=Gives.NEW),
    Function(b"PyState_FindModule", gives=Gives.BORROWED),
    Function(b"PyString_ConcatAndDel", steals=(1,), fills=Fills.KEPT),
    Function(b"PyString_FromString", gives=Gives.NEW),
    Function(b"PyString_InternFromString", gives=Gives.NEW),
    Function(b"PyStructSequence_GET_ITEM", gives=Gives.BORROWED),
    Function(b"PyStructSequence_GetItem", gives=Gives.BORROWED),
    Function(b"PyStructSequence_New", gives=Gives.NEW),
    Function(b"PyStructSequence_NewType", gives=Gives.NEW),
    Function(b"PyStructSequence_SET_ITEM", steals=(2,)),
    Function(b"PyStructSequence_SetItem", steals=(2,)),
    Function(b"PySys_GetObject", gives=Gives.BORROWED),
    Function(b"_PySys_GetObjectId", gives=Gives.BORROWED),
    Function(b"PySys_GetXOptions", gives=Gives.BORROWED),
    Function(b"PyThread_allocate_lock", gives=Gives.NEW),
    Function(b"PyThreadState_GetDict", gives=Gives.BORROWED),
    Function(b"_PyThreadState_GetDict", gives=Gives.BORROWED),
    Function(b"PyThreadState_GetFrame", gives=Gives.NEW),
    Function(b"PyTime_FromTime", gives=Gives.NEW),
    Function(b"PyTime_FromTimeAndFold", gives=Gives.NEW),
    Function(b"PyTimeZone_FromOffset", gives=Gives.NEW),
    Function(b"PyTimeZone_FromOffsetAndName", gives=Gives.NEW),
    Function(b"PyTuple_GET_ITEM", gives=Gives.BORROWED),
    Function(b"PyTuple_GetItem", gives=Gives.BORROWED),
    Function(b"PyTuple_GetSlice", gives=Gives.NEW),
    Function(b"PyTuple_New", gives=Gives.NEW),
    Function(b"PyTuple_Pack", gives=Gives.NEW),
    Function(b"PyTuple_SET_ITEM", steals=(2,)),
    Function(b"PyTuple_SetItem", steals=(2,)),
    Function(b"PyType_FromMetaclass", gives=Gives.NEW),
    Function(b"PyType_FromModuleAndSpec", gives=Gives.NEW),
    Function(b"PyType_FromSpec", gives=Gives.NEW),
    Function(b"PyType_FromSpecWithBases", gives=Gives.NEW),
    Function(b"PyType_GenericAlloc", gives=Gives.NEW),
    Function(b"PyType_GenericNew", gives=Gives.NEW),
    Function(b"PyType_GetDict", gives=Gives.NEW),
    Function(b"PyType_GetModule", gives=Gives.BORROWED),
    Function(b"PyType_GetModuleByDef", gives=Gives.BORROWED),
    Function(b"PyType_GetName", gives=Gives.NEW),
    Function(b"PyType_GetQualName", gives=Gives.NEW),
    Function(b"PyUnicode_Append", fills=Fills.KEPT),
    Function(b"PyUnicode_AppendAndDel", steals=(1,), fills=Fills.KEPT),
    Function(b"PyUnicode_AsASCIIString", gives=Gives.NEW),
    Function(b"PyUnicode_AsCharmapString", gives=Gives.NEW),
    Function(b"PyUnicode_AsEncodedString", gives=Gives.NEW),
    Function(b"PyUnicode_AsLatin1String", gives=Gives.NEW),
    Function(b"PyUnicode_AsMBCSString", gives=Gives.NEW),
    Function(b"PyUnicode_AsRawUnicodeEscapeString", gives=Gives.NEW),
    Function(b"PyUnicode_AsUTF8", leads_inside=True),
    Function(b"PyUnicode_AsUTF8AndSize", leads_inside=True),
    Function(b"PyUnicode_AsUnicodeEscapeString", gives=Gives.NEW),
    Function(b"PyUnicode_AsUTF16String", gives=Gives.NEW),
    Function(b"PyUnicode_AsUTF32String", gives=Gives.NEW),
    Function(b"PyUnicode_AsUTF8String", gives=Gives.NEW),
    Function(b"PyUnicode_Concat", gives=Gives.NEW),
    Function(b"PyUnicode_Decode", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeASCII", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeCharmap", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeFSDefault", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeFSDefaultAndSize", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeLatin1", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeLocale", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeLocaleAndSize", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeMBCS", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeMBCSStateful", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeRawUnicodeEscape", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUnicodeEscape", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF16", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF16Stateful", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF32", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF32Stateful", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF7", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF7Stateful", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF8", gives=Gives.NEW),
    Function(b"PyUnicode_DecodeUTF8Stateful", gives=Gives.NEW),
    Function(b"PyUnicode_EncodeCodePage", gives=Gives.NEW),
    Function(b"PyUnicode_EncodeFSDefault", gives=Gives.NEW),
    Function(b"PyUnicode_EncodeLocale", gives=Gives.NEW),
    Function(b"_PyUnicode_FromId", gives=Gives.BORROWED),
    Function(b"PyUnicode_Format", gives=Gives.NEW),
    Function(b"PyUnicode_FromEncodedObject", gives=Gives.NEW),
    Function(b"PyUnicode_FromFormat", gives=Gives.NEW),
    Function(b"PyUnicode_FromFormatV", gives=Gives.NEW),
    Function(b"PyUnicode_FromKindAndData", gives=Gives.NEW),
    Function(b"PyUnicode_FromObject", gives=Gives.NEW),
    Function(b"PyUnicode_FromOrdinal", gives=Gives.NEW),
    Function(b"PyUnicode_FromString", gives=Gives.NEW),
    Function(b"PyUnicode_FromStringAndSize", gives=Gives.NEW),
    Function(b"PyUnicode_FromUnicode", gives=Gives.NEW),
    Function(b"PyUnicode_FromWideChar", gives=Gives.NEW),
    Function(b"PyUnicode_InternFromString", gives=Gives.NEW),
    Function(b"PyUnicode_InternInPlace", fills=Fills.KEPT),
    Function(b"PyUnicode_Join", gives=Gives.NEW),
    Function(b"PyUnicode_New", gives=Gives.NEW),
    Function(b"PyUnicode_Partition", gives=Gives.NEW),
    Function(b"PyUnicode_Replace", gives=Gives.NEW),
    Function(b"PyUnicode_RichCompare", gives=Gives.NEW),
    Function(b"PyUnicode_RPartition", gives=Gives.NEW),
    Function(b"PyUnicode_RSplit", gives=Gives.NEW),
    Function(b"PyUnicode_Split", gives=Gives.NEW),
    Function(b"PyUnicode_Splitlines", gives=Gives.NEW),
    Function(b"PyUnicode_Substring", gives=Gives.NEW),
    Function(b"PyUnicode_Translate", gives=Gives.NEW),
    Function(b"PyUnicodeDecodeError_Create", gives=Gives.NEW),
    Function(b"PyUnicodeDecodeError_GetEncoding", gives=Gives.NEW),
    Function(b"PyUnicodeDecodeError_GetObject", gives=Gives.NEW),
    Function(b"PyUnicodeDecodeError_GetReason", gives=Gives.NEW),
    Function(b"PyWeakref_GET_OBJECT", gives=Gives.BORROWED),
    Function(b"PyWeakref_GetObject", gives=Gives.BORROWED),
    Function(b"PyWeakref_GetRef", fills=Fills.NEW),
    Function(b"PyWeakref_NewProxy", gives=Gives.NEW, keeps_bare=True),
    Function(b"PyWeakref_NewRef", gives=Gives.NEW, keeps_bare=True),
    Function(b"PyWrapper_New", gives=Gives.NEW),
    Function(b"tp_alloc", gives=Gives.NEW),
    Function(b"tp_call", gives=Gives.NEW),
    Function(b"tp_iter", gives=Gives.NEW),
    Function(b"tp_iternext", gives=Gives.NEW, silent=True),
    Function(b"tp_new", gives=Gives.NEW),
    Function(b"tp_repr", gives=Gives.NEW),
    Function(b"tp_str", gives=Gives.NEW),
)


def _giving(gives: Gives) -> frozenset[bytes]:
    return frozenset(row.name for row in ROWS if row.gives is gives)


def _filling(fills: Fills) -> frozenset[bytes]:
    return frozenset(row.name for row in ROWS if row.fills is fills)


def _counting(*counts: Counts) -> frozenset[bytes]:
    return frozenset(row.name for row in ROWS if row.counts in counts)


GIVES_NEW = _giving(Gives.NEW)
GIVES_BORROWED = _giving(Gives.BORROWED)
GIVES_NULL = _giving(Gives.NULL)
RAISES_WITH_NULL = frozenset(row.name for row in ROWS if row.gives is Gives.NEW and not row.silent)
"""Calls that give a new reference, or NULL with an exception set."""
FILLS_NEW = _filling(Fills.NEW)
FILLS_BORROWED = _filling(Fills.BORROWED)
KEEPS_OWNED = _filling(Fills.KEPT)
INCREASE = _counting(Counts.ADDS)
DECREASE = _counting(Counts.DROPS)
SHARE = _counting(Counts.SHARES)
REPLACE = _counting(Counts.REPLACES)
CLEAR = _counting(Counts.CLEARS)
RELEASE = DECREASE | CLEAR
"""Calls after which the caller has one reference less, and the variable nothing new."""
NULL_SAFE = frozenset(row.name for row in ROWS if row.null_safe)
LET_GO = RELEASE | REPLACE
"""Calls after which the variable has its object no more."""
RUNS_NOTHING = INCREASE | SHARE | frozenset(row.name for row in ROWS if row.runs_nothing)
"""Functions during which no other code runs."""
ENDS = frozenset(row.name for row in ROWS if row.ends)
TIDIES = frozenset(
    b"""PyDict_Contains PyDict_DelItem PyDict_DelItemString PyDict_GetItem PyDict_GetItemString PyDict_GetItemWithError
    PySet_Contains PySet_Discard PyErr_Clear PyErr_Occurred PyErr_WriteUnraisable Py_IS_TYPE Py_TYPE""".split()
)
"""What takes an entry out of a table, asks for it, or settles that there was none: nothing where the table is gone."""
KEEPS_TABLES = TIDIES | frozenset(
    b"""PyDict_SetItem PyErr_Fetch PyErr_GetRaisedException PyErr_Restore PyErr_SetRaisedException PyLong_AsLong
    PyLong_FromLong PyLong_FromSize_t PyLong_FromSsize_t PyLong_FromVoidPtr PySet_Add""".split()
)
"""The same with what makes an entry: all that a function needs that keeps a table for others."""
STEALS = {row.name: row.steals for row in ROWS if row.steals}
SETS_FIRST = frozenset(row.name for row in ROWS if row.counts in (Counts.CLEARS, Counts.REPLACES))
"""What gives the variable that is its first argument another value."""
STEALS_ALWAYS = {row.name: row.steals for row in ROWS if row.steals and not (row.on_success or row.counts)}
STEALS_ON_SUCCESS = {row.name: row.steals[0] for row in ROWS if row.on_success}
FORMATS = {row.name: row.format for row in ROWS if row.format is not None}
LEADS_INSIDE = frozenset(row.name for row in ROWS if row.leads_inside)
KEEPS_BARE = frozenset(row.name for row in ROWS if row.keeps_bare)
KEEP_THEIR_OWN = frozenset(row.name for row in ROWS if row.keeps)
KEEPING_PARAMETERS = {row.name: row.parameters for row in ROWS if row.parameters}
