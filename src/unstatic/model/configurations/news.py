"""Which facts of a further parse are news: those in groups that no parse before it had kept (G132)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from unstatic.cparse.facts import Declaration, MacroDefinition, MacroExpansion, ParsedUnit, Reference
from unstatic.text.source import SourceFile, Span, Spans

_Placed = TypeVar("_Placed", Declaration, MacroDefinition, MacroExpansion)
_path_of = attrgetter("path")


def accepted(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit]) -> tuple[ParsedUnit, ...]:
    """Return *passes* with only those facts that stand in groups which no parse before had kept."""
    earlier = _Earlier()
    for unit in units if passes else ():
        earlier.add(unit)
    found: list[ParsedUnit] = []
    for item in passes:
        found.append(earlier.news_of(item))
        earlier.add(found[-1])
    return tuple(found)


class _Earlier:
    """What the parses before one kept."""

    def __init__(self) -> None:
        self._sources: dict[Path, SourceFile] = {}
        self._expanded: dict[Path, set[int]] = {}
        """Where macros are used."""
        self._skipped: dict[Path, Spans] = {}
        """What all of them left out of each file."""

    def add(self, unit: ParsedUnit) -> None:
        """Count *unit* among the parses before."""
        for path, source in unit.files.items():
            self._sources.setdefault(path, source)
            skipped, before = unit.skipped.get(path, ()), self._skipped.get(path, _EVERYWHERE)
            self._skipped[path] = before.shared_with(Spans(skipped)) if skipped and before else Spans(())
        for path, uses in groupby(unit.expansions, _path_of):
            self._expanded.setdefault(path, set()).update(one.span.start for one in uses)

    def news_of(self, item: ParsedUnit) -> ParsedUnit:
        """Return a parse with those facts only that stand in groups which none before it had kept."""
        fresh = {path: _EVERYWHERE.without(Spans(spans)) for path, spans in item.skipped.items()}
        for path in item.files:
            skipped = self._skipped.get(path, _EVERYWHERE)
            fresh[path] = skipped.without(Spans(item.skipped.get(path, ()))) if skipped else skipped
        return replace(
            item,
            files={path: self._sources.get(path, source) for path, source in item.files.items()},
            declarations=_in_places(item.declarations, fresh, lambda one: one.name_span.start),
            references=tuple(self._references(item, fresh)),
            macros=_in_places(item.macros, fresh, lambda one: one.span.start),
            expansions=_in_places(item.expansions, fresh, lambda one: one.span.start),
            inclusions=tuple(one for one in item.inclusions if one.offset in fresh.get(one.includer, _EVERYWHERE)),
        )

    def _references(self, item: ParsedUnit, fresh: Mapping[Path, Spans]) -> Iterator[Reference]:
        for path, references in groupby(item.references, _path_of):
            here, expanded = fresh.get(path, _EVERYWHERE) or (), self._expanded.get(path, ())
            # A name may be a macro in one configuration and a function in another.
            yield from (
                one for one in references if one.via_macro is not None or one.offset in expanded or one.offset in here
            )


_EVERYWHERE = Spans((Span(0, sys.maxsize),))


def _in_places(
    items: Iterable[_Placed], fresh: Mapping[Path, Spans], place: Callable[[_Placed], int]
) -> tuple[_Placed, ...]:
    """Return what stands in the places of its file that are *fresh*."""
    found: list[_Placed] = []
    # By file, as hashing a path for each of them takes longer than all else.
    for path, inside in groupby(items, _path_of):
        here = fresh.get(path, _EVERYWHERE)
        # Most of what is read was known before.
        if here:
            found += [one for one in inside if place(one) in here]
    return tuple(found)
