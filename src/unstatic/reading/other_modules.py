"""Sources that an extension is linked from as well, though they make other modules of the project.

A build may give one extension the sources of another, to share a function of theirs. Their `PyInit_x` is never called
there, and what only it leads to is dead: what becomes of that is the other extension's matter, and all of its text is
(G470).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from unstatic.cparse.facts import Declaration, Linkage, ParsedUnit, SymbolKind
from unstatic.model.building.init_function import is_entry
from unstatic.project.scan import ExtensionInput, Unit


def without_other_modules(extension: ExtensionInput, units: Sequence[ParsedUnit]) -> ExtensionInput:
    """Return the extension without the sources that only other modules need; all of it, if it may need those.

    A source of which no other extension is made stays: nobody would read it then.
    """
    linked = _Linked(extension, tuple(units))
    shared = set(extension.shared)
    needed = linked.needed() if linked.own is not None and linked.foreign and linked.foreign <= shared else None
    if needed is None:
        return extension
    left = shared & {unit.path for unit in units} - needed
    return _without(extension, {unit: _real(unit) for unit in extension.units}, left)


def _without(extension: ExtensionInput, units: Mapping[Unit, Path], left: set[Path]) -> ExtensionInput:
    names = ", ".join(sorted(os.path.relpath(path, os.path.realpath(extension.root)) for path in left))
    are, belong = ("is", "belongs") if len(left) == 1 else ("are", "belong")
    return replace(
        extension,
        units=tuple(unit for unit, path in units.items() if path not in left),
        notes=(*extension.notes, f"{names} {are} linked in, but {belong} to other modules"),
        others=tuple(sorted({*extension.others, *left})),
    )


def _real(unit: Unit) -> Path:
    return Path(os.path.realpath(unit.path))


@dataclass(frozen=True)
class _Linked:
    """The units of an extension, and what the linker connects them by."""

    extension: ExtensionInput
    units: tuple[ParsedUnit, ...]

    @cached_property
    def _entries(self) -> Mapping[Path, frozenset[str]]:
        """The init functions of each unit that has any."""
        found = {unit.path: frozenset(one.name for one in unit.declarations if is_entry(one)) for unit in self.units}
        return {path: names for path, names in found.items() if names}

    @cached_property
    def own(self) -> Path | None:
        """The unit whose init function the import system calls; None if that can't be told."""
        name = f"PyInit_{self.extension.name.rpartition('.')[2]}"
        found = [path for path, names in self._entries.items() if names == {name}]
        return found[0] if len(found) == 1 and self.extension.name_is_known else None

    @cached_property
    def foreign(self) -> frozenset[Path]:
        """The units with init functions of other modules."""
        return frozenset(self._entries.keys() - {self.own})

    @cached_property
    def _places(self) -> Mapping[str, ParsedUnit]:
        """The unit that defines each name that the linker knows."""
        return {
            one.symbol: unit
            for unit in self.units
            for one in unit.declarations
            if one.linkage is Linkage.EXTERNAL and (one.is_definition or one.is_tentative)
        }

    def needed(self) -> frozenset[Path] | None:
        """Return the units that the module needs as a whole.

        Of a unit with another init function it needs functions at most. If one of those leads to a variable, which the
        other module may fill, or keep in its state, the answer is None.
        """
        needed = {unit.path for unit in self.units if unit.path == self.own}
        shared: set[str] = set()
        while True:
            named = {one.symbol for unit in self.units if unit.path in needed for one in unit.references}
            lent = self._reached(
                {one for one in named if one in self._places and self._places[one].path in self.foreign}
            )
            if lent is None:
                return None
            found = needed | {self._places[one].path for one in named | lent if one in self._places} - self.foreign
            if found == needed and lent == shared:
                return frozenset(needed)
            needed, shared = found, lent

    def _is_foreign(self, symbol: str) -> bool:
        return self._places[symbol].path in self.foreign

    def _reached(self, symbols: set[str]) -> set[str] | None:
        """Return the functions that some lead to, themselves included; None if they lead to a variable."""
        found: set[str] = set()
        work = [(symbol, self._places[symbol]) for symbol in sorted(symbols)]
        while work:
            symbol, unit = work.pop()
            if symbol in self._variables:
                return None
            if symbol not in found:
                found.add(symbol)
                named = (one.symbol for one in unit.references if one.function == symbol)
                work += [
                    (one, self._places.get(one, unit)) for one in named if one in self._functions | self._variables
                ]
        return found

    @cached_property
    def _functions(self) -> frozenset[str]:
        return frozenset(
            one.symbol for one in self._declarations() if one.kind is SymbolKind.FUNCTION and one.body is not None
        )

    @cached_property
    def _variables(self) -> frozenset[str]:
        """The variables that are there as long as the process, and may change."""
        return frozenset(
            one.symbol
            for one in self._declarations()
            if one.kind is SymbolKind.VARIABLE and not one.is_const and _is_of_process(one)
        )

    def _declarations(self) -> Iterator[Declaration]:
        return (one for unit in self.units for one in unit.declarations)


def _is_of_process(item: Declaration) -> bool:
    return item.linkage is not Linkage.NONE or item.storage == "static"
