"""Structs that hold the module's own state for callbacks already: `((context *)ctx)->state`.

An object of one is part of an instance, and gets the state before its address is handed on. A module that was half
converted finds it by importing itself once more, which may give that of another module: the one of the instance is
stored instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.nodes import Member, Name, Node
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.modules import GET_STATE
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.places.record_objects import is_sized_in_code, may_make, of_records
from unstatic.facts.state.carriers.imported_states import Store, assignment_of, imported_states
from unstatic.model.extension import Declaration, Extension, RoleKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import STORING, Use, UsedAs, storing, uses_as
from unstatic.text.source import Span

# What a field that is part of an instance may be used as, so that nothing copies it.
_IN_PLACE = frozenset((UsedAs.MEMBER, UsedAs.ADDRESS))


@dataclass(frozen=True, slots=True)
class HeldState:
    """The member of a struct that holds the state, and the struct of the instances that it is part of.

    *stores* are those of imported states anywhere, which have to become the instance's.
    """

    member: str
    owner: str
    stores: tuple[Store, ...]


@fact
def held_state(model: Extension, record: str) -> HeldState | None:
    """Return how a struct holds the state wherever a pointer to it is handed on; None if that can't be told."""
    own = own_state(model)
    part = _part(model, record)
    if own is None or part is None or record == own.record.symbol or model.language != "c":
        return None
    members = [item for item in model.members.get(record, ()) if _is_state(item, own)]
    if len(members) != 1 or may_make(model, record, (), ()) or is_sized_in_code(model, part.parent or ""):
        return None
    given = [_given(model, own, use) for use in uses_as(model, members[0].symbol, *STORING, UsedAs.COMPARED)]
    known = [item for item in given if item is not None]
    if not known or len(known) != len(given) or not all(_is_set(model, use, known) for use in _handed_on(model, part)):
        return None
    # All are of one module, or none is: what they tell apart, such as strings, is told by identity.
    stores = imported_states(model) or () if any(item.is_imported for item in known) else ()
    return HeldState(members[0].name, part.parent or "", stores)


def _part(model: Extension, record: str) -> Declaration | None:
    """Return the field of another struct that all objects of a struct are; None if there are others."""
    kinds = (SymbolKind.TYPEDEF, SymbolKind.RECORD, SymbolKind.FUNCTION)
    declared = (item for item in of_records(model).get(record, ()) if item.kind not in kinds)
    objects = {item.symbol: item for item in declared if "*" not in item.canonical_type}
    found = next(iter(objects.values()), None)
    if found is None or len(objects) != 1 or found.kind is not SymbolKind.FIELD or "[" in found.canonical_type:
        return None
    return found if all(use.role in _IN_PLACE for use in uses_as(model, found.symbol)) else None


def _is_state(item: Declaration, own: OwnState) -> bool:
    is_pointer = item.kind is SymbolKind.FIELD and item.canonical_type.count("*") == 1
    return is_pointer and item.pointee_record == own.record.symbol and not item.from_macro


def _handed_on(model: Extension, part: Declaration) -> Iterator[Use]:
    yield from uses_as(model, part.symbol, UsedAs.ADDRESS)


@dataclass(frozen=True, slots=True)
class _Given:
    """A store to the member: what gives it, and in which object; whether it is the state of an imported module."""

    use: Use
    object: Node
    is_imported: bool


def _given(model: Extension, own: OwnState, use: Use) -> _Given | None:
    """Return a store that gives the state of a module, or can; None for anything else."""
    assigned = assignment_of(use)
    if assigned is None or not isinstance(assigned.target, Member):
        return None
    here = (item.value for item in imported_states(model) or () if item.path == use.reference.path)
    if any(value.overlaps(assigned.span) for value in here):
        return _Given(use, assigned.target.object, is_imported=True)
    is_own = _is_of_module(model, own, use, assigned.value.bare)
    return _Given(use, assigned.target.object, is_imported=False) if is_own else None


def _is_of_module(model: Extension, own: OwnState, use: Use, value: Node) -> bool:
    """Tell whether a value is a local that holds the state of the module whose function this is."""
    function = use.reference.function or ""
    file = model.files[use.reference.path]
    symbol = symbol_at(file, value.tokens[-1]) if isinstance(value, Name) else None
    local = next((item for item in model.locals.get(function, ()) if item.symbol == symbol), None)
    roles = model.functions[function].roles
    if local is None or local.initialiser is None or next(storing(model, local.symbol), None) is not None:
        return False
    if not roles or any(role.kind is not RoleKind.MODULE_FUNCTION for role in roles):
        return False
    tokens = [token.text for token in file.tokens_in(local.initialiser)]
    module = model.by_symbol[model.functions[function].definition.parameters[0]][0].name.encode()
    accessors = {GET_STATE, own.accessor.encode()} - {b""}
    return len(tokens) == 4 and tokens[0] in accessors and tokens[1:] == [b"(", module, b")"]


def _is_set(model: Extension, handed: Use, given: list[_Given]) -> bool:
    """Tell whether the object whose address is taken has got the state before, by a store that no way leads around."""
    function, offset = handed.reference.function or "", handed.reference.offset
    if function not in model.functions or not handed.around:
        return False
    body = model.body_at(function, handed.reference.path, offset)
    if any(item.is_target for item in body.walk()):
        return False
    blocks = [item for item in body.path_to(offset) if item.kind is StatementKind.BLOCK]
    before = [item for block in blocks for item in block.children if item.span.end <= offset]
    here = [one for one in given if one.use.reference.function == function]
    return any(_stores_in(item, one, handed) for item in before for one in here)


def _stores_in(statement: Statement, given: _Given, handed: Use) -> bool:
    """Tell whether a statement gives the object the state that *handed* is the address of, whenever it runs."""
    is_whole = statement.kind is StatementKind.SIMPLE or statement.kind is StatementKind.IF
    place = Span(statement.head[0].start, statement.head[-1].end) if statement.head else statement.span
    if not is_whole or given.use.reference.offset not in place or _is_optional(given.use):
        return False
    return [token.text for token in given.object.tokens] == [token.text for token in handed.around[0].tokens]


def _is_optional(use: Use) -> bool:
    """Tell whether something in its own statement decides about the store."""
    return any(token.text in (b"&&", b"||", b"?") for node in use.around for token in node.tokens)
