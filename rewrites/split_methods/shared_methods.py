"""Methods that C code calls as well, with objects that needn't be instances of the method's type (G363).

CPython calls a method with an instance, whose type leads to the module, and a function of the module with that. C code
that calls the same function has the state, or can be given it, whatever the object is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.state.direct_calls import DirectCalls, direct_calls
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.state.subject_users import subject_used
from unstatic.facts.state.teardown.finalisation import TORN_DOWN
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.types.bases import subclassed
from unstatic.model.extension import Declaration, Extension, Function, Method, Reference, RoleKind
from unstatic.model.subjects import init_subject


@dataclass(frozen=True, slots=True)
class SharedMethod:
    """A function, where tables name it, and how each of these calls it."""

    function: Function
    subject: str
    """What it needs the state for."""
    entries: tuple[Reference, ...]
    takes_nothing: bool
    """Whether it is a METH_NOARGS method: CPython passes NULL as its second argument."""


def shared_methods(model: Extension) -> Iterator[SharedMethod]:
    """Yield the methods of which C code needs a function of its own."""
    for symbol, function in model.functions.items():
        if not _is_plain_method(model, function) or not _is_misled(model, function):
            continue
        subject = subject_used(model, symbol) or _lookup(model, symbol)
        entries = _entries(model, function)
        flags = {_flags(method) for method in _methods(model, function)}
        if subject and entries and len(flags) == 1:
            yield SharedMethod(function, subject, entries, flags == {(b"METH_NOARGS",)})


def _lookup(model: Extension, symbol: str) -> str:
    """Return the initialisation as the subject, if a function looks the module up, or what it calls does."""
    looking = {item.function for item in lookups(model).needing_state()}
    is_needed = model.init is not None and not looking.isdisjoint(reached(model, symbol) if looking else ())
    return init_subject(model, model.init.entry) if is_needed and model.init is not None else ""


def _is_plain_method(model: Extension, function: Function) -> bool:
    """Tell whether a function is known as a method of static types, or one of the module, and can be changed."""
    definition = function.definition
    is_method = all(role.kind is RoleKind.METHOD and role.owner in model.type_symbols for role in function.roles)
    is_method = is_method or is_of_module(function)
    is_written = not definition.from_macro and definition.member is None and definition.linkage is not None
    if not function.roles or not is_method or not is_written or function.escapes or function.alternatives:
        return False
    public = any(item.path in model.public_headers for item in (definition, *function.prototypes))
    return not public and not definition.declared_outside and protected_use(model, function.symbol) is None


def is_of_module(function: Function) -> bool:
    """Tell whether CPython calls a function with the module alone."""
    return all(role.kind is RoleKind.MODULE_FUNCTION for role in function.roles)


def _is_misled(model: Extension, function: Function) -> bool:
    """Tell whether C code passes what may be of another type, where types move into the state."""
    if not any(True for _ in direct_calls(model, function.symbol, 0)):
        return False
    subclassable = subclassed(model)
    known = DirectCalls(
        model, model.type_symbols, Instances(model, model.type_symbols, TORN_DOWN, frozenset()), subclassable
    )
    owners = frozenset(role.owner for role in function.roles)
    by_def = any(owner in subclassable for owner in owners)
    if is_of_module(function):
        # What else leads to a module is told apart once it is known which types do.
        given = known.misled(function.symbol, "module", 0, by_def=by_def, owners=owners)
        return any(text == "NULL" for _, text in given)
    return any(True for _ in known.misled(function.symbol, "self", 0, by_def=by_def, owners=owners))


def _methods(model: Extension, function: Function) -> Iterator[Method]:
    for role in function.roles:
        table = model.tables.get(role.table or "")
        for method in table.methods if table is not None else ():
            if function.symbol in method.functions:
                yield method


def _flags(method: Method) -> tuple[bytes, ...]:
    return tuple(sorted(item.strip() for item in method.flags.split(b"|")))


def _entries(model: Extension, function: Function) -> tuple[Reference, ...]:
    """Return where tables of its own file name a function; none if anything else does but calls."""
    tables = {role.table for role in function.roles}
    named = tuple(use for use in model.uses.get(function.symbol, ()) if not use.is_call)
    path = function.definition.path
    is_here = all(use.path == path and use.via_macro is None for use in named)
    is_active = not any(model.files[use.path].is_conditional(use.offset) for use in named)
    is_listed = all(use.initialises in tables for use in named)
    is_plain = not model.files[path].is_conditional(function.definition.span.start)
    return named if is_here and is_active and is_listed and is_plain else ()


def table_above(model: Extension, item: SharedMethod) -> Declaration | None:
    """Return the first table that names the method before it is defined; None if there is none."""
    start = item.function.definition.span.start
    symbols = {use.initialises for use in item.entries if use.offset < start}
    tables = (model.tables[symbol].declaration for symbol in symbols if symbol is not None)
    return min(tables, key=lambda table: table.span.start, default=None)
