"""The extension modules of a project as its build makes them."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.capture import origins
from unstatic.project.capture.build import Build, Order, build
from unstatic.project.capture.origins import Origins
from unstatic.project.capture.search_lists import search_arguments
from unstatic.project.discovery import sources
from unstatic.project.discovery.declared import Declared, kept_arguments
from unstatic.project.discovery.driver import Compilation, Linking, target_arguments
from unstatic.project.discovery.generators import maker_note, wrapper_of
from unstatic.project.discovery.linking import Links, collect

_SUFFIXES = (".so", ".pyd", ".dylib", ".bundle")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Captured:
    """What one build of the project in *root* told. Files that it made are needed as long as its extensions are."""

    declared: tuple[Declared, ...]
    root: Path


def capture(root: Path, order: Order, work: Path) -> Captured:
    """Build the project in *root* once, in a copy below *work*, and return its extensions.

    What is compiled from the project's own files carries their paths, with the arguments that the build used. What the
    build made stays in *work* and is never edited. Raises BuildFailed and UsageError.
    """
    done = build(root, order, work)
    found = origins.compare(root, done.copy)
    overlay = found.overlay(work / "made.yaml")
    links = collect(done.wrappers.effects())
    reader = _Reader(found, links, overlay, order.python.suffix)
    return Captured(tuple(reader.extensions(done)), root)


@dataclass(frozen=True, slots=True)
class _Reader:
    origins: Origins
    links: Links
    overlay: Path | None
    suffix: str

    def extensions(self, done: Build) -> Iterator[Declared]:
        """Yield every library that is a module: one that a wheel has where modules lie, or that defines one."""
        shipped = _shipped(done.wheels, self.suffix)
        named: set[str] = set()
        for linking in self.links.libraries():
            if not linking.output.name.endswith(_SUFFIXES):
                continue
            name = _name_in(shipped, linking.output)
            if name in named:
                continue
            compiled = self.links.compilations(linking)
            units = [one for one in compiled if one.source.is_file()]
            if name is None and not any(_makes_module(one.source) for one in units):
                continue
            named.update([name] if name else [])
            yield self._extension(name, linking, compiled)
        for name in sorted(set(shipped.values()) - named):
            yield Declared(name, (), refusal=f"{name} isn't linked from C or C++ by a compiler that was recorded")

    def _extension(self, name: str | None, linking: Linking, compiled: Sequence[Compilation]) -> Declared:
        label = name or linking.output.name.split(".")[0]
        units = [one for one in compiled if one.source.is_file()]
        gone = [one for one in compiled if not one.source.is_file()]
        placed: dict[Path, Compilation] = {}
        repeated = []
        for one in units:
            path = self.origins.original(one.source) or one.source
            if placed.setdefault(path, one) is not one:
                repeated.append(path)
        own = [path for path in placed if path.is_relative_to(self.origins.root)]
        made = [path for path in placed if path not in own]
        # What makes the module comes first: names are taken from there.
        ordered = sorted(placed, key=lambda path: (path in made, not _makes_module(path)))
        notes = [
            *self._listed("made by the build, so read but never edited", made),
            *self._listed("compiled more than once into this extension; the first time was read", repeated),
            *self._listed("compiled, but gone after the build, so not read", [one.source for one in gone]),
        ]
        return Declared(
            label,
            tuple(ordered),
            is_cpp=False,
            notes=tuple(notes),
            refusal=self._refusal(label, ordered, made),
            is_guess=name is None,
            by_source=tuple((path, self._arguments(one)) for path, one in placed.items()),
            libraries=tuple(one for one in self.links.foreign(linking) if not one.startswith("python")),
        )

    def _refusal(self, label: str, ordered: Sequence[Path], made: Sequence[Path]) -> str | None:
        """Return why the extension can't be migrated at all, if so: what makes the module must be the project's own."""
        if not ordered:
            return f"{label}: none of its sources was recorded"
        first = ordered[0]
        defining = next((one for one in made if _makes_module(one)), None)
        if defining is None or (_makes_module(first) and first not in made):
            return None
        shown = self._shown(defining)
        note = maker_note(shown, sources.read_bytes(defining))
        return f"{label}: {note}" if note else f"{label}: the build makes or changes {shown}, which defines the module"

    def _listed(self, text: str, paths: Sequence[Path]) -> Iterator[str]:
        if paths:
            shown = [self._shown(path) for path in dict.fromkeys(paths)]
            more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
            yield f"{text}: {', '.join(shown[:_SHOWN])}{more}"

    def _shown(self, path: Path) -> str:
        for folder in (self.origins.copy, self.origins.root):
            if path.is_relative_to(folder):
                return str(path.relative_to(folder))
        return str(path)

    def _arguments(self, one: Compilation) -> tuple[str, ...]:
        """Return the arguments that matter, with paths of the copy led back to the project."""
        kept = []
        for argument in kept_arguments(one.arguments, one.folder):
            option = "-I" if argument.startswith("-I") else ""
            value = argument[len(option) :]
            if os.path.isabs(value):
                value = str(self.origins.in_project(Path(os.path.normpath(value))))
            kept.append(option + value)
        if one.source in self.origins.same:
            kept += ["-iquote", str(self.origins.in_project(one.source.parent))]
        if one.is_cpp:
            kept.append("-xc++")
        return (
            *target_arguments(one.program),
            *kept,
            *search_arguments(one),
            *(("-ivfsoverlay", str(self.overlay)) if self.overlay else ()),
        )


def _makes_module(path: Path) -> bool:
    data = sources.read_bytes(path)
    return sources.defines_module(data) or wrapper_of(data) is not None


def _shipped(wheels: Sequence[Path], suffix: str) -> dict[str, str]:
    """Return the import names of a wheel's modules by their path in it."""
    found = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                ending = next((one for one in (suffix, ".abi3.so", ".abi3t.so") if name.endswith(one)), None)
                if ending is not None and ".dist-info/" not in name:
                    inside = name.partition(".data/")[2].partition("/")[2] or name
                    found[inside] = inside.removesuffix(ending).replace("/", ".")
    return found


def _name_in(shipped: dict[str, str], output: Path) -> str | None:
    """Return the import name of the module that was linked as *output*: of several files, the one that fits best."""
    fitting = [path for path in shipped if Path(path).name == output.name]
    best = max(fitting, key=lambda path: len(os.path.commonprefix([path[::-1], str(output)[::-1]])), default=None)
    return shipped[best] if best is not None else None
