"""Lists of live instances: each enters itself, its tp_dealloc takes it out, and the list owns none of them.

    for (i = 0; i < n; i++)
        if (links[i]->handle == handle)
            self = links[i];

A list that stays one for all modules may hold instances of several then: which one is meant is told by what it belongs
to, and nothing asks for its type. Any other variable that holds an instance stands for the one that it had last.
"""

from __future__ import annotations

import re

from unstatic.c.nodes import Binary, Call, Index, Member, Name, Node
from unstatic.capi.blocks import GIVE_BACK, RESIZE
from unstatic.capi.references import INCREASE, SHARE
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.references.borrowed_globals import receivers
from unstatic.model.extension import Extension, Global, GlobalKind, StaticType
from unstatic.model.uses import Use, UsedAs, use_of, uses_as

_LIST = (
    *(UsedAs.WRITTEN, UsedAs.ELEMENT, UsedAs.POINTEE, UsedAs.ARGUMENT, UsedAs.ASSIGNED, UsedAs.INITIALISES),
    *(UsedAs.COMPARED, UsedAs.SIZED),
)
_MOVED = (UsedAs.WRITTEN, UsedAs.ASSIGNED, UsedAs.INITIALISES, UsedAs.COMPARED)
_TAKEN = (UsedAs.ASSIGNED, UsedAs.INITIALISES)


def lists_instances(model: Extension, item: Global, static: StaticType) -> bool:
    """Tell whether a variable lists the live instances of *static*, and may list those of several modules."""
    if not static.record or not _is_list_of(item, static.record):
        return False
    uses = uses_as(model, item.symbol)
    if any(use.role not in _LIST or use.reference.function not in model.functions for use in uses):
        return False
    users = {use.reference.function or "" for use in uses}
    leaving = set(reached(model, static.function("tp_dealloc") or "")) & users
    return (
        bool(leaving)
        and not any(_knows_types(model, function) or _counts(model, function) for function in users)
        and all(use.reference.function in leaving or _is_harmless(model, use) for use in uses)
    )


def _is_list_of(item: Global, record: str) -> bool:
    """Tell whether a variable has place for several pointers to the struct *record*."""
    return re.fullmatch(rf"(?:struct )?{record} \*(?:\*|\[\d+\])", item.declaration.canonical_type) is not None


def _knows_types(model: Extension, function: str) -> bool:
    """Tell whether a function, or one that it names, uses a type or an object of the module."""
    objects = {one.symbol for one in model.globals if one.kind not in (GlobalKind.DATA, GlobalKind.OBJECT_TABLE)}
    known = objects | model.type_symbols
    return any(use.symbol in known for one in reached(model, function) for use in model.uses_in.get(one, ()))


def _counts(model: Extension, function: str) -> bool:
    """Tell whether a function makes a reference more to anything: it may be the list's, to the instance."""
    tokens = model.body(function).tokens
    return any(token.text in SHARE | INCREASE for token in tokens)


def _is_harmless(model: Extension, use: Use) -> bool:
    """Tell whether a use enters an instance, moves the list, or takes the instance out that something belongs to."""
    if use.role is UsedAs.POINTEE or (use.role is UsedAs.ARGUMENT and not _is_memory(use.outer[0])):
        return False
    if use.role in _TAKEN:
        return all(_is_set_aside(model, symbol) for symbol in receivers(model, use, use.outer))
    if use.role is not UsedAs.ELEMENT:
        return True
    element = use.outer[0]
    role = use.role_of(element)
    return role in (UsedAs.WRITTEN, UsedAs.COMPARED, UsedAs.MEMBER) or (
        role in _TAKEN and _asks_whose(model, use.reference.function or "", use.reference.symbol)
    )


def _is_memory(call: Node) -> bool:
    """Tell whether a call does nothing but move or free the list."""
    return isinstance(call, Call) and isinstance(call.function, Name) and call.function.text in RESIZE | GIVE_BACK


def _is_set_aside(model: Extension, symbol: str) -> bool:
    """Tell whether a local variable does nothing but keep the list for a while."""
    return all(use.role in _MOVED for use in uses_as(model, symbol))


def _asks_whose(model: Extension, function: str, symbol: str) -> bool:
    """Tell whether a function compares a field of what the list holds with what it is given."""
    given = set(model.functions[function].definition.parameters)
    uses = (use_of(model, one) for one in model.uses.get(symbol, ()) if one.function == function)
    return any(_is_key(model, whole, given, use) for use in uses for whole in use.outer)


def _is_key(model: Extension, whole: Node, given: set[str], use: Use) -> bool:
    """Tell whether *whole* is `list[i]->field == parameter`."""
    if not isinstance(whole, Binary) or whole.operator != b"==":
        return False
    sides = (whole.left.bare, whole.right.bare)
    file = model.files[use.reference.path].at(use.reference.offset)
    named = {file.written[side.tokens[0].start].symbol for side in sides if side.tokens[0].start in file.written}
    is_field = any(isinstance(side, Member) and isinstance(side.object.bare, Index) for side in sides)
    return is_field and bool(named & given)
