"""Specs whose instances don't count for their type: nothing releases it with them, or no collector sees it.

An instance owns a reference to its heap type (CPython issue 35810). A deallocator that only frees leaks one with each
instance, and a tp_traverse that doesn't visit the type hides cycles through it (issue 40217). Both are what people who
convert types by hand forget first (HOWTO, sections "Defining tp_dealloc" and "Garbage-Collection Protocol").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import Call, strip_casts
from unstatic.capi.memory import ALLOCATE, FREE, GENERIC, INITIALISE, REVIVE, type_position
from unstatic.capi.references import LET_GO
from unstatic.capi.types import SET_TYPE, TYPE_LOOKUPS, TYPE_OF
from unstatic.facts.macros.opened_functions import OpenedFunction, opened_function
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.facts.references.kept_types import kept_types
from unstatic.facts.types.deallocation.deallocators import Dealloc, deallocator
from unstatic.facts.types.deallocation.traversal import passed_on, visits_its_type
from unstatic.model.extension import Extension, HeapSpec
from unstatic.model.fact import fact
from unstatic.text.source import Span

_TYPE = "PyTypeObject *"
_GIVES_TYPE = TYPE_LOOKUPS | TYPE_OF
_MAKERS = ALLOCATE | GENERIC | INITIALISE
_OTHER_WAYS = REVIVE | SET_TYPE


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A spec, and the functions that have to do more for a heap type than they do."""

    spec: HeapSpec
    unreleasing: Dealloc | None
    """The deallocator, if it frees instances and never releases their type."""
    unvisiting: str | None
    """The traverse function, if it never visits the type."""


@fact
def lifetimes(model: Extension) -> tuple[Lifetime, ...]:
    """Return the specs with such functions; those of which it can't be told are left out."""
    if not model.specs or _counts_by_hand(model):
        return ()
    found = (Lifetime(spec, unreleasing(model, spec), _unvisiting(model, spec)) for spec in model.specs)
    return tuple(item for item in found if item.unreleasing is not None or item.unvisiting is not None)


def unreleasing(model: Extension, spec: HeapSpec) -> Dealloc | None:
    """Return the deallocator of a heap type if it frees instances and never releases their type; None for any other."""
    symbol = _own(model, spec, "tp_dealloc")
    if symbol is None or not (_is_standard(spec, "tp_alloc", GENERIC) and _is_standard(spec, "tp_free", FREE)):
        return None
    dealloc = deallocator(model, symbol)
    if not dealloc.frees or dealloc.delegations or dealloc.problems or dealloc.leaving:
        return None
    return None if any(_releases_type(model, one) for one in reached(model, symbol)) else dealloc


def _is_standard(spec: HeapSpec, slot: str, names: frozenset[bytes]) -> bool:
    """Tell whether *slot* is left out, or one of the C API's functions that count the type or leave it."""
    field = spec.slots.get(slot)
    return field is None or any(token.text in names for token in lex_fragment(field.value, Span(0, len(field.value))))


def _unvisiting(model: Extension, spec: HeapSpec) -> str | None:
    """Return the traverse function of *spec* if it never visits the type; None where a base may do that for it."""
    symbol = _own(model, spec, "tp_traverse")
    if symbol is None or not spec.is_gc:
        return None
    if any(visits_its_type(one, symbol) for one in (model, *model.configurations)):
        return None
    return None if _hands_visit_on(model, symbol) else symbol


def _own(model: Extension, spec: HeapSpec, slot: str) -> str | None:
    """Return the function that is *slot* of heap types alone, and that nothing calls: a subtype's might do the rest."""
    field = spec.slots.get(slot)
    symbol = field.symbol if field is not None else None
    if symbol is None or symbol not in model.functions or model.types_with(slot, symbol):
        return None
    return None if any(use.is_call for use in model.uses.get(symbol, ())) else symbol


def _hands_visit_on(model: Extension, symbol: str) -> bool:
    """Tell whether a traverse function leaves some of its work to another one, but for that of a type of CPython's."""
    known = {item.call.name.start for item in passed_on(model, symbol) if _is_of_cpython(model, symbol, item.call)}
    return any(
        [token.text for token in argument] == [b"visit"]
        for call in model.calls(symbol)
        if call.name.start not in known
        for argument in call.arguments
    )


def _is_of_cpython(model: Extension, symbol: str, call: Call) -> bool:
    """Tell whether a call is `PyDict_Type.tp_traverse(...)`: static, so that it doesn't visit the type."""
    file = model.files[model.functions[symbol].definition.path]
    index = file.index_at(call.name.start)
    before = [token.text for token in file.tokens[index - 2 : index]]
    return before[1:] == [b"."] and before[0].startswith(b"Py") and before[0].endswith(b"_Type")


@fact
def _releases_type(model: Extension, symbol: str) -> bool:
    """Tell whether a function may give back a reference to a type, in some configuration."""
    opened = any(_gives_back(one, opened_function(one, symbol)) for one in (model, *model.configurations))
    return opened or any(token.text in _GIVES_TYPE for token in let_go(model.calls(symbol)))


def _gives_back(model: Extension, opened: OpenedFunction) -> bool:
    types = _GIVES_TYPE | _set_to_type(opened) | kept_types(model)
    for token in let_go(opened.calls):
        declared = model.by_symbol.get(opened.symbol(token) or "", ())
        if token.text in types or any(item.canonical_type == _TYPE for item in declared):
            return True
    return False


def let_go(calls: Iterable[Call]) -> Iterator[Token]:
    """Yield what stands in the arguments of those *calls* that give a reference back."""
    return (token for call in calls if call.name.text in LET_GO for argument in call.arguments for token in argument)


def _set_to_type(opened: OpenedFunction) -> set[bytes]:
    """Return the names that are set to the type of an object: `type = PyObject_Type(self)`."""
    tokens = opened.statement.tokens
    found = set[bytes]()
    for index, token in enumerate(tokens):
        if token.text == b"=" and index:
            value = {item.text for item in tokens[index + 1 : index + 10]}
            found |= {tokens[index - 1].text} if value & _GIVES_TYPE else set()
    return found


@fact
def _counts_by_hand(model: Extension) -> bool:
    """Tell whether the extension counts references to types in its own way.

    It sets the types of objects, goes on to another's deallocator, or releases a type of which it makes an instance.
    """
    return any(_counts_in(model, symbol) for symbol in functions_naming(model, (*_MAKERS, *_OTHER_WAYS, b"tp_dealloc")))


def _counts_in(model: Extension, symbol: str) -> bool:
    found = model.calls(symbol)
    names = {call.name.text for call in found}
    if b"tp_dealloc" in names or names & _OTHER_WAYS:
        return True
    if any(name.startswith(b"PyType_From") for name in names):
        # It owns the type that it makes.
        return False
    released = {_name(call.arguments[0]) for call in found if call.name.text in LET_GO and call.arguments} - {b""}
    return any(_type_given(call) in released for call in found if call.name.text in _MAKERS)


def _type_given(call: Call) -> bytes:
    """Return the name of the type that an instance is made of; empty if it's more than a name."""
    name = call.name.text
    at = 1 if name in INITIALISE else type_position(name) if name in ALLOCATE else 0
    return _name(call.arguments[at]) if len(call.arguments) > at else b""


def _name(argument: tuple[Token, ...]) -> bytes:
    inner = strip_casts(argument)
    return inner[0].text if len(inner) == 1 else b""
