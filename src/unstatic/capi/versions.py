"""Versions: the Python that a name of the C API came with, one row a name, for those that are written into C.

Source: "What's New in Python" of each version, and the stable ABI manifest, `Misc/stable_abi.toml` of CPython.
"""

from __future__ import annotations

SINCE: dict[str, tuple[int, int]] = {
    "Py_TPFLAGS_DISALLOW_INSTANTIATION": (3, 10),
    "Py_TPFLAGS_IMMUTABLETYPE": (3, 10),
    "PyType_GetModuleByDef": (3, 11),
    "Py_mod_multiple_interpreters": (3, 12),
    "Py_READONLY": (3, 12),
    "PyType_FromMetaclass": (3, 12),
    "PyWeakref_GetRef": (3, 13),
}


def is_missing(name: str, minimum: tuple[int, int]) -> bool:
    """Tell whether some Python from *minimum* on lacks *name*."""
    return minimum < SINCE[name]


def first_hexversion(name: str) -> bytes:
    """Return the least PY_VERSION_HEX that has *name*, as C."""
    major, minor = SINCE[name]
    return b"0x%02X%02X0000" % (major, minor)
