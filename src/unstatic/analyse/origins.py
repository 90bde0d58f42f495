"""Where a reference comes from: a new one, a borrowed one, or nobody can tell."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from unstatic.clex import Token, TokenKind
from unstatic.csyntax import Call, calls, closing, strip_casts, text_of
from unstatic.model import Extension
from unstatic.source import Span

_NEW = frozenset(
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
    PyState_New PyModule_GetNameObject PyType_GetName PyType_GetQualName""".split()
)
_BORROWED = frozenset(
    b"""PyDict_GetItem PyDict_GetItemString PyDict_GetItemWithError PyList_GetItem PyList_GET_ITEM PyTuple_GetItem
    PyTuple_GET_ITEM PyModule_GetDict PyImport_AddModule PySys_GetObject PyErr_Occurred PyEval_GetBuiltins
    PyEval_GetGlobals PyEval_GetLocals PyThreadState_GetDict PyWeakref_GetObject PyWeakref_GET_OBJECT PyCapsule_Import
    PyCapsule_GetPointer PyCapsule_GetContext Py_TYPE PyState_FindModule PyType_GetModule PyImport_GetModuleDict
    PyFunction_GetGlobals PyMethod_GET_FUNCTION PyInterpreterState_GetDict""".split()
)
INCREASE = {b"Py_INCREF", b"Py_XINCREF"}


class Origin(enum.Enum):
    """What the right side of an assignment gives."""

    NEW = "a new reference"
    BORROWED = "a borrowed reference"
    NULL = "NULL"
    UNKNOWN = "something whose ownership can't be told"


def origin_of(model: Extension, function: str, value: Sequence[Token]) -> Origin:
    """Return what an expression in the body of *function* gives."""
    inner = strip_casts(value)
    if not inner:
        return Origin.UNKNOWN
    if len(inner) == 1:
        return _name_origin(model, function, inner[0])
    call = next(iter(calls(inner)), None)
    if call is not None and call.span == Span(inner[0].start, inner[-1].end):
        return _call_origin(model, call)
    if inner[0].text == b"&":
        return Origin.BORROWED
    # `a = b = call()`: the value is the inner assignment's.
    for index, token in enumerate(inner):
        if token.text == b"=":
            return origin_of(model, function, inner[index + 1 :])
    return Origin.UNKNOWN


def _call_origin(model: Extension, call: Call) -> Origin:
    name = _aliased(model, call.name.text)
    if name in _NEW:
        return Origin.NEW
    if name in _BORROWED:
        return Origin.BORROWED
    found = [symbol for symbol, item in model.functions.items() if item.name.encode() == name]
    if not found:
        return Origin.UNKNOWN
    # As the C API does, a function gives a new reference unless it can be seen not to.
    return Origin.BORROWED if any(_gives_borrowed(model, symbol) for symbol in found) else Origin.NEW


def _aliased(model: Extension, name: bytes) -> bytes:
    """Follow macros that are just another name: `#define Text_Intern PyUnicode_InternFromString`."""
    seen: set[bytes] = set()
    while name not in seen:
        seen.add(name)
        macro = model.macros.get(name.decode("latin-1"))
        if macro is None or macro.definition.parameters is not None or len(macro.body) != 1:
            break
        if macro.body[0].kind is TokenKind.IDENT:
            name = macro.body[0].text
    return name


def _gives_borrowed(model: Extension, function: str) -> bool:
    """Tell whether a function returns a global, an argument or the like without an increment of its own."""
    if model.functions[function].definition.body is None:
        return False
    tokens = model.body(function).tokens
    increased = {
        text_of(strip_casts(call.arguments[0]))
        for call in calls(tokens)
        if call.name.text in INCREASE and call.arguments
    }
    for index, token in enumerate(tokens):
        if token.text == b"return":
            value = strip_casts(assigned_value(tokens[index + 1 :]))
            is_name = len(value) == 1 and value[0].kind is TokenKind.IDENT
            if (
                is_name
                and text_of(value) not in increased
                and _name_origin(model, function, value[0]) is Origin.BORROWED
            ):
                return True
    return False


def _name_origin(model: Extension, function: str, name: Token) -> Origin:
    if name.text in (b"NULL", b"0", b"nullptr"):
        return Origin.NULL
    if name.text.startswith(b"PyExc_") or name.text in (b"Py_None", b"Py_True", b"Py_False"):
        return Origin.BORROWED
    reference = model.files[model.functions[function].definition.path].written.get(name.start)
    if reference is None:
        return Origin.UNKNOWN
    if reference.symbol in {item.symbol for item in model.globals}:
        return Origin.BORROWED
    return _local_origin(model, function, reference.symbol, name.start)


def _local_origin(model: Extension, function: str, symbol: str, before: int) -> Origin:
    """Follow a local back to its last assignment before *before*."""
    file = model.files[model.functions[function].definition.path]
    last: Origin = Origin.BORROWED
    tokens = model.body(function).tokens
    for index, token in enumerate(tokens[:-2]):
        if token.start >= before:
            break
        reference = file.written.get(token.start)
        declared = reference is None and any(
            item.name_span.start == token.start for item in model.by_symbol.get(symbol, ())
        )
        is_it = declared or (reference is not None and reference.symbol == symbol)
        if is_it and tokens[index + 1].text == b"=":
            value = assigned_value(tokens[index + 2 :])
            if not any(item.start == before for item in value):
                origin = origin_of(model, function, value)
                last = last if origin is Origin.NULL else origin
    return last


def assigned_value(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of the assigned expression: up to `;`, `,` or the bracket that ends it."""
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text in (b";", b",", b")", b"]", b"}"):
            break
        position = closing(tokens, position) + 1 if text in (b"(", b"[", b"{") else position + 1
    return tuple(tokens[:position])
