"""How a deallocator ends that keeps some objects in a free list and frees the others: each gives its type up once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.nodes import Assignment, Postfix, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.references.aggregates.free_lists import list_of
from unstatic.facts.types.deallocation.state_lists import state_list
from unstatic.model.extension import Extension


@dataclass(frozen=True, slots=True)
class ListWays:
    """Both ways out: into the list, and into the memory that is free."""

    end: Statement | None
    """The `if` that has both; None if the free stands behind it."""
    leaving: tuple[Statement, ...]
    """The return that ends the way into the list, where it doesn't meet the other."""


def ways_of_list(model: Extension, dealloc: str, frees: Sequence[Statement]) -> ListWays | None:
    """Return how *dealloc* ends, which has the statements *frees*; None if it has no list, or ends otherwise."""
    waits = state_list(model, dealloc)
    if waits is not None:
        return ListWays(None, (waits.leaving,)) if len(frees) == 1 else None
    found = list_of(model, dealloc)
    body = model.body(dealloc)
    if found is None or len(frees) != 1 or not body.children:
        return None
    kept = found.kept.statements
    returned = kept[-1] if kept[-1].kind is StatementKind.RETURN else None
    stores = kept if returned is None else kept[:-1]
    if not all(_only_stores(statement) for statement in stores):
        return None
    last, before = body.children[-1], body.children[-2:-1]
    if last.kind is StatementKind.IF and len(last.children) == 2 and returned is None:
        branches = {branch.inside for branch in last.children}
        return ListWays(last, ()) if branches == {kept, tuple(frees)} else None
    if returned is None or returned.head or last != frees[0] or not before:
        return None
    is_way = before[0].kind is StatementKind.IF and [item.inside for item in before[0].children] == [kept]
    return ListWays(None, (returned,)) if is_way else None


def _only_stores(statement: Statement) -> bool:
    """Tell whether a statement does nothing but give a variable or a field another value."""
    trees = expressions_of(statement) if statement.kind is StatementKind.SIMPLE else ()
    return bool(trees) and isinstance(trees[0], Assignment | Postfix | Prefix)
