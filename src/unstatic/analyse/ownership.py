"""Who owns the reference that a global holds: counted from what the code does with it.

A field of the module state is cleared with the module, so it must own exactly one reference (R9, G102). A static
never had to: borrowed pointers, missing and superfluous increments did no harm there.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.clex import Token
from unstatic.csyntax import Call, Statement, StatementKind, calls, closing, strip_casts
from unstatic.model import Extension, Reference
from unstatic.source import Location, Span

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
    PyEval_EvalCode PyMethod_New PyState_New PyModule_GetNameObject PyType_GetName PyType_GetQualName""".split()
)
_BORROWED = frozenset(
    b"""PyDict_GetItem PyDict_GetItemString PyDict_GetItemWithError PyList_GetItem PyList_GET_ITEM PyTuple_GetItem
    PyTuple_GET_ITEM PyModule_GetDict PyImport_AddModule PySys_GetObject PyErr_Occurred PyEval_GetBuiltins
    PyEval_GetGlobals PyEval_GetLocals PyThreadState_GetDict PyWeakref_GetObject PyWeakref_GET_OBJECT PyCapsule_Import
    PyCapsule_GetPointer PyCapsule_GetContext Py_TYPE PyState_FindModule PyType_GetModule PyImport_GetModuleDict
    PyFunction_GetGlobals PyMethod_GET_FUNCTION PyInterpreterState_GetDict""".split()
)
_INCREASE = {b"Py_INCREF", b"Py_XINCREF"}
_DECREASE = {b"Py_DECREF", b"Py_XDECREF"}
# The argument whose reference the call takes over.
_STEALS = {
    b"PyModule_AddObject": 2,
    b"PyModule_Add": 2,
    b"PyTuple_SET_ITEM": 2,
    b"PyTuple_SetItem": 2,
    b"PyList_SET_ITEM": 2,
    b"PyList_SetItem": 2,
}


class Origin(enum.Enum):
    """What the right side of an assignment gives."""

    NEW = "a new reference"
    BORROWED = "a borrowed reference"
    NULL = "NULL"
    UNKNOWN = "something whose ownership can't be told"


@dataclass(frozen=True, slots=True)
class Store:
    """One assignment to a global."""

    path: Path
    function: str
    offset: int
    statement: Span
    """The whole statement, an `if` around an assigning condition included."""
    in_block: bool
    origin: Origin
    value: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """What has to be done so that the global owns one reference once the module is made."""

    stores: tuple[Store, ...]
    add_after: tuple[Store, ...]
    """Stores after which an increment is missing."""
    add_before: tuple[Call, ...]
    """Calls that steal the only reference: an increment is missing before."""
    drop: tuple[Statement, ...]
    """Increments that nothing takes over: one more would stay with every module."""
    clear: tuple[Call, ...]
    """Decrements on error paths, which must clear the field as well."""
    problem: str
    location: Location | None


def stores_of(model: Extension, symbol: str) -> tuple[Store, ...]:
    """Return the assignments `symbol = value` in functions, in source order."""
    return tuple(
        store
        for use in model.uses.get(symbol, ())
        if use.function is not None and use.via_macro is None and (store := _store(model, use)) is not None
    )


def _store(model: Extension, use: Reference) -> Store | None:
    assert use.function is not None
    if use.function not in model.functions:
        return None
    path = model.body(use.function).path_to(use.offset)
    if not path:
        return None
    statement = path[-1]
    index = next((i for i, token in enumerate(statement.tokens) if token.start == use.offset), None)
    if index is None:
        return None
    after = index + 1
    while after < len(statement.tokens) and statement.tokens[after].text == b"[":
        after = closing(statement.tokens, after) + 1
    if after >= len(statement.tokens) or statement.tokens[after].text != b"=":
        return None
    value = _value(statement.tokens[after + 1 :])
    parent = path[-2] if len(path) > 1 else statement
    return Store(
        use.path,
        use.function,
        use.offset,
        statement.span,
        parent.kind is StatementKind.BLOCK,
        _origin(model, use.function, value),
        value,
    )


def _value(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of the assigned expression: up to `;`, `,` or the bracket that ends it."""
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text in (b";", b",", b")", b"]", b"}"):
            break
        position = closing(tokens, position) + 1 if text in (b"(", b"[", b"{") else position + 1
    return tuple(tokens[:position])


def _origin(model: Extension, function: str, value: Sequence[Token]) -> Origin:
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
            return _origin(model, function, inner[index + 1 :])
    return Origin.UNKNOWN


def _call_origin(model: Extension, call: Call) -> Origin:
    name = call.name.text
    if name in _NEW:
        return Origin.NEW
    if name in _BORROWED:
        return Origin.BORROWED
    if name.decode("latin-1") in {item.name for item in model.functions.values()}:
        return Origin.NEW
    return Origin.UNKNOWN


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
            value = _value(tokens[index + 2 :])
            if not any(item.start == before for item in value):
                origin = _origin(model, function, value)
                last = last if origin is Origin.NULL else origin
    return last


def balance(model: Extension, symbol: str, function: str | None = None, created: bool = False) -> Balance:
    """Count the references that *symbol* holds after initialisation, and say what is missing or too many.

    *created*: the symbol is a static type that a creation call will replace; it starts with one reference.
    """
    stores = stores_of(model, symbol)
    init = function or (model.init.builder if model.init else None)
    late = [store for store in stores if store.function != init]
    bad = next((s for s in stores if s.origin is Origin.UNKNOWN), None)
    bad = bad or next((s for s in late if s.origin is Origin.BORROWED and not _is_increased(model, symbol, s)), None)
    if bad is not None:
        problem = f"what is stored in it is {bad.origin.value}"
        return Balance(stores, (), (), (), (), problem, model.location(bad.path, bad.offset))
    subscripted = [store for store in stores if store.offset in _subscripted(model, symbol)]
    if subscripted:
        borrowed = next((s for s in subscripted if s.origin is Origin.BORROWED), None)
        if borrowed is not None and not _is_increased(model, symbol, borrowed):
            where = model.location(borrowed.path, borrowed.offset)
            return Balance(stores, (), (), (), (), "an element is given a borrowed reference", where)
        return Balance(stores, (), (), (), (), "", None)
    in_init = [store for store in stores if store.function == init and store.origin is not Origin.NULL]
    if init is None or init not in model.functions or not (in_init or created):
        return Balance(stores, (), (), (), (), "", None)
    return _init_balance(model, symbol, init, stores, in_init, created)


def _subscripted(model: Extension, symbol: str) -> set[int]:
    """Return the offsets at which an element of the array *symbol* is used."""
    found = set()
    for use in model.uses.get(symbol, ()):
        file = model.files[use.path]
        index = file.index_at(use.offset)
        if index + 1 < len(file.tokens) and file.tokens[index + 1].text == b"[":
            found.add(use.offset)
    return found


def _init_balance(
    model: Extension, symbol: str, init: str, stores: tuple[Store, ...], in_init: list[Store], created: bool
) -> Balance:
    names = _aliases(model, init, symbol, in_init)
    body = model.body(init)
    touching = [call for call in calls(body.tokens) if _touches(model, init, call, names)]
    increments = [call for call in touching if call.name.text in _INCREASE]
    steals = [call for call in touching if call.name.text in _STEALS]
    clear = tuple(
        call
        for call in touching
        if call.name.text in _DECREASE
        and not _balances_failure(body, call, steals)
        and not _is_alias(model, init, call, symbol)
    )
    owned = 1 if created or any(store.origin is Origin.NEW for store in in_init) else 0
    net = owned + len(increments) - len(steals)
    if net == 1:
        return Balance(stores, (), (), (), clear, "", None)
    if net > 1:
        spare = [s for call in increments if (s := _simple(body, call)) is not None][: net - 1]
        return Balance(stores, (), (), tuple(spare), clear, "", None)
    if net == 0 and steals:
        return Balance(stores, (), tuple(steals[:1]), (), clear, "", None)
    if net == 0:
        return Balance(stores, tuple(in_init), (), (), clear, "", None)
    return Balance(stores, (), (), (), (), "it is given away more often than it is owned", None)


def _aliases(model: Extension, init: str, symbol: str, in_init: Iterable[Store]) -> set[str]:
    found = {symbol}
    file = model.files[model.functions[init].definition.path]
    for store in in_init:
        inner = strip_casts(store.value)
        reference = file.written.get(inner[0].start) if len(inner) == 1 else None
        if reference is not None and reference.symbol not in {item.symbol for item in model.globals}:
            found.add(reference.symbol)
    return found


def _touches(model: Extension, init: str, call: Call, names: set[str]) -> bool:
    position = _STEALS.get(call.name.text, 0)
    known = call.name.text in _INCREASE or call.name.text in _DECREASE or call.name.text in _STEALS
    if not known or len(call.arguments) <= position:
        return False
    file = model.files[model.functions[init].definition.path]
    inner = strip_casts(call.arguments[position])
    if inner and inner[0].text == b"&":
        inner = strip_casts(inner[1:])
    if len(inner) != 1:
        return False
    reference = file.written.get(inner[0].start)
    return reference is not None and reference.symbol in names


def _is_alias(model: Extension, init: str, call: Call, symbol: str) -> bool:
    return not _touches(model, init, call, {symbol})


def _balances_failure(body: Statement, call: Call, steals: Sequence[Call]) -> bool:
    """Tell whether a decrement stands in the failure branch of a call that would have taken the reference."""
    for statement in body.path_to(call.name.start):
        if statement.kind is StatementKind.IF and statement.head:
            condition = Span(statement.head[0].start, statement.head[-1].end)
            if any(steal.name.start in condition for steal in steals):
                return True
    return False


def _simple(body: Statement, call: Call) -> Statement | None:
    statement = body.path_to(call.name.start)[-1]
    is_whole = statement.kind is StatementKind.SIMPLE and statement.head and statement.head[0].start == call.name.start
    return statement if is_whole and statement.head[-1].end == call.close.end else None


def _is_increased(model: Extension, symbol: str, store: Store) -> bool:
    """Tell whether the function that stores a borrowed reference increments it."""
    for call in calls(model.body(store.function).tokens):
        if call.name.text not in _INCREASE or not call.arguments:
            continue
        argument = strip_casts(call.arguments[0])
        value = strip_casts(store.value)
        if [token.text for token in argument] == [token.text for token in value]:
            return True
        if _touches(model, store.function, call, {symbol}):
            return True
    return False
