"""Bases of types: what is inherited of them, and where their names are read.

An inherited tp_traverse doesn't visit a heap type. A base is an argument of the call that makes the type (PEP 384).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from unstatic.c.lexer import TokenKind, lex_fragment
from unstatic.c.syntax import calls, strip_casts
from unstatic.capi.types import EXCEPTIONS
from unstatic.facts.module.ready_calls import readied
from unstatic.model.extension import Extension, RuntimeField, StaticType
from unstatic.model.fact import fact
from unstatic.text.source import Span

_OBJECTS_NEW = re.compile(rb"(?:\(\s*newfunc\s*\)\s*)?PyBaseObject_Type\s*\.\s*tp_new")


def names_exception(model: Extension, name: bytes) -> bool:
    """Tell whether a name, or what a macro without parameters stands for, is one of CPython's exceptions."""
    macro = model.sole_macro(name.decode("latin-1"))
    meant = [token.text for token in macro.body] if macro is not None and macro.body else [name]
    is_own = meant[0].decode("latin-1") in model.own_names
    return len(meant) == 1 and not is_own and EXCEPTIONS.fullmatch(meant[0]) is not None


def derives_from_exception(model: Extension, static: StaticType) -> bool:
    """Tell whether the base of a type is one of CPython's exceptions, wherever it is given."""
    given = [item.value for item in static.runtime if item.name == "tp_base"] or [static.value("tp_base")]
    texts = [lex_fragment(value, Span(0, len(value))) for value in given]
    return all(names_exception(model, b"".join(token.text for token in strip_casts(tokens))) for tokens in texts)


def is_read_at_creation(model: Extension, static: StaticType, item: RuntimeField) -> bool:
    """Tell whether what tp_base is given is the same where PyType_Ready is called a little later, and the type made.

    `T.tp_base = PyDateTimeAPI->TZInfoType;` is known at run time only.
    """
    found = readied(model, static)
    if item.name != "tp_base" or len(found) != 1 or found[0][0] != item.function:
        return False
    file = model.files[item.path]
    value = file.tokens_in(item.value_span)
    ready = found[0][1].name.start
    between = [token for token in model.body(item.function).tokens if item.statement.end <= token.start < ready]
    if item.statement.end > ready or any(calls(value)):
        return False
    if any(call.name.text.decode("latin-1") in model.functions_named for call in calls(between)):
        return False
    names = {token.text for token in value if token.kind is TokenKind.IDENT}
    following = zip(between, between[1:], strict=False)
    return not any(token.text in names and after.text == b"=" for token, after in following)


def inherits_new(model: Extension, static: StaticType, item: RuntimeField | None = None) -> bool:
    """Tell whether a type is given object's tp_new at run time, and would have it from its base all the same.

    A static type doesn't inherit that of object, a heap type does (`Objects/typeobject.c`, `inherit_special`). *item*:
    the assignment in question, if it is a certain one.
    """
    given = [one for one in static.runtime if one.name == "tp_new"]
    if len(given) != 1 or item not in (None, given[0]) or _OBJECTS_NEW.fullmatch(given[0].value) is None:
        return False
    if not static.base:
        return True
    base = model.type_by_symbol(static.function("tp_base") or "")
    return base is not None and base is not static and inherits_new(model, base)


@fact
def subclassed(model: Extension) -> frozenset[str]:
    """Return the types, or their specs, that Python code can subclass, and the bases of those.

    What is inherited of a base that is final is called with instances of such subclasses as well.
    """
    found = {item.symbol for item in model.types if item.is_subclassable}
    found |= {item.declaration.symbol for item in model.specs if item.is_subclassable}
    return with_bases(model, found)


def is_final(model: Extension, static: StaticType) -> bool:
    """Tell whether all instances of a type are of that type itself: nothing derives from it."""
    return not static.is_subclassable and static.symbol not in _all_bases(model)


@fact
def _all_bases(model: Extension) -> frozenset[str]:
    """Return what any type, or its spec, derives from."""
    all_types = (*model.type_symbols, *(item.declaration.symbol for item in model.specs))
    return with_bases(model, (base for symbol in all_types for base in _bases_of(model, symbol)))


def with_bases(model: Extension, types: Iterable[str]) -> frozenset[str]:
    """Return *types*, or their specs, and all bases of those, by symbol."""
    found = set(types)
    work = list(found)
    while work:
        bases = _bases_of(model, work.pop()) - found
        found |= bases
        work += bases
    return frozenset(found)


def _bases_of(model: Extension, symbol: str) -> set[str]:
    """Return the base of a static type, or the specs of types that stand beside a spec where its type is made."""
    static = model.type_by_symbol(symbol)
    if static is not None:
        return {base for base in (static.function("tp_base"),) if base is not None}
    beside: set[str] = set()
    for use in model.uses.get(symbol, ()):
        seen = use.function is not None and use.function in model.functions
        for call in model.calls_around(use.function or "", use.offset) if seen else ():
            written = model.files[use.path].at(use.offset).written
            named = (written.get(token.start) for argument in call.arguments for token in argument)
            beside |= {item.symbol for item in named if item is not None}
    return {item.declaration.symbol for item in model.specs if item.holder in beside}


def final_base(model: Extension, static: StaticType) -> StaticType | None:
    """Return the base among the project's static types if it lacks Py_TPFLAGS_BASETYPE, else None (G34)."""
    base = model.type_by_symbol(static.function("tp_base") or "")
    return base if base is not None and not base.is_subclassable else None
