"""Members of a state of the module's own that hold a type from a spec without a reference of their own.

The module's dict owns the type then. Instances that never give back what they took of their type keep it alive, and the
pointer good: once they do, it can outlive the type.
"""

from __future__ import annotations

from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.references.kept_types import kept_types
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.types.specs.lifetimes import let_go
from unstatic.model.extension import Declaration, Extension
from unstatic.model.fact import fact


@fact
def unowned_types(model: Extension) -> tuple[Declaration, ...]:
    """Return the members that are given a type from a spec, and that no hook of the module releases."""
    own = own_state(model)
    if own is None:
        return ()
    released = _released(model)
    names = kept_types(model)
    holding = (item for item in own.members if item.name.encode() in names or item.canonical_type == "PyTypeObject *")
    return tuple(item for item in holding if item.symbol not in released)


def _released(model: Extension) -> set[str | None]:
    """Return what the hooks of the module release, and the functions that they call."""
    hooks = module_hooks(model).values()
    opened = (opened_function(model, name) for hook in hooks for name in reached(model, hook.symbol))
    return {one.symbol(token) for one in opened for token in let_go(one.calls)}
