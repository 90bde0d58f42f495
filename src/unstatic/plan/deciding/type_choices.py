"""Choices for a type that is converted: its names, its garbage collection, what it keeps."""

from __future__ import annotations

from unstatic.capi.memory import INITIALISE
from unstatic.capi.types import UNCOLLECTED
from unstatic.facts.macros.made_frees import deallocated_alike
from unstatic.facts.state.teardown.finalisation import found_by_callbacks, holds_module
from unstatic.facts.state.teardown.working_deallocators import freed_with_module
from unstatic.facts.types.allocation import Initialisation, allocations, initialisations, owner_of, same_record
from unstatic.facts.types.collection import is_link, seen_fields
from unstatic.facts.types.conditional_flags import collected_in_a_group
from unstatic.facts.types.deallocation.deallocators import dealloc_of
from unstatic.facts.types.deallocation.inherited_containers import inherited_container
from unstatic.facts.types.deallocation.state_lists import waiting_list
from unstatic.facts.types.forgotten_visits import forgotten_fields, may_visit_more
from unstatic.facts.types.kept_instances import may_be_kept
from unstatic.facts.types.sequences.struct_sequences import sequence_of
from unstatic.model.extension import Extension, StaticType, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import TypeChoice
from unstatic.plan.names import type_stem
from unstatic.plan.obstacles.struct_sequences import name_text, new_name
from unstatic.plan.obstacles.type_attributes import own_methods_problem, unreadable_pickles
from unstatic.plan.type_names import is_name_read, spec_name


def choose(model: Extension, static: StaticType, gc: str, taken: set[str]) -> TypeChoice:
    """Return how *static* is converted; a struct sequence has neither slots nor spec of its own."""
    sequence = sequence_of(model, static)
    if sequence is None:
        return _of_static(model, static, gc, taken)
    name = new_name(model, sequence)
    # What repr shows of each instance starts with the name.
    read = name.startswith('"builtins.') or is_name_read(model, name_text(model, sequence), name)
    return TypeChoice(type_subject(static), static.name, static.name, "none", False, name, keeps_name=read)


def _of_static(model: Extension, static: StaticType, gc: str, taken: set[str]) -> TypeChoice:
    stem = type_stem(model, static, taken)
    has_base = bool(static.base)
    disallow = not static.value("tp_new") and not has_base
    name = spec_name(model, static)
    refuses = disallow and unreadable_pickles(model, static) and not own_methods_problem(model, static)
    joins = _gc(model, static, gc)
    holds = holds_module(model, static) and joins == "none"
    forgotten = forgotten_fields(model, static) if static.is_gc else ()
    visits = _shown(model, static, gc) if joins == "add" else ()
    if joins == "keep" and forgotten and may_visit_more(model, static):
        seen = seen_fields(model, static, dealloc_of(model, static))
        visits = tuple(field for field in forgotten if field in seen)
    unseen = _unseen(model, static, visits, forgotten)
    read = is_name_read(model, static.value("tp_name"), name)
    subject = type_subject(static)
    return TypeChoice(subject, static.name, stem, joins, disallow, name, refuses, "", holds, visits, unseen, read)


def keeps_module(model: Extension, static: StaticType, gc: str) -> bool:
    """Tell whether an instance of the heap type will keep its module from being cleared."""
    return holds_module(model, static) and _gc(model, static, gc) == "none"


def joins_collector(model: Extension, static: StaticType, gc: str) -> bool:
    """Tell whether the garbage collector will see instances of the heap type, and doesn't see those of *static*."""
    return _gc(model, static, gc) == "add"


def _gc(model: Extension, static: StaticType, setting: str) -> str:
    """Return what is done about the collector: the same for all types whose deallocators one text of a macro writes."""
    found = _own_gc(model, static, setting) if not collected_in_a_group(static) else "none"
    dealloc = dealloc_of(model, static) if found == "add" else None
    if dealloc is None or dealloc.made is None:
        return found
    alike = deallocated_alike(model, static)
    differs = any(_own_gc(model, other, setting) != "add" for other in alike)
    return "none" if differs or dealloc.made.opens_with_declaration else found


def _own_gc(model: Extension, static: StaticType, setting: str) -> str:
    """Follow G12: a type whose instances own no Python object needs no garbage collection."""
    if static.is_gc:
        return "keep"
    if inherited_container(model, static) or _joined_base(model, static, setting) is not None:
        return "add"
    if static.base and (static.base.replace(b" ", b"") not in UNCOLLECTED or not may_be_kept(model, static)):
        return "none"
    # Functions that nothing has called yet aren't trusted.
    if setting == "never" or static.value("tp_traverse") or static.value("tp_clear"):
        return "none"
    if _is_made_of_blocks(model, static):
        return "none"
    if setting == "always":
        return "add"
    has_members = bool(static.value("tp_dictoffset")) or may_be_kept(model, static)
    needs_module = static.symbol in found_by_callbacks(model) | freed_with_module(model)
    # Where dead instances begin to wait for their next use, the module has to be whole.
    needs_module = needs_module or waiting_list(model, static) is not None
    if holds_module(model, static) and needs_module and not has_members:
        return "none"
    return "add" if has_members or _gains(model, static) else "none"


def _joined_base(model: Extension, static: StaticType, setting: str) -> StaticType | None:
    """Return the base of the project that joins the collector, if *static* has to by itself: it owns more (G661).

    That base's deallocator is called at the end of theirs, once fields are gone, and would untrack an instance too
    late. It frees what the collector knows, even if that base stays static: through tp_free.
    """
    base, dealloc = model.type_by_symbol(static.function("tp_base") or ""), dealloc_of(model, static)
    if base is None or base.is_gc or dealloc is None or not (dealloc.owns_objects and dealloc.delegations):
        return None
    has_hooks = static.value("tp_traverse") or static.value("tp_clear") or dealloc.made is not None
    freed = dealloc_of(model, base)
    is_freed_by_type = freed is not None and all(site.expression is not None for site in freed.frees)
    if has_hooks or not is_freed_by_type or _base_path(model, static, base) is None:
        return None
    return base if _gc(model, base, setting) == "add" else None


def _base_path(model: Extension, static: StaticType, base: StaticType) -> str | None:
    """Return what leads to the fields of a base in the struct of *static*: its first member; empty if they share it."""
    if same_record(model, static.record or "", base.record or ""):
        return ""
    records = (static.record or "", *model.pointees.get(static.record or "", ()))
    fields = (item for one in records for item in model.members.get(one, ()) if item.kind is SymbolKind.FIELD)
    first = next(fields, None)
    named = first.type.removeprefix("struct ") if first is not None else ""
    return f"{first.name}." if first is not None and same_record(model, named, base.record or "") else None


def _is_made_of_blocks(model: Extension, static: StaticType) -> bool:
    """Tell whether PyObject_Init may make instances of blocks that have no room for the collector's head (G598)."""
    made = _initialised(model)
    if made is None:
        return True
    given = [*made.get(static.symbol, ()), *made.get(None, ())]
    if not given:
        return False
    waiting = waiting_list(model, static)
    revived = {one.statement.span.start for one in waiting.revived} if waiting is not None else set()
    allocating = {item.function for item in allocations(model) if item.type_symbol in (static.symbol, None)}
    return any(
        item.type_symbol is not None or owner_of(model, item.function) in (static, None)
        for item in given
        if item.statement.span.start not in revived and item.function not in allocating
    )


@fact
def _initialised(model: Extension) -> dict[str | None, list[Initialisation]] | None:
    """Return the calls of PyObject_Init by the types that they name; None where a macro hides some."""
    if any(token.text in INITIALISE for macro in model.macros.values() for one in macro.all for token in one.body):
        return None
    found: dict[str | None, list[Initialisation]] = {}
    for item in initialisations(model):
        found.setdefault(item.type_symbol, []).append(item)
    return found


def _gains(model: Extension, static: StaticType) -> bool:
    """Tell whether the collector can find cycles through instances of *static*, or through the module that they hold.

    What other structs of its kind point at is kept by a container that the collector isn't shown (G140).
    """
    dealloc = dealloc_of(model, static)
    if dealloc is None or not dealloc.owns_objects:
        return False
    return bool(seen_fields(model, static, dealloc)) or not is_link(model, static)


def _shown(model: Extension, static: StaticType, setting: str) -> tuple[str, ...]:
    """Return the fields that the collector is shown of a type that joins it, those of a base that does so first."""
    base = _joined_base(model, static, setting)
    path = _base_path(model, static, base) if base is not None else None
    inherited = [f"{path}{field}" for field in _shown(model, base, setting)] if base is not None else []
    return (*inherited, *seen_fields(model, static, dealloc_of(model, static)))


def _unseen(
    model: Extension, static: StaticType, visits: tuple[str, ...], forgotten: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what the instances own that the collector can't see: names of fields, and a clause for the rest.

    A type whose base is of the project is visited as that is.
    """
    dealloc, base = dealloc_of(model, static), model.type_by_symbol(static.function("tp_base") or "")
    if static.is_gc:
        return tuple(field for field in forgotten if field not in visits)
    if dealloc is None or (static.base and (base is None or base.is_gc)):
        return ()
    if base is not None:
        visits = (*visits, *seen_fields(model, base, dealloc_of(model, base)))
    fields = [field for field in dealloc.released if field not in visits]
    return (*fields, *(["other objects that its tp_dealloc releases"] if dealloc.releases_more else []))
