"""Formats of Py_BuildValue: the arguments whose references they take over."""

from __future__ import annotations

import re

# A unit with the modifiers that stand behind it; brackets and separators take no argument.
_UNIT = re.compile(rb"([a-zA-Z])([#&])?")


def stolen_arguments(text: bytes) -> frozenset[int]:
    """Return which arguments after the format an `N` is for, counted from 0 (C API manual, "Building values")."""
    found = set()
    position = 0
    for unit, modifier in _UNIT.findall(text):
        if unit == b"N":
            found.add(position)
        position += 2 if modifier else 1
    return frozenset(found)
