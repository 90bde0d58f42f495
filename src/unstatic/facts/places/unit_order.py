"""The order in which one unit reads its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.model.extension import Extension, Inclusion
from unstatic.model.fact import fact

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)
Key = tuple[int, ...]


def gives_python(model: Extension, inclusion: Inclusion) -> bool:
    """Tell whether an include is that of Python.h, or of another library's header that includes it: `cppy/cppy.h`."""
    return inclusion.path.name == "Python.h" or (not inclusion.is_project and _has_python(model, inclusion.path))


@fact
def _has_python(model: Extension, header: Path) -> bool:  # noqa: ARG001 - asked once for each header of an extension
    """Tell whether a header of another project includes Python.h, directly or by others of its own."""
    seen, waiting = {header}, [header]
    while waiting:
        path = waiting.pop()
        try:
            names = [name.decode("utf-8", "surrogateescape") for name in _INCLUDE.findall(path.read_bytes())]
        except OSError:
            continue
        if "Python.h" in names:
            return True
        # `<cppy/ptr.h>` is looked for from the folder above.
        own = (folder / name for name in names for folder in (path.parent, path.parent.parent))
        more = {found for found in own if found.is_file()} - seen
        seen |= more
        waiting += more
    return False


@fact
def reading_of(model: Extension, unit: Path) -> Reading:
    """Return the order in which *unit* reads its files."""
    return Reading(model, unit)


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
        keys = [self.key(item.includer, item.offset) for item in inclusions if gives_python(self._model, item)]
        return sorted(key for key in keys if key is not None)

    @cached_property
    def _inclusions(self) -> Mapping[Path, Sequence[Inclusion]]:
        """What each file includes, in order."""
        found: dict[Path, list[Inclusion]] = {}
        for item in sorted(self._model.unit_inclusions[self._unit], key=lambda inclusion: inclusion.offset):
            found.setdefault(item.includer, []).append(item)
        return found

    def _enter(self, includer: Path, found: dict[Path, Key]) -> None:
        file = self._model.files[includer]
        for item in self._inclusions.get(includer, ()):
            around = outer_conditionals(file, item.offset)
            if item.path in found or item.path not in self._model.files:
                continue
            if all(is_include_guard(file, conditional) for conditional in around):
                found[item.path] = (*found[includer], item.offset)
                self._enter(item.path, found)
