"""Reads every build file of a project that is understood."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from unstatic.project.discovery import guess
from unstatic.project.discovery.declared import Declared
from unstatic.project.discovery.formats import pyproject
from unstatic.project.discovery.libraries import distinct
from unstatic.project.discovery.setup_py import evaluator

_BUILD_FOLDERS = ("build", ".mesonpy")


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that the build files in *root* declare. Raises nothing."""
    found = (*evaluator.read(root), *pyproject.read(root))
    others = () if found and not _has_other_tools(root) else _of_other_tools(root)
    found = tuple(_fuller(one, others) for one in found) or others
    options, libraries = pyproject.build_options(root)
    return tuple(guess.with_folders(_with(one, options, libraries), root) for one in found)


def _has_other_tools(root: Path) -> bool:
    return any((root / name).is_file() for name in ("meson.build", "CMakeLists.txt"))


def _fuller(one: Declared, others: tuple[Declared, ...]) -> Declared:
    """Return the extension as another tool's build file has it, if that lists the same sources and more.

    A `setup.py` that starts another tool declares what setuptools needs to see, and no more than that.
    """
    last = (one.name or "").rpartition(".")[2]
    for other in others:
        named_so = (other.name or "").rpartition(".")[2] == last
        if named_so and set(one.sources) < set(other.sources):
            return replace(other, name=one.name)
    return one


def _of_other_tools(root: Path) -> tuple[Declared, ...]:
    from unstatic.project.discovery.formats import cmake, meson

    return meson.read(root) or cmake.read(root)


def databases(root: Path) -> list[Path]:
    """Return the compilation databases that a build left in the project, or in a folder that it was likely made in."""
    folders = ["", *(name for name in _names(root) if name.startswith(_BUILD_FOLDERS) or name in ("_build", "out"))]
    folders += [os.path.join("build", name) for name in (_names(root / "build") if "build" in folders else ())]
    paths = (os.path.join(root, folder, "compile_commands.json") for folder in folders)
    return [Path(path) for path in paths if os.path.isfile(path)]


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _with(one: Declared, arguments: tuple[str, ...], libraries: tuple[str, ...]) -> Declared:
    return replace(one, arguments=(*one.arguments, *arguments), libraries=distinct((*one.libraries, *libraries)))
