"""Which sources end up in which library: objects and archives are followed from the link to the compilations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.project.discovery.driver import Compilation, Effect, Linking
from unstatic.project.discovery.libraries import from_arguments

_IS_LIBRARY = (".so", ".dylib", ".pyd", ".dll", ".tbd")


@dataclass(slots=True)
class Links:
    """All commands of a build; of several that make the same file, the last counts."""

    objects: dict[Path, Compilation] = field(default_factory=dict)
    outputs: dict[Path, Linking] = field(default_factory=dict)

    def add(self, effect: Effect) -> None:
        """Remember what one command does."""
        self.objects.update((one.object, one) for one in effect.compilations)
        linking = effect.linking
        if linking is None:
            return
        known = self.outputs.get(linking.output)
        if known is not None and linking.output.suffix == ".a":
            # `ar` adds to what is there.
            inputs = tuple(dict.fromkeys((*known.inputs, *linking.inputs)))
            linking = Linking(linking.output, inputs, False, linking.arguments, linking.folder)
        self.outputs[linking.output] = linking

    def libraries(self) -> tuple[Linking, ...]:
        """Return the links that make a shared library, in order."""
        return tuple(one for one in self.outputs.values() if one.is_shared)

    def compilations(self, linking: Linking) -> tuple[Compilation, ...]:
        """Return what is linked into a library, archives of the build included; a source once per object."""
        found: dict[Path, Compilation] = {}
        for path in self._reached(linking, set()):
            compilation = self.objects.get(path)
            if compilation is not None:
                found[path] = compilation
        return tuple(found.values())

    def foreign(self, linking: Linking) -> tuple[str, ...]:
        """Return the names of the libraries that a link takes from elsewhere."""
        own = {_library_name(path) for path in self._reached(linking, set()) if path.suffix == ".a"}
        return tuple(name for name in from_arguments(linking.arguments) if name not in own)

    def _reached(self, linking: Linking, seen: set[Path]) -> Iterator[Path]:
        for path in (*linking.inputs, *self._named(linking)):
            if path in seen or path.name.endswith(_IS_LIBRARY):
                continue
            seen.add(path)
            inner = self.outputs.get(path)
            if path in self.objects or inner is not None:
                yield path
            if inner is not None and inner is not linking:
                yield from self._reached(inner, seen)

    def _named(self, linking: Linking) -> Iterator[Path]:
        """Yield the archives of the build that `-l` finds in the folders of `-L`."""
        folders = _folders(linking)
        for name in from_arguments([one for one in linking.arguments if one.startswith("-l")]):
            for folder in folders:
                archive = folder / f"lib{name}.a"
                if archive in self.outputs:
                    yield archive
                    break


def _folders(linking: Linking) -> list[Path]:
    found = []
    left = iter(linking.arguments)
    for argument in left:
        if argument.startswith("-L"):
            found.append(Path(os.path.normpath(linking.folder / (argument[2:] or next(left, "")))))
    return found


def _library_name(path: Path) -> str:
    return path.stem.removeprefix("lib")


def collect(effects: Iterable[Effect]) -> Links:
    """Return what the commands of a build do together."""
    links = Links()
    for effect in effects:
        links.add(effect)
    return links
