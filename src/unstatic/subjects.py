"""The names by which a plan speaks of types and globals."""

from __future__ import annotations

from unstatic.model import Extension, Global, StaticType


def type_subject(static: StaticType) -> str:
    """Return the subject of a type."""
    return f"type:{static.name}"


def global_subject(model: Extension, item: Global) -> str:
    """Return the subject of a global; a function-local static is named with its function."""
    function = item.declaration.function
    if function is None:
        return f"global:{item.name}"
    owner = model.functions.get(function)
    return f"global:{owner.name if owner else function}.{item.name}"
