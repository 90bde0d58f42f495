"""Obstacles by place: a subject stays where some text that names it can't be read, or mustn't be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from unstatic.facts.state.clinic_types import clinic_uses
from unstatic.facts.state.routes.getset_closures import getters_by_closure
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.undeclared_names import is_undeclared
from unstatic.facts.trust.unexplained_names import gaps
from unstatic.model.extension import Extension, Global, Linkage, StaticType
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.plan.deciding.work import Found, Work
from unstatic.plan.obstacles import units
from unstatic.plan.obstacles.branches import hidden_definitions
from unstatic.text.source import Location, Span


def inactive(work: Work) -> Iterator[Found]:
    """Yield what a group that isn't compiled here names in a way that can't be told (G132)."""
    for symbol, item in work.running:
        places = work.unexplained.get(item.name.encode(), ())
        where = next((place for place in places if _may_mean(work.model, place, item)), None)
        found: tuple[Obstacle, ...] = ()
        if where is not None:
            reason = "an #if group that isn't compiled here, and can't be read for sure, uses it as well"
            found = (Obstacle(reason, "inactive-branch", where),)
        yield from work.each(symbol, chain(found, hidden_definitions(work.model, item)))


def _may_mean(model: Extension, place: Location, item: StaticType | Global) -> bool:
    """Tell whether a name at *place* can mean *item*: one that isn't linked is known to the units that declare it."""
    if item.declaration.linkage is Linkage.EXTERNAL:
        return not is_undeclared(model, item.name.encode(), place.path)
    readers = set(model.readers.get(place.path, ()))
    return not readers or bool(readers & set(model.readers[item.declaration.path]))


def beside_errors(work: Work) -> Iterator[Found]:
    """Yield what is defined or used where the parse failed (G138)."""
    model = work.model
    for path, offset, message in model.errors:
        if path not in model.files or "file not found" in message:
            continue
        obstacle = Obstacle(f"the code around it doesn't parse: {message}", "parse-error", model.location(path, offset))
        names = _spelled_around(model, path, offset)
        for symbol, item in work.running:
            # References near an error can be lost: the spelling counts.
            if names is None or item.name.encode() in names:
                yield symbol, obstacle


def _spelled_around(model: Extension, path: Path, offset: int) -> frozenset[bytes] | None:
    """Return the names that an error at *offset* may hide the use of; None outside of any declaration, if any may be.

    Code that doesn't know of Python can only use what it spells.
    """
    spans = _declared_around(model, path, offset)
    if spans:
        return frozenset(token.text for span in spans for token in model.files[path].tokens_in(span))
    readers = model.readers.get(path, ())
    if not readers or any(_knows_python(model, unit) for unit in readers):
        return None
    read = [file for name, file in model.files.items() if not set(readers).isdisjoint(model.readers[name])]
    return frozenset(token.text for file in read for token in file.lexed.tokens)


def _knows_python(model: Extension, unit: Path) -> bool:
    return any(item.path.name == "Python.h" for item in model.unit_inclusions.get(unit, ()))


def _declared_around(model: Extension, path: Path, offset: int) -> list[Span]:
    """Return the file-level declarations that hold *offset*."""
    return [span for span in _file_level(model).get(path, ()) if span.start <= offset <= span.end]


@fact
def _file_level(model: Extension) -> Mapping[Path, Sequence[Span]]:
    """Return the declarations outside of functions, for each file."""
    found: dict[Path, list[Span]] = {}
    for item in model.declarations:
        if item.function is None:
            found.setdefault(item.path, []).append(item.span)
    return found


def protected(work: Work) -> Iterator[Found]:
    """Yield what is defined or used where nothing is edited (G133)."""
    for symbol, _ in work.running:
        found = protected_use(work.model, symbol, clinic_uses(work.model, symbol))
        if found is not None:
            yield symbol, replace(found, reason=f"it is defined or used in a file that {found.reason}")


def shared_by_units(work: Work) -> Iterator[Found]:
    """Yield what can't move because of the other units that see it."""
    for symbol, item in work.running:
        yield from work.each(symbol, units.obstacles(work.model, item))


def unexplained(work: Work) -> Iterator[Found]:
    """Yield what is spelled where the parser saw nothing of it: an edit there could be wrong or missing (G130).

    Functions that are spelled so are unclear from then on, to whatever looks for routes.
    """
    subjects: dict[str, frozenset[str]] = {}
    for symbol, item in work.running:
        subjects[item.name] = subjects.get(item.name, frozenset()) | {symbol}
    functions: dict[str, frozenset[str]] = {}
    # In C++ classes share the names of their members' functions: those are told apart where routes are looked for.
    for symbol, function in work.model.functions.items() if work.model.language == "c" else ():
        functions[function.name] = functions.get(function.name, frozenset()) | {symbol}
    # `offsetof(state, name)` names a field of the same name, of which the macro may make a string as well.
    kept = {work.model.location(*place) for place in getters_by_closure(work.model)}
    for name, gap in gaps(work.model, {**functions, **subjects}):
        if gap.rule == "spelling-used" and gap.location in kept:
            continue
        yield from ((symbol, gap) for symbol in sorted(subjects.get(name, ())))
        work.unclear.setdefault(name, gap)
    for spelled, places in work.unexplained.items():
        gap = Obstacle("an #if group isn't compiled here", "inactive-branch", places[0])
        for key in _concerned(work.model, spelled.decode("latin-1"), places):
            work.unclear.setdefault(key, gap)


def _concerned(model: Extension, name: str, places: Sequence[Location]) -> Iterator[str]:
    """Yield a name that is spelled at some places, or the symbols of the functions that these may call (G665).

    What is static can't be called from a file that no unit reads together with it.
    """
    functions = model.functions_named.get(name, ())
    definitions = [model.functions[symbol].definition for symbol in functions]
    if not functions or name in model.macros or any(item.linkage is not Linkage.INTERNAL for item in definitions):
        yield name
        return
    near = [set(model.readers.get(place.path, ())) for place in places]
    for symbol, item in zip(functions, definitions, strict=True):
        own = set(model.readers.get(item.path, ()))
        if any(not units or not units.isdisjoint(own) for units in near):
            yield symbol
