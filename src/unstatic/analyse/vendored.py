"""Files that projects copy from elsewhere, and that a migration leaves alone (G134)."""

from __future__ import annotations

from pathlib import Path

_NAMES = frozenset(("pythoncapi_compat.h", "pythoncapi-compat.h", "npy_3kcompat.h", "pybind11.h", "uthash.h"))


def is_vendored(path: Path) -> bool:
    """Tell whether *path* is a copy of a header that others maintain."""
    return path.name in _NAMES
