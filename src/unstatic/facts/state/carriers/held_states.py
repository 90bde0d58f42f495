"""Structs that hold the module's own state for callbacks already: `((context *)ctx)->state`.

An object of one is part of an instance, and gets the state before its address is handed on. A module that was half
converted finds it by importing itself once more, which may give that of another module: the one of the instance is
stored instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.nodes import Assignment, Call, Member, Name, Node
from unstatic.c.syntax import Statement, StatementKind, strip_parentheses
from unstatic.capi.modules import FINDING_THE_MODULE, GET_STATE
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.places.in_functions import zero_tested
from unstatic.facts.places.record_objects import is_sized_in_code, may_make, of_records
from unstatic.model.extension import Declaration, Extension, RoleKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import STORING, Use, UsedAs, may_store, storing, uses_as
from unstatic.text.source import Span

# What a field that is part of an instance may be used as, so that nothing copies it.
_IN_PLACE = frozenset((UsedAs.MEMBER, UsedAs.ADDRESS))


@dataclass(frozen=True, slots=True)
class Store:
    """The value that *function* gives the member, where the state of its instance belongs.

    Where the value is tested for NULL there and nothing else is, the span is that of the whole test.
    """

    function: str
    path: Path
    value: Span
    target: bytes
    """What stands in front of the state then; else empty."""


@dataclass(frozen=True, slots=True)
class HeldState:
    """The member of a struct that holds the state, the struct of the instances that it is part of, and its stores."""

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
    members = [item for item in model.declarations if item.parent == record and _is_state(item, own)]
    if len(members) != 1 or may_make(model, record, (), ()) or is_sized_in_code(model, part.parent or ""):
        return None
    given = [_given(model, own, use) for use in uses_as(model, members[0].symbol, *STORING, UsedAs.COMPARED)]
    known = [item for item in given if item is not None]
    if not known or len(known) != len(given) or not all(_is_set(model, use, known) for use in _handed_on(model, part)):
        return None
    stores = tuple(item.store for item in known if item.store is not None)
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
    """A store to the member: in which statement of a function, in which object, and what is to be replaced there."""

    use: Use
    object: Node
    store: Store | None


def _given(model: Extension, own: OwnState, use: Use) -> _Given | None:
    """Return a store that gives the state of a module, or can; None for anything else."""
    target, assigned = use.around[0] if use.around else None, use.outer[0] if use.outer else None
    function = use.reference.function
    if use.role is not UsedAs.WRITTEN or not isinstance(assigned, Assignment) or not isinstance(target, Member):
        return None
    if function is None or use.statement is None or model.functions[function].alternatives:
        return None
    if model.files[use.reference.path].is_conditional(use.reference.offset):
        return None
    value = assigned.value.bare
    if isinstance(value, Call) and not value.arguments and isinstance(value.function, Name):
        called = symbol_at(model.files[use.reference.path], value.function.tokens[-1])
        fits = called is not None and _only_finds(model, called, 2)
        return _Given(use, target.object, _store(model, function, use, assigned)) if fits else None
    return _Given(use, target.object, None) if _is_of_module(model, own, use, value) else None


def _store(model: Extension, function: str, use: Use, assigned: Assignment) -> Store:
    """Return the store, with the test for NULL around it: a state that is there needs none."""
    path, statement = use.reference.path, use.statement
    assert statement is not None
    tested = strip_parentheses(zero_tested(statement.head)) if statement.kind is StatementKind.IF else ()
    inner = statement.children[-1] if statement.children else statement
    leaving = inner.children if inner.kind is StatementKind.BLOCK else (inner,)
    is_test = bool(tested) and Span(tested[0].start, tested[-1].end) == assigned.span and len(statement.children) == 1
    if is_test and len(leaving) == 1 and leaving[0].is_exit:
        return Store(function, path, statement.span, model.files[path].source.text(assigned.target.span) + b" = ")
    return Store(function, path, assigned.value.span, b"")


def _only_finds(model: Extension, symbol: str, depth: int) -> bool:
    """Tell whether a function does nothing but find the module and its state: no call of it is missed."""
    function = model.functions.get(symbol)
    if function is None or function.escapes or function.roles or function.alternatives or not depth:
        return False
    # A compiler warns of a static function without users.
    is_left_alone = function.definition.storage == "static" and len(model.uses.get(symbol, ())) == 1
    uses = model.uses_in.get(symbol, ())
    variables = [use.symbol for use in uses if use.kind is SymbolKind.VARIABLE and _is_far(model, use.symbol)]
    if is_left_alone or any(may_store(model, symbol) for symbol in variables):
        return False
    called = {use.symbol: use.name for use in uses if use.kind is SymbolKind.FUNCTION}
    return all(name in FINDING_THE_MODULE or _only_finds(model, one, depth - 1) for one, name in called.items())


def _is_far(model: Extension, symbol: str) -> bool:
    return any(item.function is None for item in model.by_symbol.get(symbol, ()))


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
