"""Instances that functions put into variables: `last = self;`, or `shared = make((PyTypeObject *)cls);`."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.nodes import Call, Name, Node
from unstatic.capi.references import REPLACE, SHARE
from unstatic.capi.slots import CLASS_FIRST
from unstatic.capi.types import TYPE_POINTERS
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.references.borrowed_globals import receivers
from unstatic.facts.types.allocation import same_record
from unstatic.model.extension import Extension, Function, Reference, Role, RoleKind, StaticType
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, use_of, uses_as


def puts_instance(model: Extension, use: Reference, static: StaticType) -> bool:
    """Tell whether a function sets a variable at *use* to an instance of *static* that it has.

    It is given one, or has it by a pointer to the struct of such instances; or it is given the type, from which a call
    makes one. What it reads from an instance is something else.
    """
    function = model.functions.get(use.function or "")
    if function is None or use.via_macro is not None:
        return False
    given = _given(use_of(model, use))
    if given is None:
        return False
    values = [item for symbol in _instances(model, function, static) for item in _as_it_is(model, symbol)]
    values += [item for symbol in _types(model, function, static) for item in _made(model, symbol)]
    return any(item.reference.offset in given.span for item in values)


def _instances(model: Extension, function: Function, static: StaticType) -> Iterator[str]:
    """Yield the variables of *function* that are instances: its `self`, and pointers to their struct."""
    if any(not _takes_type(role) for role in _own_roles(model, function, static)):
        yield from function.definition.parameters[:1]
    for local in model.locals.get(function.symbol, ()):
        if static.record and local.pointee_record and same_record(model, local.pointee_record, static.record):
            yield local.symbol


def _types(model: Extension, function: Function, static: StaticType) -> Iterator[str]:
    """Yield the parameters of *function* that may be the type, or a subclass."""
    if any(_takes_type(role) for role in _own_roles(model, function, static)):
        yield from function.definition.parameters[:1]
    given = [
        item.symbol
        for item in model.locals.get(function.symbol, ())
        if item.symbol in function.definition.parameters and item.canonical_type in TYPE_POINTERS
    ]
    if given and function.symbol in _reached_with_type(model, static.symbol):
        yield from given


@fact
def _reached_with_type(model: Extension, symbol: str) -> frozenset[str]:
    """Return what the functions lead to that are given the type *symbol* itself, or a subclass."""
    static = model.type_by_symbol(symbol)
    given = [
        item.symbol
        for item in model.functions.values()
        if static is not None and any(_takes_type(role) for role in _own_roles(model, item, static))
    ]
    return frozenset(one for start in given for one in reached(model, start))


def _own_roles(model: Extension, function: Function, static: StaticType) -> Iterator[Role]:
    owners = _with_bases(model, static)
    return (role for role in function.roles if role.owner in owners and role.kind is not RoleKind.STATIC_METHOD)


def _takes_type(role: Role) -> bool:
    return role.kind is RoleKind.CLASS_METHOD or role.slot in CLASS_FIRST


def _given(use: Use) -> Node | None:
    """Return what a variable gets where it is named."""
    first = use.outer[0] if use.outer else None
    replaces = isinstance(first, Call) and _callee(first) in REPLACE and len(first.arguments) > 1
    return first.arguments[1] if isinstance(first, Call) and replaces else use.given


def _as_it_is(model: Extension, symbol: str) -> Iterator[Use]:
    """Yield where the value of a variable is handed on as it is, also from the local variables that get it."""
    found, work = {symbol}, [symbol]
    while work:
        for use in uses_as(model, work.pop(), UsedAs.ASSIGNED, UsedAs.INITIALISES, UsedAs.ARGUMENT):
            if use.role is UsedAs.ARGUMENT and not _callees(use) & (SHARE | REPLACE):
                continue
            yield use
            new = set(receivers(model, use, _around_calls(use))) - found
            found |= new
            work += new


def _made(model: Extension, symbol: str) -> Iterator[Use]:
    """Yield where a variable with a type is given to a call, and what the local variables get that the call sets."""
    types = {
        symbol,
        *(one for use in _as_it_is(model, symbol) for one in receivers(model, use, _around_calls(use))),
    }
    for one in types:
        for use in uses_as(model, one, UsedAs.ARGUMENT):
            yield use
            for local in receivers(model, use, _around_calls(use)):
                yield from _as_it_is(model, local)


def _around_calls(use: Use) -> Iterator[Node]:
    return (node for node in use.outer if not isinstance(node, Call))


def _callees(use: Use) -> set[bytes]:
    return {_callee(node) for node in use.outer[:1] if isinstance(node, Call)}


def _callee(call: Call) -> bytes:
    return call.function.text if isinstance(call.function, Name) else b""


def _with_bases(model: Extension, static: StaticType) -> frozenset[str]:
    found: set[str] = set()
    while static.symbol not in found:
        found.add(static.symbol)
        static = model.type_by_symbol(static.function("tp_base") or "") or static
    return frozenset(found)
