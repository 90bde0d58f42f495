"""Reads every build file of a project that is understood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unstatic.discovery import cmake, guess, meson, pyproject, setup_py
from unstatic.discovery.declared import Declared
from unstatic.discovery.libraries import distinct


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that the build files in *root* declare. Raises nothing."""
    found = (*setup_py.read(root), *pyproject.read(root)) or meson.read(root) or cmake.read(root)
    options, libraries = pyproject.build_options(root), pyproject.build_libraries(root)
    return tuple(guess.with_folders(_with(one, options, libraries), root) for one in found)


def _with(one: Declared, arguments: tuple[str, ...], libraries: tuple[str, ...]) -> Declared:
    return replace(one, arguments=(*one.arguments, *arguments), libraries=distinct((*one.libraries, *libraries)))
