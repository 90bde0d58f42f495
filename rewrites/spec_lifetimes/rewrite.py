"""Instances of types that are made from specs already release their type and show it to the collector (G08, G605)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.facts.trust.limited_api import limited_api
from unstatic.facts.types.specs.lifetimes import Lifetime, lifetimes
from unstatic.model.extension import Extension
from unstatic.model.subjects import spec_subject
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Change, Edit, Safety

from ..heap_types.lifetime import dealloc_edits, visit_edits


class SpecLifetimes:
    """Have instances release their heap types, and show them to the garbage collector."""

    name = "spec-lifetimes"
    title = "Count the references of instances to their heap types"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change for each spec; what shares a function with it is mended along."""
        found = [item for item in lifetimes(model) if plan.migrates(spec_subject(item.spec))]
        for item in found:
            edits = tuple(_edits(model, plan, item, found))
            if edits:
                subject = spec_subject(item.spec)
                yield Change(subject, self.name, "each instance has a reference to it", Safety.SAFE, edits)


REWRITE = SpecLifetimes()


def _edits(model: Extension, plan: Plan, item: Lifetime, found: Sequence[Lifetime]) -> Iterator[Edit]:
    """Yield the edits for one spec; those for what shares a function with it are the same."""
    dealloc = item.unreleasing
    if dealloc is not None:
        specs = [one.spec for one in found if one.unreleasing is dealloc]
        # A subtype's instances can be allocated in another way.
        is_final = not any(spec.is_subclassable for spec in specs)
        keeps_free = is_final or limited_api(model) is not None
        yield from dealloc_edits(model, plan, dealloc, all(spec.is_gc for spec in specs), keeps_free=keeps_free)
    if item.unvisiting is not None:
        yield from visit_edits(model, item.unvisiting)
