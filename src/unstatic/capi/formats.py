"""Formats of Py_BuildValue and PyArg_ParseTuple: what they take over, and which variables they fill."""

from __future__ import annotations

import re

# A unit with the modifiers that stand behind it; brackets and separators take no argument.
_UNIT = re.compile(rb"([a-zA-Z])([#&])?")

# One unit that may fail, then only objects of any type: `getargs.c` counts the arguments before it looks at any.
_ALL_OR_NOTHING = re.compile(rb"(?:O!?|[SUY])O*(?:[:;].*)?", re.DOTALL)

# All of it required, and no unit gives a reference away or takes more than one variable but `O!`.
_PLAIN = re.compile(rb"(?:O!?|[SUYbhiIlkLKncdfps])+(?:[:;].*)?", re.DOTALL)


def lends_all(text: bytes) -> bool:
    """Tell whether PyArg_ParseTuple lends each object that this format asks for, if it succeeds."""
    return _PLAIN.fullmatch(text) is not None


def fills_all_or_none(text: bytes) -> bool:
    """Tell whether PyArg_ParseTuple fills each variable that it is given with this format, or fails and fills none."""
    return _ALL_OR_NOTHING.fullmatch(text) is not None


def stolen_arguments(text: bytes) -> frozenset[int]:
    """Return which arguments after the format an `N` is for, counted from 0 (C API manual, "Building values")."""
    found = set()
    position = 0
    for unit, modifier in _UNIT.findall(text):
        if unit == b"N":
            found.add(position)
        position += 2 if modifier else 1
    return frozenset(found)
