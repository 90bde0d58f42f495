"""What several translation units share: whether it can move, and the header in which all of them find the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.facts.layout.shared_header import (
    HomeFinder,
    Place,
    Wanted,
    can_include,
    declared_before,
    foreign_types,
    wanted,
)
from unstatic.facts.layout.spent_flags import spent_flag
from unstatic.facts.layout.struct_place import can_move, can_move_up, declared_ahead, stands
from unstatic.facts.layout.struct_tags import late_tags
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.state.routes import Routes
from unstatic.model.extension import Declaration, Extension, Global, Linkage, StaticType
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.plan.names import choose_names
from unstatic.project.discovery.formats.manifest import can_ship
from unstatic.settings.rules import RuleId


@fact
def _names_of_types(model: Extension) -> Counter[str]:
    """Return how many static types have each name."""
    return Counter(item.name for item in model.types)


def obstacles(model: Extension, item: StaticType | Global) -> Iterator[Obstacle]:
    """Yield why a type or global that several units see can't move; nothing when it can."""
    declaration = item.declaration
    here = model.location(declaration.path, declaration.name_span.start)
    if declaration.declared_outside:
        yield Obstacle("a header outside of the project declares it", "foreign-file", here)
    for other in (declaration, *item.others):
        if other.path in model.public_headers:
            where = model.location(other.path, other.name_span.start)
            yield Obstacle("a header for code outside of this extension declares it", "public-header", where)
        elif _is_exported(model, other):
            where = model.location(other.path, other.name_span.start)
            yield Obstacle("its declaration exports it to code outside of this extension", "public-header", where)
    if isinstance(item, StaticType) and _names_of_types(model)[item.name] > 1:
        yield Obstacle("another file has a type of the same name", "several-units", here)
    copies = [other for other in (declaration, *item.others) if len(model.readers[other.path]) > 1]
    is_own = declaration.linkage is Linkage.INTERNAL or declaration.function is not None
    if is_own and copies and not _is_used_in_one_unit(model, item):
        yield Obstacle("each file that includes this header has its own", "several-units", here)
    yield from _other_meanings(model, item)


def _is_used_in_one_unit(model: Extension, item: StaticType | Global) -> bool:
    """Tell whether all files but one only include the header, and leave their own copy alone (G653)."""
    paths = {use.path for use in model.uses.get(item.symbol, ())}
    return item.declaration.function is None and len(paths) == 1 and len(model.readers[next(iter(paths))]) == 1


def _is_exported(model: Extension, declaration: Declaration) -> bool:
    """Tell whether a declaration makes its name visible where others aren't: another binary needs it (G469)."""
    if declaration.linkage is not Linkage.EXTERNAL or declaration.from_macro:
        return False
    file = model.files[declaration.path]
    start = file.source.line_start(declaration.span.start)
    words = {token.text for token in file.lexed.between(start, declaration.name_span.start)}
    opened = (model.macros[word.decode("latin-1")] for word in words if word.decode("latin-1") in model.macros)
    words |= {token.text for macro in opened for token in macro.body}
    return b"Py_EXPORTED_SYMBOL" in words or {b"visibility", b'"default"'} <= words


def _other_meanings(model: Extension, item: StaticType | Global) -> Iterator[Obstacle]:
    """In a header that is compiled in different ways, a name can mean one thing here and another there."""
    for use in model.uses.get(item.symbol, ()):
        if use.via_macro is None and len(model.readers[use.path]) > 1:
            found = {other.symbol for other in model.references_at(use.path, use.offset)}
            if len(found) > 1:
                where = model.location(use.path, use.offset)
                yield Obstacle("its name means something else here in another unit", "several-units", where)
                return


@dataclass(frozen=True, slots=True)
class Choice:
    """The header for the state, or what can't move because there is none."""

    header: str
    refused: tuple[tuple[str, Obstacle], ...]


def choose_header(model: Extension, routes: Routes, items: Sequence[StaticType | Global]) -> Choice:
    """Return where the state of *items* stands: nowhere in particular if a single unit needs it."""
    fields = [item.declaration for item in items if isinstance(item, StaticType) or not spent_flag(model, item)]
    needed = wanted(model, routes, fields)
    own = own_state(model)
    if own is not None:
        return _beside_own(model, routes, own, needed, items)
    units = needed.units(model)
    if len(units) < 2:
        return _declared_in_time(model, needed)
    if len({model.languages[unit] for unit in units}) > 1:
        return _in_one_language(model, routes, needed, items)
    foreign = foreign_types(model, fields)
    if foreign:
        reason = "its type comes from a header that other units may not include"
        return _without(model, foreign, reason)
    return _in_header(model, routes, needed, items)


def _in_header(model: Extension, routes: Routes, needed: Wanted, items: Sequence[StaticType | Global]) -> Choice:
    """Return a header that all units read, one that says nothing of Python only if a new one can't hold all (G663)."""
    finder = HomeFinder(model, needed)
    home = finder.best()
    made = _new_header(model, routes, needed, items) if home is None else None
    if made is not None and made.refused:
        home = finder.best(python_only=False)
    if home is not None:
        return Choice(home.path.relative_to(model.root).as_posix(), ())
    assert made is not None
    return made


def _declared_in_time(model: Extension, needed: Wanted) -> Choice:
    """Return what can't be a field of a struct that stands before all that needs it, in the one unit that there is."""
    if not needed.sites:
        return Choice("", ())
    tags = late_tags(model, needed)
    late = [
        item
        for item in needed.fields
        if item.symbol not in tags
        and any(declared_ahead(model, needed, place) is None for place in declared_before(model, item))
    ]
    return _without(model, late, "code that needs the state stands before its type is declared", "late-type")


def _beside_own(
    model: Extension, routes: Routes, own: OwnState, needed: Wanted, items: Sequence[StaticType | Global]
) -> Choice:
    """Return where the state stands that the module has already: where it is, or else where all can see it."""
    units = needed.units(model)
    if len({model.languages[unit] for unit in units}) > 1:
        return _in_one_language(model, routes, needed, items)
    if stands(model, own, needed):
        return Choice("" if own.path in model.units else own.path.relative_to(model.root).as_posix(), ())
    members = frozenset(item.symbol for item in own.members)
    all_fields = replace(needed, fields=(*needed.fields, *own.members))
    found = Choice("", ())
    if can_move_up(model, own) and HomeFinder(model, all_fields).place_in(own.path) is not None:
        return Choice(own.path.relative_to(model.root).as_posix(), ())
    if not can_move(model, own):
        reason = "the module's state is declared too late for what needs it, or not where all that needs it sees it"
        return _without(model, needed.fields, reason, "state-shape")
    if len(units) > 1:
        strange = foreign_types(model, all_fields.fields)
        found = (_new_header if strange else _in_header)(model, routes, all_fields, items)
    if any(symbol in members for symbol, _ in found.refused):
        reason = "the module's state has members whose types other units that need it don't know"
        return _without(model, needed.fields, reason, "state-shape")
    return found


def _in_one_language(model: Extension, routes: Routes, needed: Wanted, items: Sequence[StaticType | Global]) -> Choice:
    """Return the choice by which what only units in the other language than the main file's need stays."""
    main = model.languages[model.readers[model.main_path][0]]
    others = [site for site in needed.sites if any(model.languages[unit] != main for unit in model.readers[site[0]])]
    return _without_needed_at(model, routes, others, items, "units in C and in C++ use it")


def _new_header(model: Extension, routes: Routes, needed: Wanted, items: Sequence[StaticType | Global]) -> Choice:
    path = new_header(model)
    own = [item for item in needed.fields if any(declared_before(model, item)) or _has_macro(model, item)]
    if own:
        return _without(model, own, "other units use it, and no header that they share knows its type")
    reason = "several units use it, and share no header of their own that could hold the module state"
    if path.exists() or path in model.files:
        return _without_others(model, items, f"{reason}; {path.name} is something else")
    blind = [site for site in _first(needed) if not can_include(model, *site)]
    if blind:
        reason = f"{reason}; {blind[0][0].name} can't include a new one after Python.h"
        return _without_needed_at(model, routes, blind, items, reason)
    if not can_ship(model.root, path):
        reason = f"{reason}; a new one wouldn't be in the source distribution, and MANIFEST.in can't be changed"
        return _without_others(model, items, reason)
    return Choice(path.relative_to(model.root).as_posix(), ())


def new_header(model: Extension) -> Path:
    """Return the path of a header for the state, beside the main file."""
    return model.main_path.parent / f"{choose_names(model).prefix}_state.h"


def _has_macro(model: Extension, item: Declaration) -> bool:
    file = model.files[item.path]
    rest = file.source.data[item.name_span.end : file.source.line_end(item.name_span.end)]
    return item.type.endswith("]") and any(name.encode() in rest for name in model.macros)


def _first(needed: Wanted) -> list[tuple[Path, int]]:
    """Return the first place in each file that names the state."""
    found: dict[Path, int] = {}
    for path, offset in needed.sites:
        found[path] = min(offset, found.get(path, offset))
    return list(found.items())


def _without(
    model: Extension, declarations: Sequence[Declaration], reason: str, rule: RuleId = "several-units"
) -> Choice:
    return Choice("", tuple((item.symbol, _obstacle(model, item, reason, rule)) for item in declarations))


def _obstacle(model: Extension, item: Declaration, reason: str, rule: RuleId = "several-units") -> Obstacle:
    return Obstacle(reason, rule, model.location(item.path, item.name_span.start))


def _without_needed_at(
    model: Extension, routes: Routes, sites: Collection[Place], items: Sequence[StaticType | Global], reason: str
) -> Choice:
    """Return the choice by which what is needed at *sites* stays; the rest may find a header then."""
    found: dict[str, Place] = {}
    for symbol, needs in routes.needs.items():
        function = model.functions.get(symbol)
        for item in (function.definition, *function.prototypes) if function is not None else ():
            if (item.path, item.span.start) in sites:
                found |= dict.fromkeys(needs - found.keys(), (item.path, item.span.start))
    refused = [
        (item.symbol, Obstacle(reason, "several-units", model.location(*found[item.symbol])))
        for item in items
        if item.symbol in found
    ]
    return Choice("", tuple(refused)) if refused else _without_others(model, items, reason)


def _without_others(model: Extension, items: Sequence[StaticType | Global], reason: str) -> Choice:
    """Return the choice by which the state stays in the main file: what is used elsewhere stays as well."""
    main = set(model.readers.get(model.main_path, ()))
    found: list[tuple[str, Obstacle]] = []
    for item in items:
        uses = [use for use in model.uses.get(item.symbol, ()) if not set(model.readers.get(use.path, ())) <= main]
        if uses or not set(model.readers[item.declaration.path]) <= main:
            place = (uses[0].path, uses[0].offset) if uses else (item.declaration.path, item.declaration.span.start)
            found.append((item.symbol, Obstacle(reason, "several-units", model.location(*place))))
    # Whatever still needs several units then can only be told apart by refusing it all.
    rest = found or [(item.symbol, _obstacle(model, item.declaration, reason)) for item in items]
    return Choice("", tuple(rest))
