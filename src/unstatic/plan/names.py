"""Names for what is written into the project, free of collisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, count

from unstatic.c.lexer import TokenKind
from unstatic.errors import UsageError
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.plan.decisions import Names, TypeChoice
from unstatic.settings.decided_beforehand import Planned

_SAY_NOTHING = frozenset(("extension", "ext", "cext", "cpython", "core", "impl", "native", "lib", "module", "main"))
"""Names of modules that say only that they are the part in C: their package says what it is."""


def module_prefix(model: Extension) -> str:
    """Return what names of module-level things begin with: the module's own name, as a person would shorten it.

    What several modules are compiled from has names that hold for each (G391).
    """
    if model.names_are_shared:
        return "module"
    parts = [part.strip("_") or part for part in model.name.split(".")]
    last = parts[-1]
    if last in _SAY_NOTHING and len(parts) > 1:
        last = parts[-2]
    elif len(last) < 3 and len(parts) > 1 and parts[-2] != last:
        last = f"{parts[-2]}_{last}"
    return re.sub(r"\W", "_", last) or "module"


def choose_names(model: Extension) -> Names:
    """
    Return names that no file of the extension uses yet; a state that the module has already keeps its own.

    Those of the state are short wherever they are free, as each function that reaches it is full of them.
    """
    prefix = module_prefix(model)
    for_state = _free(model, prefix, _of_state)
    for_hooks = _free(model, prefix, _own)
    names = _names(model, for_state)
    return _told_apart(model, names if for_hooks == for_state else _with_hooks(names, _names(model, for_hooks)))


def _free(model: Extension, prefix: str, chosen: Callable[[Extension, Names], Iterable[str]]) -> str:
    """Return the first prefix with which the *chosen* names are free."""
    others = (f"{prefix}module", f"{prefix}_module", f"{prefix}_ext")
    if model.names_are_shared:
        others = ("mod", "extmodule", "ext_module")
    candidates = others if _is_of_library(model, prefix) else (prefix, *others)
    numbered = (f"{prefix}{number}" for number in count(2))
    return next(item for item in chain(candidates, numbered) if not _taken(model, _names(model, item), chosen))


def _is_of_library(model: Extension, prefix: str) -> bool:
    """Tell whether the names of a library that is called begin so: its headers may have any other such name too."""
    start = f"{prefix}_".encode()
    declared = {item.name.encode() for item in model.declarations} | {name.encode() for name in model.macros}
    for file in model.files.values():
        strange = {word for word in file.lexed.words if word.startswith(start)} - declared
        for at in file.lexed.places(strange):
            around = file.lexed.between(at, file.source.line_end(at))
            if [token.kind for token in around[:1]] == [TokenKind.IDENT] and [t.text for t in around[1:2]] == [b"("]:
                return True
    return False


def _with_hooks(names: Names, other: Names) -> Names:
    return replace(
        names, exec=other.exec, traverse=other.traverse, clear=other.clear, free=other.free, slots=other.slots
    )


def _names(model: Extension, prefix: str) -> Names:
    own = own_state(model)
    getter = own.accessor if own and own.accessor else f"get_{prefix}_state"
    stem = getter if _begins_others(model, getter) else f"get_{prefix}_state"
    return Names(
        prefix,
        own.spelling if own else f"{prefix}_state",
        "state",
        getter,
        f"{stem}_by_type",
        f"{stem}_by_types",
        f"{stem}_by_self",
        f"{prefix}_exec",
        f"{prefix}_traverse",
        f"{prefix}_clear",
        f"{prefix}_free",
        f"{prefix}_slots",
        f"{prefix}_loaded",
    )


def _begins_others(model: Extension, getter: str) -> bool:
    """Tell whether the names of what reaches the state otherwise can begin as that of what does so by the module."""
    others = (f"{getter}_by_{end}".encode() for end in ("type", "types", "self"))
    return getter.islower() and getter.endswith("state") and not any(name in model.identifiers for name in others)


def _told_apart(model: Extension, names: Names) -> Names:
    """Return *names* with other ones for the module's functions where only case tells them from those of a type."""
    known = {item.name.lower() for item in model.declarations if item.function is None}
    # A type of the very same name gets other names itself.
    stems = {bare_name(static) for static in model.types} - {names.prefix}
    known |= {f"{stem}_{end}".lower() for stem in stems for end in ("slots", "traverse", "clear")}
    known |= {name.lower() for name in _traverses(model) if name != names.traverse}
    if known.isdisjoint(name.lower() for name in _own(model, names)):
        return names
    for prefix in (f"{names.prefix}module", f"{names.prefix}_module"):
        changed = _with_hooks(names, _names(model, prefix))
        if known.isdisjoint(name.lower() for name in _own(model, changed)) and not _taken(model, changed, _own):
            return changed
    return names


def _traverses(model: Extension) -> Iterator[str]:
    """Yield what the traversal of each type is called after its deallocator, if it gets one."""
    for static in model.types:
        function = model.functions.get(static.function("tp_dealloc") or "")
        if function is not None:
            yield from traverses_named_after(function.name)


def traverses_named_after(dealloc: str) -> Iterator[str]:
    """Yield what the traversal of a type may be called whose deallocator has the name *dealloc*."""
    for old, new in (("dealloc", "traverse"), ("Dealloc", "Traverse"), ("DEALLOC", "TRAVERSE")):
        if old in dealloc:
            yield dealloc.replace(old, new)


def _own(model: Extension, names: Names) -> tuple[str, ...]:
    """Return the names of the module's table and functions that are new; a hook that is there keeps its name."""
    hooks = module_hooks(model)
    made = {"m_traverse": names.traverse, "m_clear": names.clear, "m_free": names.free}
    return (names.exec, names.slots, *(name for slot, name in made.items() if slot not in hooks))


def _of_state(model: Extension, names: Names) -> tuple[str, ...]:
    """Return the names of the state and of what reaches it; those that are there stay."""
    own = own_state(model)
    kept = {own.spelling, own.accessor} if own else set()
    by_others = (names.getter_by_types, names.module_getter_by_types, names.getter_by_self, names.finder_by_type)
    accessors = (names.getter, names.getter_by_type, *by_others)
    finders = (names.importing, names.by_object, *names.by_interpreter)
    written = (names.state_type, *accessors, names.loaded, *names.submodules, *finders)
    return tuple(name for name in written if name not in kept)


def _taken(model: Extension, names: Names, chosen: Callable[[Extension, Names], Iterable[str]]) -> bool:
    return any(name.encode() in model.identifiers for name in chosen(model, names))


def type_stem(model: Extension, static: StaticType, taken: Iterable[str]) -> str:
    """Return the beginning of `X_slots`, `X_spec` and `X_traverse` for one type."""
    base = bare_name(static)
    used = set(taken)
    for stem in (base, static.name, f"{static.name}_heap"):
        texts = (f"{stem}_slots", f"{stem}_spec")
        if stem not in used and not any(_is_known(model, text) for text in texts):
            return stem
    number = 2
    while f"{base}{number}_slots".encode() in model.identifiers or f"{base}{number}" in used:
        number += 1
    return f"{base}{number}"


def _is_known(model: Extension, name: str) -> bool:
    """Tell whether the sources have a name, or at the level of a file one that differs by case only."""
    return name.lower() in _names_of_files(model) or name.encode() in model.identifiers


@fact
def _names_of_files(model: Extension) -> frozenset[str]:
    """Return what is declared at the level of files, in lower case."""
    return frozenset(item.name.lower() for item in model.declarations if item.function is None)


def bare_name(static: StaticType) -> str:
    """Return the name of a type's variable without what says that it is a type."""
    words = r"_?(?<!proto)(?<!Proto)(?<!PROTO)(type|Type|TYPE)(_?object)?$"
    return re.sub(words, "", static.name) or static.name


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
