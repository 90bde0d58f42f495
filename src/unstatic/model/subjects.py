"""The names by which a plan speaks of types, globals and the initialisation."""

from __future__ import annotations

from collections import Counter

from unstatic.model.extension import Declaration, Extension, Global, HeapSpec, StaticType
from unstatic.model.fact import fact


def subject_of(model: Extension, item: StaticType | Global) -> str:
    """Return the subject of a type or of a global."""
    return type_subject(item) if isinstance(item, StaticType) else global_subject(model, item)


def type_subject(static: StaticType) -> str:
    """Return the subject of a type."""
    return f"type:{static.name}"


def spec_subject(spec: HeapSpec) -> str:
    """Return the subject of a type that is made from a spec already; a member of a class is named with that."""
    return f"spec:{_with_class(spec.declaration)}"


def init_subject(model: Extension, entry: str) -> str:
    """Return the subject of the initialisation whose function *entry* is called first."""
    return f"init:{model.functions[entry].name}"


def global_subject(model: Extension, item: Global) -> str:
    """Return the subject of a global; what is local to a function or a class is named with that."""
    function, parent = item.declaration.function, item.declaration.parent
    if parent is not None:
        return f"global:{_with_class(item.declaration)}"
    if function is None:
        # Two sources can each have a static variable of that name.
        return (
            f"global:{item.name}"
            if _twins(model)[item.name] < 2
            else f"global:{item.declaration.path.name}:{item.name}"
        )
    owner = model.functions.get(function)
    return f"global:{owner.name if owner else function}.{item.name}"


@fact
def _twins(model: Extension) -> Counter[str]:
    return Counter(item.name for item in model.globals if not item.is_local)


def _with_class(item: Declaration) -> str:
    """Return the name of a variable, after that of its class if it's a member of one."""
    return f"{item.parent.rpartition('::')[2]}.{item.name}" if item.parent is not None else item.name
