"""Where the state struct that a module has already can stand."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from unstatic.facts.layout.shared_header import Place, Wanted, can_include, declared_before
from unstatic.facts.module.existing_state import OwnState
from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.facts.places.file_order import order_key
from unstatic.facts.places.unit_order import reading_of
from unstatic.model.extension import Declaration, Extension, File, Linkage, SymbolKind


def after(model: Extension, own: OwnState) -> int:
    """Return the start of the line after the struct and its accessor, and after `#if` groups around that alone."""
    file = model.files[own.path]
    ends = [own.whole.end, *([own.accessor_span.end] if own.accessor_span else [])]
    at = max(_line_after(file, end, own.whole.start) for end in ends)
    return at


def _line_after(file: File, end: int, start: int) -> int:
    around = [item for item in outer_conditionals(file, end - 1) if start not in item.span]
    return file.source.line_end(max([end, *(item.span.end for item in around)]) - 1)


def stands(model: Extension, own: OwnState, needed: Wanted) -> bool:
    """Tell whether the struct can stay where it is: all that needs it comes after it, what it needs before.

    A header may have to be included first by others that need it.
    """
    for unit in needed.units(model):
        reading = reading_of(model, unit)
        start = reading.key(own.path, own.whole.start)
        if start is None and own.path not in model.units:
            continue
        if start is None or reading.python is None or reading.python > start:
            return False
        types = [reading.key(*place) for item in needed.fields for place in declared_before(model, item)]
        if any(key is None or key > start for key in types):
            return False
    late = late_sites(model, own, needed)
    return not late or _can_be_included(model, own, needed, late)


def late_sites(model: Extension, own: OwnState, needed: Wanted) -> list[Place]:
    """Return the places that need the struct and that a unit reads before it, or without it."""
    found: dict[Place, None] = {}
    for unit in needed.units(model):
        reading = reading_of(model, unit)
        here = reading.key(own.path, after(model, own))
        keys = {site: reading.key(*site) for site in needed.sites if unit in model.readers[site[0]]}
        for site, key in keys.items():
            is_late = here is None or key is None or key < here
            if is_late and not (here and key and _can_be_ahead(model, own, needed, site)):
                found[site] = None
    return list(found)


def _can_be_included(model: Extension, own: OwnState, needed: Wanted, sites: Sequence[Place]) -> bool:
    """Tell whether the struct's header can be included above *sites*: it guards itself, and has what it needs."""
    file = model.files[own.path]
    around = outer_conditionals(file, own.whole.start)
    if own.path in model.units or not around or not all(is_include_guard(file, item) for item in around):
        return False
    inside = _included_by(model, own.path)
    if _have_own_copies(model, inside):
        return False
    types = {path for item in (*needed.fields, *own.members) for path, _ in declared_before(model, item)}
    if not types <= inside or any(path in inside for path, _ in sites):
        return False
    return all(can_include(model, *site) for site in sites)


def _have_own_copies(model: Extension, headers: Container[Path]) -> bool:
    """Tell whether each unit has a variable of its own by some *headers*, or lacks a static function of them (G660).

    A second definition of the module would be one that no module was made from.
    """
    own = (
        item
        for item in model.declarations
        if item.linkage is Linkage.INTERNAL and item.function is None and not item.from_macro and item.path in headers
    )
    return any(item.kind is SymbolKind.VARIABLE or _is_without_body(model, item) for item in own)


def _is_without_body(model: Extension, item: Declaration) -> bool:
    """Tell whether a function isn't defined in the file that declares it."""
    same = (one for one in model.by_symbol.get(item.symbol, ()) if one.path == item.path)
    return item.kind is SymbolKind.FUNCTION and all(one.body is None for one in same)


def _included_by(model: Extension, header: Path) -> frozenset[Path]:
    """Return a header and all that it includes, directly or through others."""
    found, waiting = {header}, [header]
    while waiting:
        path = waiting.pop()
        more = {item.path for item in model.inclusions if item.includer == path} - found
        found |= more
        waiting += more
    return frozenset(found)


def prototypes_ahead(own: OwnState, needed: Wanted) -> list[int]:
    """Return where pointers to the state are named above its struct, which stays: its type is declared there."""
    here = own.whole.start
    return sorted(at for path, at in needed.sites if path == own.path and at < here)


def declared_ahead(model: Extension, needed: Wanted, struct: Place) -> list[Place] | None:
    """Return where pointers to the state are named above the place of a new struct: prototypes and other structs.

    Return None if something needs the struct itself above that place.
    """
    here = order_key(model, *struct)
    ahead = [site for site in needed.sites if order_key(model, *site) < here]
    return ahead if all(_needs_a_name(model, needed, site, struct) for site in ahead) else None


def _can_be_ahead(model: Extension, own: OwnState, needed: Wanted, site: Place) -> bool:
    return not own.record.from_macro and _needs_a_name(model, needed, site, (own.path, own.whole.start))


def _needs_a_name(model: Extension, needed: Wanted, site: Place, struct: Place) -> bool:
    """Tell whether a place in the struct's file only has to know the name of its type, in C."""
    path, at = site
    if model.language != "c" or path != struct[0] or site not in needed.pointers:
        return False
    file = model.files[path]
    around = {outer_conditionals(file, at), outer_conditionals(file, struct[1])}
    return len(around) == 1 and not file.is_conditional(at)


def can_move(model: Extension, own: OwnState) -> bool:
    """Tell whether the struct can be put elsewhere: one source alone reads it, and its accessor is compiled as it is.

    An `#if` group around it is one that every supported Python compiles: any other is a problem of the state. A header
    of one source is as good as that.
    """
    guards = outer_conditionals(model.files[own.path], own.whole.start)
    is_own = own.path in model.units or all(is_include_guard(model.files[own.path], item) for item in guards)
    return is_own and len(model.readers[own.path]) == 1 and _is_in_one_piece(model, own)


def can_move_up(model: Extension, own: OwnState) -> bool:
    """Tell whether the struct can stand elsewhere in its own header, so that all see it who did before."""
    file = model.files[own.path]
    around = outer_conditionals(file, own.whole.start)
    is_plain = all(is_include_guard(file, item) for item in around)
    return own.path not in model.units and is_plain and _is_in_one_piece(model, own)


def _is_in_one_piece(model: Extension, own: OwnState) -> bool:
    """Tell whether the struct and its accessor stand in the same groups, and have none inside."""
    file = model.files[own.path]
    spans = [own.whole, *([own.accessor_span] if own.accessor_span else [])]
    around = {outer_conditionals(file, span.start) for span in spans}
    return len(around) == 1 and not any(item.span != span for span in spans for item in file.conditionals_in(span))
