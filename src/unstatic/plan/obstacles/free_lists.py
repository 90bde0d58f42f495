"""Types with free lists: both move, or none of them does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from unstatic.facts.references.aggregates.free_lists import FreeList, free_lists, written_types
from unstatic.facts.state.teardown.left_undone import left_undone
from unstatic.model.extension import Extension, Global, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, type_subject


def parted(
    model: Extension,
    types: Mapping[str, StaticType],
    variables: Mapping[str, Global],
    holding: Collection[str],
    joining: Collection[str],
) -> Iterator[tuple[str, Obstacle]]:
    """Yield the types whose free list stays, and the lists whose type does, with their reasons.

    *holding*: the types of which an instance keeps its module from being cleared; *joining*: those that the garbage
    collector will see, and doesn't yet.
    """
    for found in free_lists(model):
        owners = model.types_with("tp_dealloc", found.kept.function)
        own = owners[0] if len(owners) == 1 else None
        item = found.item
        here = model.location(item.declaration.path, item.declaration.name_span.start)
        problem = _problem(model, found, own, holding, joining)
        if item.symbol in variables and problem is not None:
            yield item.symbol, Obstacle(problem, "dealloc-shape", here)
        elif item.symbol in variables and own is not None and own.symbol not in types:
            reason = f"it keeps instances of {own.name}, which stays static"
            yield item.symbol, Obstacle(reason, "dealloc-shape", here, type_subject(own))
        elif item.symbol in variables and found.count is not None and found.count.symbol not in variables:
            reason = f"the number of what it keeps is in {found.count.name}, which stays a variable of the process"
            yield item.symbol, Obstacle(reason, "dealloc-shape", here, global_subject(model, found.count))
        for owner in owners if item.symbol not in variables else ():
            if owner.symbol in types:
                reason = f"its dead instances wait in {item.name}, which stays a variable of the process (a free list)"
                yield owner.symbol, Obstacle(reason, "dealloc-shape", here, global_subject(model, item))


def _problem(
    model: Extension, found: FreeList, own: StaticType | None, holding: Collection[str], joining: Collection[str]
) -> str | None:
    """Return why instances of the heap type can't wait in the list."""
    if own is None:
        return "its deallocator is that of several types"
    if own.symbol in joining:
        return f"what is taken from it would have to be shown to the collector, which doesn't see {own.name} yet"
    if own.symbol not in holding and not left_undone(model, found.kept.function):
        return f"what it keeps may be freed when the module is gone, as {own.name} is collected or subclassed"
    if any(symbol != own.symbol for symbol in written_types(model, found)):
        return "what is taken from it becomes an object of another type"
    return None
