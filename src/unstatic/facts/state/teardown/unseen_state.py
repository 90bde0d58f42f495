"""What a state of the module's own holds that the collector doesn't see, as the module has no m_traverse (G604).

A type in it leads to its module, and the module to the type: without m_traverse, nothing of that is ever freed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.nodes import Assignment, Node
from unstatic.c.syntax import Statement, only_call, strip_casts
from unstatic.capi.references import RELEASE
from unstatic.capi.slots import TEARDOWN
from unstatic.capi.types import MAKE_WITHOUT_MODULE, TYPE_RECORDS
from unstatic.facts.module.call_contexts import runs_in_teardown
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.places.record_objects import python_objects
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.facts.state.existing_state_problems import own_state_problems
from unstatic.facts.state.routes.known import knows_module
from unstatic.facts.state.teardown.existing_hooks import hook_problems, module_hooks
from unstatic.facts.state.teardown.finalisation import spec_holds_module
from unstatic.facts.state.teardown.given_members import gifts
from unstatic.model.extension import Declaration, Extension, Function, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import Use, UsedAs, outer_of, use_of


@dataclass(frozen=True, slots=True)
class UnseenState:
    """A state with objects, of a module that has no m_traverse, nor an m_clear that others rely on."""

    own: OwnState
    objects: tuple[Declaration, ...]
    """The members that own objects, in the order of the struct."""
    free: Function | None
    released: tuple[Statement, ...]
    """The statements of m_free that release one of them."""


@fact
def unseen_state(model: Extension, minimum: tuple[int, int]) -> UnseenState | None:
    """Return the state of which the collector must see more; None if it sees all, or none that can be changed."""
    definition, own = model.module_def(), own_state(model)
    if definition is None or own is None or definition.declaration.function is not None:
        return None
    if {"m_traverse", "m_clear"} & definition.fields.keys() or is_conditional(model, own):
        return None
    if any(True for _ in own_state_problems(model, minimum)) or any(True for _ in hook_problems(model)):
        return None
    free = module_hooks(model).get("m_free")
    members = {item.symbol: item for item in own.members if holds_object(model, item) and not is_array(item)}
    released = _released(model, free, members) if free is not None else {}
    if released is None:
        return None
    objects = tuple(item for symbol, item in members.items() if symbol in released or is_owned(model, item))
    if not objects or _is_needed_late(model, own):
        return None
    return UnseenState(own, objects, free, tuple(dict.fromkeys(released.values())))


def left_behind(model: Extension, minimum: tuple[int, int]) -> Declaration | None:
    """Return a member with a type that leads to its module, where neither m_traverse nor a new one shows that.

    From one initialisation for each import, each would leave a module behind.
    """
    definition, own = model.module_def(), own_state(model)
    if definition is None or own is None or "m_traverse" in definition.fields or unseen_state(model, minimum):
        return None
    makers = {spec.creator.encode() for spec in model.specs if knows_module(model, spec)}
    makers -= frozenset(MAKE_WITHOUT_MODULE)
    made = (item for item in own.members for value in _stored(model, item) for token in value if token.text in makers)
    return next(made, None)


def is_conditional(model: Extension, own: OwnState) -> bool:
    """Tell whether an `#if` group holds a member: the hooks would need one as well."""
    file = model.files[own.path]
    return any(item.span.overlaps(own.whole) and item.span.start > own.whole.start for item in file.lexed.conditionals)


def holds_object(model: Extension, item: Declaration) -> bool:
    """Tell whether a member points to an object, or is an array of pointers to some."""
    return item.canonical_type.count("*") == 1 and item.pointee_record in _object_records(model)


@fact
def _object_records(model: Extension) -> frozenset[str | None]:
    return python_objects(model) | TYPE_RECORDS | {static.record for static in model.types}


def _released(model: Extension, free: Function, members: dict[str, Declaration]) -> dict[str, Statement] | None:
    """Return what m_free releases of *members*, by one statement each; None if it does anything else with them."""
    found: dict[str, Statement] = {}
    for use in (item for item in model.uses_in.get(free.symbol, ()) if item.symbol in members):
        around = model.body_at(free.symbol, use.path, use.offset).path_to(use.offset)
        if use.via_macro is not None or len(around) != 2 or use.symbol in found or not _is_release(use, around[-1]):
            return None
        found[use.symbol] = around[-1]
    return found


def _is_release(use: Reference, statement: Statement) -> bool:
    call = only_call(statement)
    if call is None or call.name.text not in RELEASE or len(call.arguments) != 1:
        return False
    return strip_casts(call.arguments[0])[-1].start == use.offset


def is_owned(model: Extension, item: Declaration) -> bool:
    """Tell whether all that is stored in a member are new references, which it keeps, or an increment lets it keep."""
    values = list(_stored(model, item))
    is_new = bool(values) and all(value and summaries_of(model).is_new(value) for value in values)
    return is_new and gifts(model, item) is not None


def _stored(model: Extension, item: Declaration) -> Iterator[tuple[Token, ...]]:
    """Yield what a member, or an element of it, is set to, NULL left out; nothing in it where that can't be told."""
    for use in model.uses.get(item.symbol, ()):
        found = use_of(model, use)
        role, given = found.role, found.given
        if is_array(item):
            role, given = _of_element(found)
        if role in (UsedAs.ADDRESS, UsedAs.CHANGED, UsedAs.UNKNOWN):
            yield ()
        elif role is UsedAs.WRITTEN:
            value = strip_casts(given.tokens) if given is not None else ()
            if not is_null(value):
                yield value


def is_array(item: Declaration) -> bool:
    """Tell whether a member is an array of pointers."""
    return "[" in item.canonical_type


def _of_element(use: Use) -> tuple[UsedAs, Node | None]:
    """Return what is done with the element of an array that is used, and what it is set to; unknown for the array."""
    if use.role is not UsedAs.ELEMENT:
        return UsedAs.UNKNOWN, None
    around = use.around[use.around.index(use.outer[0]) :]
    role, outer = use.role_of(around[0]), outer_of(around)
    # What an element is passed to may take it over.
    return (UsedAs.UNKNOWN if role is UsedAs.ARGUMENT else role), (
        outer[0].value if outer and isinstance(outer[0], Assignment) else None
    )


def _is_needed_late(model: Extension, own: OwnState) -> bool:
    """Tell whether the teardown of an instance asks for the state, which m_clear would have emptied.

    Not that of an instance which the collector doesn't see: it keeps its module whole.
    """
    members = {item.symbol for item in own.members}
    hooks = {item.symbol for item in module_hooks(model).values()}
    whole = frozenset(item.declaration.symbol for item in model.specs if spec_holds_module(model, item))
    late = runs_in_teardown(model, TEARDOWN, whole) - hooks
    return any(use.symbol in members for function in late for use in model.uses_in.get(function, ()))
