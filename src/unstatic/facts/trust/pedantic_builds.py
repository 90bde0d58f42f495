"""Builds that ask for what ISO C says: it has no conversion between a function and the `void *` of a slot."""

from __future__ import annotations

import re
from pathlib import Path

from unstatic.model.extension import Extension
from unstatic.model.fact import common_fact
from unstatic.project.discovery.sources import read_bytes
from unstatic.system import reads

_BUILD_FILES = (
    *("setup.py", "setup.cfg", "pyproject.toml", "CMakeLists.txt", "meson.build"),
    *("Makefile", "Makefile.in", "Makefile.am", "compile_commands.json"),
)
# Meson's highest levels of warnings have it with them.
_PEDANTIC = re.compile(rb"(?<!\w)-W?pedantic\b|\bwarning_level['\"]?\s*[=:,]\s*['\"]?(?:3|everything)\b")


@common_fact
def is_pedantic(model: Extension) -> bool:
    """Tell whether a build file beside the sources, or in a folder around them, has the compiler warn of it."""
    folders = {folder for unit in model.units for folder in unit.parents if folder.is_relative_to(model.root)}
    return any(_asks(folder / name) for folder in folders for name in _BUILD_FILES)


def _asks(path: Path) -> bool:
    if not path.is_file():
        return False
    reads.record([str(path)], [], ())
    return _PEDANTIC.search(read_bytes(path)) is not None
