"""Deallocators that do work with the objects of the module, which can't be left undone once it is gone."""

from __future__ import annotations

from unstatic.facts.module.call_contexts import reached
from unstatic.facts.state.subject_users import subject_used
from unstatic.facts.state.teardown.finalisation import holds_module, reaches_after_free
from unstatic.facts.state.teardown.left_undone import left_undone, needing
from unstatic.model.extension import Extension, GlobalKind
from unstatic.model.fact import fact


@fact
def freed_with_module(model: Extension) -> frozenset[str]:
    """Return the types that are better left to be freed by their counts alone, as before (G76).

    Then an instance keeps its module whole, which its deallocator needs: it raises the module's exception, say.
    """
    own = (static for static in model.types if holds_module(model, static))
    return frozenset(static.symbol for static in own if _needs_module(model, static.function("tp_dealloc")))


def _needs_module(model: Extension, dealloc: str | None) -> bool:
    if dealloc not in model.functions or dealloc is None or not subject_used(model, dealloc):
        return False
    uses = (use for each in reached(model, dealloc) for use in needing(model, each))
    items = (model.global_by_symbol(use.symbol) for use in uses)
    needs = any(item is None or item.kind is not GlobalKind.DATA for item in items)
    return needs and not reaches_after_free(model, dealloc) and not left_undone(model, dealloc)
