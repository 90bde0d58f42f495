"""Names for what is written into the project, free of collisions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from unstatic.errors import UsageError
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.state.existing_hooks import module_hooks
from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import Names, TypeChoice
from unstatic.settings.decided_beforehand import Planned


def module_prefix(model: Extension) -> str:
    """Return what names of module-level things begin with: the module's own name, as a person would shorten it."""
    parts = [part.strip("_") or part for part in model.name.split(".")]
    last = parts[-1]
    if len(last) < 3 and len(parts) > 1:
        last = f"{parts[-2]}_{last}"
    return re.sub(r"\W", "_", last) or "module"


def choose_names(model: Extension) -> Names:
    """Return names that no file of the extension uses yet; a state that the module has already keeps its own."""
    prefix = module_prefix(model)
    for candidate in (prefix, f"{prefix}module", f"{prefix}_module", f"{prefix}_ext"):
        names = _names(model, candidate)
        if not _taken(model, names):
            return names
    number = 2
    while _taken(model, _names(model, f"{prefix}{number}")):
        number += 1
    return _names(model, f"{prefix}{number}")


def _names(model: Extension, prefix: str) -> Names:
    own = own_state(model)
    return Names(
        prefix,
        own.spelling if own else f"{prefix}_state",
        "state",
        own.accessor if own and own.accessor else f"get_{prefix}_state",
        f"get_{prefix}_state_by_type",
        f"get_{prefix}_state_by_types",
        f"get_{prefix}_state_by_self",
        f"{prefix}_exec",
        f"{prefix}_traverse",
        f"{prefix}_clear",
        f"{prefix}_free",
        f"{prefix}_slots",
        f"{prefix}_loaded",
    )


def _taken(model: Extension, names: Names) -> bool:
    own = own_state(model)
    kept = {own.spelling, own.accessor} if own else set()
    # A hook that is there keeps its name.
    hooks = module_hooks(model)
    made = {"m_traverse": names.traverse, "m_clear": names.clear, "m_free": names.free}
    written = {
        names.state_type,
        names.getter,
        names.getter_by_type,
        names.getter_by_types,
        names.getter_by_self,
        names.exec,
        names.slots,
        names.loaded,
        *names.submodules,
        *names.by_interpreter,
        *(name for slot, name in made.items() if slot not in hooks),
    }
    return any(name.encode() in model.identifiers for name in written - kept)


def type_stem(model: Extension, static: StaticType, taken: Iterable[str]) -> str:
    """Return the beginning of `X_slots`, `X_spec` and `X_traverse` for one type."""
    base = re.sub(r"_?(type|Type|TYPE)(_?object)?$", "", static.name) or static.name
    used = set(taken)
    for stem in (base, static.name, f"{static.name}_heap"):
        texts = (f"{stem}_slots", f"{stem}_spec")
        if stem not in used and not any(text.encode() in model.identifiers for text in texts):
            return stem
    number = 2
    while f"{base}{number}_slots".encode() in model.identifiers or f"{base}{number}" in used:
        number += 1
    return f"{base}{number}"


def planned_names(model: Extension, planned: Planned | None, chosen: Names) -> Names:
    """Return *chosen* with the names that a plan file has instead. Raises UsageError for those that are taken."""
    if planned is None:
        return chosen
    names = replace(chosen, **planned.names)
    # The variable `state` is local, and gets out of the way by itself.
    for key, name in planned.names.items():
        if name != getattr(chosen, key) and key not in ("state", "prefix"):
            _require_free(model, planned, f"names: {key}", name)
    return names


def planned_stem(model: Extension, planned: Planned | None, chosen: TypeChoice) -> TypeChoice:
    """Return *chosen* with the stem that a plan file has instead. Raises UsageError if its names are taken."""
    stem = planned.stems.get(chosen.subject, chosen.stem) if planned is not None else chosen.stem
    if planned is None or stem == chosen.stem:
        return chosen
    for name in (f"{stem}_slots", f"{stem}_spec"):
        _require_free(model, planned, f"types: {chosen.subject}: stem", name)
    return replace(chosen, stem=stem)


def _require_free(model: Extension, planned: Planned, place: str, name: str) -> None:
    if name.encode() in model.identifiers:
        raise UsageError(
            f"{planned.source}: {planned.name}: {place}: {name} is a name that the sources use already; choose another"
        )
