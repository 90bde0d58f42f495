"""The order in which one unit reads its files."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.model.extension import Extension

Key = tuple[int, ...]


class Reading:
    """Sorts the places of one translation unit as the compiler meets them."""

    def __init__(self, model: Extension, unit: Path) -> None:
        self._model = model
        self._unit = unit

    def key(self, path: Path, offset: int) -> Key | None:
        """Return what sorts a place; None if the unit doesn't read that file, or reads it under a condition."""
        prefix = self._entered.get(path)
        return None if prefix is None else (*prefix, offset)

    @property
    def python(self) -> Key | None:
        """Where Python.h is included; None if no file of the project includes it unconditionally."""
        return self._pythons[0] if self._pythons else None

    @cached_property
    def _entered(self) -> dict[Path, Key]:
        found: dict[Path, Key] = {self._unit: ()}
        self._enter(self._unit, found)
        return found

    @cached_property
    def _pythons(self) -> list[Key]:
        inclusions = self._model.unit_inclusions[self._unit]
        keys = [self.key(item.includer, item.offset) for item in inclusions if item.path.name == "Python.h"]
        return sorted(key for key in keys if key is not None)

    def _enter(self, includer: Path, found: dict[Path, Key]) -> None:
        file = self._model.files[includer]
        inside = [item for item in self._model.unit_inclusions[self._unit] if item.includer == includer]
        for item in sorted(inside, key=lambda inclusion: inclusion.offset):
            around = outer_conditionals(file, item.offset)
            if item.path in found or item.path not in self._model.files:
                continue
            if all(is_include_guard(file, conditional) for conditional in around):
                found[item.path] = (*found[includer], item.offset)
                self._enter(item.path, found)
