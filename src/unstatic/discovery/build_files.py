"""Reads every build file of a project that is understood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unstatic.discovery import cmake, guess, meson, pyproject, setup_py
from unstatic.discovery.declared import Declared


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that the build files in *root* declare. Raises nothing."""
    found = (*setup_py.read(root), *pyproject.read(root)) or meson.read(root) or cmake.read(root)
    options = pyproject.build_options(root)
    return tuple(guess.with_folders(replace(one, arguments=(*one.arguments, *options)), root) for one in found)
