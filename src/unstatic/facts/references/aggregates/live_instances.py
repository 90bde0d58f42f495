"""Pointers to live instances that own none: a chain of all of them, or the one that was used last (G577).

    if (cached == self) cached = NULL;          if (self->prev) self->prev->next = self->next;
                                                else first = self->next;

The deallocator of the type takes the instance out again, so that the variable never points to one that is gone. In the
state it is data: neither visited nor cleared, but forgotten where the module is cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.nodes import Assignment, Call, Member, Name, Node
from unstatic.capi.references import INCREASE, LET_GO, RELEASE, SHARE
from unstatic.facts.references.borrowed_globals import receivers
from unstatic.facts.references.paths import summaries_of
from unstatic.facts.references.paths.leftovers import Ownership, fixes
from unstatic.model.extension import Extension, GlobalKind, Reference, RoleKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_empty, is_null, symbol_at, tokens_of
from unstatic.model.uses import Use, UsedAs, uses_as

_READ = (UsedAs.COMPARED, UsedAs.ASSIGNED, UsedAs.INITIALISES, UsedAs.MEMBER)


@fact
def points_to_live(model: Extension, symbol: str) -> bool:
    """Tell whether the variable *symbol* only ever points to an instance that takes itself out when it ends."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind is not GlobalKind.OBJECT or item.others:
        return False
    declared = item.declaration
    given = declared.initialiser
    if given is not None and not is_empty(tokens_of(model.files[declared.path], given)):
        return False
    uses = uses_as(model, symbol)
    users = dict.fromkeys(use.reference.function or "" for use in uses)
    deallocs = [function for function in users if function in model.functions and _is_dealloc(model, function)]
    if len(deallocs) != 1 or declared.canonical_type.count("*") != 1 or declared.pointee_record is None:
        return False
    is_known = _is_taken_out(model, declared.pointee_record, deallocs[0], uses)
    return is_known and all(_is_plain(model, use) for use in uses) and _are_lent(model, symbol, uses)


def _is_dealloc(model: Extension, symbol: str) -> bool:
    """Tell whether a function is the deallocator of one type, and nothing else."""
    roles = model.functions[symbol].roles
    return len(roles) == 1 and roles[0].kind is RoleKind.SLOT and roles[0].slot == "tp_dealloc"


def _is_taken_out(model: Extension, record: str, dealloc: str, uses: Sequence[Use]) -> bool:
    """Tell whether a deallocator of *record* forgets the instance: where it is the one, or is the first."""
    parameters = model.functions[dealloc].definition.parameters[:1]
    taking = (use for one in parameters for use in uses_as(model, one, UsedAs.ASSIGNED, UsedAs.INITIALISES))
    own = {*parameters, *(symbol for use in taking for symbol in receivers(model, use, use.outer))}
    declared = [model.by_symbol[symbol][0] for symbol in own if symbol in model.by_symbol]
    names = {one.name.encode() for one in declared}
    stores = [use for use in uses if use.role is UsedAs.WRITTEN]
    forgets = any(_forgets(use, names) for use in stores if use.reference.function == dealloc)
    others = [use for use in stores if use.reference.function != dealloc]
    setting = {use.reference.function for use in others if use.given and not is_null(use.given.bare.tokens)}
    return forgets and bool(setting) and any(one.pointee_record == record for one in declared)


def _are_lent(model: Extension, symbol: str, uses: Sequence[Use]) -> bool:
    """Tell whether no function that stores something leaves a reference for the variable."""
    stores = (use for use in uses if use.role is UsedAs.WRITTEN and use.given and not is_null(use.given.bare.tokens))
    lending = [use.reference for use in stores if not _is_dealloc(model, use.reference.function or "")]
    return all(
        fixes(reading, one.function or "", symbol).ownership is Ownership.MISSING
        for one in lending
        for reading in _readings(model, one)
    )


def _readings(model: Extension, use: Reference) -> Iterator[Extension]:
    """Yield the configurations that compile a place."""
    every = (model, *model.configurations)
    return (one for one in every if not one.files[use.path].is_inactive(use.offset))


def _forgets(use: Use, names: set[bytes]) -> bool:
    """Tell whether a store in the deallocator leaves nothing, or what follows the object."""
    given = use.given.bare if use.given is not None else None
    if given is None:
        return False
    follows = isinstance(given, Member) and isinstance(given.object.bare, Name) and given.object.bare.text in names
    return follows or is_null(given.tokens)


def _is_plain(model: Extension, use: Use) -> bool:
    """Tell whether a use only reads the pointer, or stores one of a local variable, and counts no references for it."""
    if use.reference.function not in model.functions or use.reference.via_macro is not None:
        return False
    if use.role is UsedAs.WRITTEN:
        root = use.around[-1] if use.around else None
        given = use.given.bare if use.given is not None else None
        if given is None or not isinstance(root, Assignment) or root.operator != b"=":
            return False
        return is_null(given.tokens) or _is_local(model, use, given)
    if use.role in (UsedAs.ASSIGNED, UsedAs.INITIALISES):
        return not any(_is_released(model, symbol) for symbol in receivers(model, use, use.outer))
    if use.role is UsedAs.RETURNED:
        return _is_lent_on(model, use.reference)
    return use.role in _READ


def _is_lent_on(model: Extension, use: Reference) -> bool:
    """Tell whether a function that returns the pointer never gives a reference with it."""
    function = use.function or ""
    given = (summaries_of(one).effect_of(function).gives for one in _readings(model, use))
    return not model.functions[function].roles and "new" not in given


def _is_released(model: Extension, symbol: str) -> bool:
    """Tell whether somebody lets go of what a local variable has: it was the pointer's then."""
    given = (use.outer[0] for use in uses_as(model, symbol, UsedAs.ARGUMENT) if use.outer)
    return any(isinstance(call, Call) and call.function.tokens[-1].text in RELEASE | LET_GO for call in given)


def _is_local(model: Extension, use: Use, given: Node) -> bool:
    """Tell whether a value is a local variable that no reference is taken of for the store, or a field of one."""
    base = given.object.bare if isinstance(given, Member) else given
    file = model.files[use.reference.path].at(use.reference.offset)
    symbol = symbol_at(file, base.tokens[-1]) if isinstance(base, Name) else None
    if symbol is None or model.global_by_symbol(symbol) is not None:
        return False
    counted = uses_as(model, symbol, UsedAs.ARGUMENT)
    calls = (one.outer[0] for one in counted if one.outer and one.reference.function == use.reference.function)
    return not any(isinstance(call, Call) and call.function.tokens[-1].text in SHARE | INCREASE for call in calls)
