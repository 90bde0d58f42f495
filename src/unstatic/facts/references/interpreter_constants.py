"""Statics that only ever hold constants of the interpreter, such as `None`, `0` and `""`, or nothing at all.

These are the same objects in all interpreters, immortal from Python 3.12 on, and older Pythons have one GIL: nothing
of a module is in them. `Py_GetConstant` of the header pythoncapi_compat.h keeps such a table (G85), and the functions
that Argument Clinic writes for CPython keep the names of their keywords.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts
from unstatic.capi.references import GIVES_NULL, INCREASE
from unstatic.capi.types import CONSTANTS, EXCEPTIONS, INTERNED_NAMES
from unstatic.facts.references.stores import stores_of
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, tokens_of
from unstatic.model.uses import storing

_EMPTY = frozenset(
    (
        *(b'PyUnicode_FromString("")', b'PyUnicode_FromStringAndSize("",0)', b"PyUnicode_FromStringAndSize(NULL,0)"),
        *(b'PyBytes_FromString("")', b'PyBytes_FromStringAndSize("",0)', b"PyBytes_FromStringAndSize(NULL,0)"),
        *(b"PyUnicode_New(0,0)", b"PyTuple_New(0)", b"PyTuple_Pack(0)"),
    )
)
_ADD = b"PyModule_AddObject"
_INTEGERS = (b"PyLong_FromLong(", b"PyLong_FromSsize_t(", b"PyLong_FromLongLong(")
_STATIC_TYPE = re.compile(rb"&Py[A-Z][A-Za-z]*_Type")
_BUILTIN_TYPE = re.compile(rb"(?:%s|Py_TYPE\(\(*(?:%s)\)*\))" % (_STATIC_TYPE.pattern, b"|".join(sorted(CONSTANTS))))
_WORD = re.compile(rb"\w+")
# Smaller and larger ones are made anew each time.
_SMALL = range(-5, 257)


@fact
def given_constants(model: Extension) -> tuple[tuple[Path, Call, bytes], ...]:
    """Return the calls of PyModule_AddObject that the initialisation gives an object of the interpreter it doesn't own.

    The constant, exception or type goes along as it is written. A process lost the reference once; from now on each
    module would take one, and a constant would be freed in the end (before Python 3.12). All `#if` groups count.
    """
    found: dict[tuple[Path, int], tuple[Path, Call, bytes]] = {}
    for function in model.init_only_functions:
        for definition in (model.functions[function].definition, *model.functions[function].alternatives):
            assert definition.body is not None
            made = tuple(calls(model.files[definition.path].lexed.between(*definition.body)))
            owned = {_lent(model, call.arguments[0]) for call in made if call.name.text in INCREASE and call.arguments}
            for call in made:
                text = _lent(model, call.arguments[-1]) if call.name.text == _ADD and len(call.arguments) == 3 else b""
                if text and text not in owned:
                    found[definition.path, call.name.start] = definition.path, call, text
    return tuple(found[place] for place in sorted(found))


def _lent(model: Extension, value: Sequence[Token]) -> bytes:
    """Return the constant, exception or static type of the interpreter that an expression is; empty for others."""
    text = b"".join(token.text for token in strip_casts(value))
    is_lent = text in CONSTANTS or EXCEPTIONS.fullmatch(text) or _STATIC_TYPE.fullmatch(text)
    return text if is_lent and text.removeprefix(b"&").decode("latin-1") not in model.own_names else b""


def holds_shared_constants(model: Extension, item: Global) -> bool:
    """Tell whether all that is ever stored in *item* are constants that all interpreters share."""
    if item.kind is GlobalKind.INSTANCE:
        return _is_tuple_of_names(model, item)
    if item.kind not in (GlobalKind.OBJECT, GlobalKind.OBJECT_ARRAY):
        return False
    initialiser = item.declaration.initialiser
    given = tokens_of(model.files[item.declaration.path], initialiser) if initialiser is not None else ()
    if any(not is_null((token,)) for token in given if token.text not in (b"{", b"}", b",")):
        return False
    stores = {(store.path, store.offset): store for store in stores_of(model, item.symbol)}
    places = {(use.path, use.offset) for use in item.written}
    # A pointer to it in a table is enough for a loop that makes exceptions to store there.
    places |= {(use.reference.path, use.reference.offset) for use in storing(model, item.symbol)}
    if not stores or not places <= stores.keys():
        return False
    return all(_is_shared(store.value) or _is_builtin_type(model, store.value) for store in stores.values())


def _is_builtin_type(model: Extension, value: Sequence[Token]) -> bool:
    """Tell whether a value is a static type of the interpreter: by its name, or as what a constant or another leads to.

    The types of constants have one base (G393).
    """
    text = b"".join(token.text for token in strip_casts(value))
    for start in (b"PyTuple_GetItem(", b"PyTuple_GET_ITEM("):
        text = text.removeprefix(start).removesuffix(b"->tp_bases,0)") if text.startswith(start) else text
    own = {static.name.encode() for static in model.types}
    return _BUILTIN_TYPE.fullmatch(text) is not None and own.isdisjoint(_WORD.findall(text))


def _is_tuple_of_names(model: Extension, item: Global) -> bool:
    """Tell whether *item* is a tuple of the interpreter's own strings, as Argument Clinic writes it for CPython.

    It stands in a group that extensions aren't compiled with, and the strings in it are known to CPython alone.
    """
    start = item.declaration.name_span.start
    file = model.files[item.declaration.path].at(start)
    given = list(takewhile(lambda token: token.text != b";", file.tokens[file.index_at(start) :]))
    pointed = [after.text for token, after in pairwise(given) if token.text == b"&"]
    is_of_names = pointed[:1] == [b"PyTuple_Type"] and INTERNED_NAMES.issuperset(pointed[1:])
    return is_of_names and all(use.initialises for use in item.written)


def _is_shared(value: Sequence[Token]) -> bool:
    inner = strip_casts(value)
    text = b"".join(token.text for token in inner)
    if text in CONSTANTS or text in _EMPTY or is_null(tuple(inner)) or _only_raises(inner):
        return True
    made = next((name for name in _INTEGERS if text.startswith(name) and text.endswith(b")")), None)
    number = text[len(made) : -1] if made is not None else b""
    return number.lstrip(b"-").isdigit() and int(number) in _SMALL


def _only_raises(value: Sequence[Token]) -> bool:
    """Tell whether a value is NULL because its call sets an exception: `error = PyErr_Format(...);`."""
    first = next(calls(value), None)
    return first is not None and value[0] is first.name and value[-1] is first.close and first.name.text in GIVES_NULL
