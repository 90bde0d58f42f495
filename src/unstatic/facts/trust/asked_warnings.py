"""Warnings that a build asks for, and that what is written for heap types would meet as it usually looks."""

from __future__ import annotations

import enum
import re
from functools import lru_cache
from pathlib import Path

from unstatic.model.extension import Extension
from unstatic.model.fact import common_fact
from unstatic.project.discovery.sources import read_bytes
from unstatic.system import reads
from unstatic.system.file_facts import file_fact

_BUILD_FILES = (
    *("setup.py", "setup.cfg", "pyproject.toml", "CMakeLists.txt", "meson.build"),
    *("Makefile", "Makefile.in", "Makefile.am", "compile_commands.json"),
)


class Asked(enum.Enum):
    """What a compiler is to warn of, and how a build file asks for it: also by one of Meson's levels of warnings."""

    FUNCTIONS_AS_DATA = rb"(?<!\w)-W?pedantic\b", b"3"
    """ISO C has no conversion between a function and the `void *` of a slot (G650)."""
    MISSING_FIELDS = rb"(?<!\w)-W(?:extra|missing-field-initializers)\b", b"23"
    """An initialiser of a struct that leaves out fields at its end."""
    CONSTANT_LITERALS = rb"(?<!\w)-Wwrite-strings\b", b""
    """A string literal where a pointer to what can be changed is."""
    LATE_DECLARATIONS = rb"(?<!\w)-(?:Wdeclaration-after-statement|ansi|std=(?:c|gnu)(?:89|90))\b", b""
    """A variable that is declared behind a statement, which C has known since 1999."""


def is_asked(model: Extension, warning: Asked) -> bool:
    """Tell whether a build file beside the sources, or in a folder around them, asks for a warning."""
    return warning in _asked(model)


@common_fact
def _asked(model: Extension) -> frozenset[Asked]:
    folders = {folder for unit in model.units for folder in unit.parents if folder.is_relative_to(model.root)}
    files = [path for folder in folders for name in _BUILD_FILES if (path := folder / name).is_file()]
    reads.record_texts(map(str, files))
    return frozenset[Asked]().union(*map(_asked_in, files))


@file_fact
def _asked_in(path: Path) -> frozenset[Asked]:
    data = read_bytes(path)
    return frozenset(warning for warning in Asked if _pattern(warning).search(data))


@lru_cache
def _pattern(warning: Asked) -> re.Pattern[bytes]:
    option, levels = warning.value
    by_level = rb"|\bwarning_level['\"]?\s*[=:,]\s*['\"]?(?:[" + levels + rb"]|everything)" if levels else b""
    return re.compile(option + by_level)
