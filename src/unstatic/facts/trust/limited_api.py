"""Whether the extension is compiled for the limited API, and for which: most of what is written came to it late."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.text.source import Location

_NAME = "Py_LIMITED_API"
_OLD = 3
"""The number that stands for the first limited API, that of Python 3.2."""
PHASES = (3, 5)
"""The version with initialisation in two phases (PEP 489)."""
INTERPRETERS = (3, 9)
"""The version with `PyInterpreterState_Get`, whose dict leads to the module, or to what is kept there."""
UNCAST = (3, 11)
"""The version from which `Py_TYPE` and `Py_INCREF` are functions without the macros that cast what they are given."""
MODULES = (3, 9)
"""The version from which the hooks of a module may count on its state: older Pythons call them before it is there.

New hooks ask for it then; those that are there already don't.
"""
FINAL_TYPES = (3, 10)
"""The version with `PyType_FromModuleAndSpec` and `PyType_GetModuleState`: all that types without subclasses need."""
TYPES = (3, 13)
"""The version with all that types lead to the state by: `PyType_GetModuleByDef` is the last of it."""
CLAIMS = (3, 12)
"""The version with `Py_mod_multiple_interpreters`: on an older Python, the import fails that finds the slot (G104)."""


@dataclass(frozen=True, slots=True)
class LimitedApi:
    """The oldest Python that one binary is for, (0, 0) if that can't be told, and where that is said."""

    version: tuple[int, int]
    where: Location


@fact
def limited_api(model: Extension) -> LimitedApi | None:
    """Return the limited API that the extension is compiled for; None if it is for one Python alone."""
    for item in model.macro_definitions:
        file = model.files[item.path]
        if item.name == _NAME and not file.is_inactive(item.span.start):
            value = file.source.text(item.body).decode("latin-1")
            return LimitedApi(_version(value), model.location(item.path, item.span.start))
    if _NAME not in model.defined:
        return None
    return LimitedApi(_version(model.defined[_NAME]), model.location(model.main_path, 0))


def state_may_be_late(model: Extension) -> bool:
    """Tell whether a binary may run where hooks of the module are called before it has its state (G546)."""
    return lacks(model, MODULES)


def macros_cast(model: Extension) -> bool:
    """Tell whether `Py_TYPE(box)` compiles for any pointer."""
    return limited_api(model) is None or lacks(model, UNCAST)


def lacks(model: Extension, version: tuple[int, int]) -> bool:
    """Tell whether the extension is compiled for a limited API older than *version*."""
    found = limited_api(model)
    return found is not None and found.version < version


def silent_api(model: Extension) -> LimitedApi | None:
    """Return the limited API if a module for it can't say which interpreters may load it, as older Pythons may."""
    return limited_api(model) if lacks(model, CLAIMS) else None


def _version(value: str) -> tuple[int, int]:
    """Return the version in what the macro stands for: `0x030A0000`, say."""
    try:
        number = int(value.strip().strip("()"), 0)
    except ValueError:
        return 0, 0
    return (3, 2) if number == _OLD else (number >> 24, number >> 16 & 0xFF)
