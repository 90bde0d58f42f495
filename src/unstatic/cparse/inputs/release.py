"""Memory that parses leave behind."""

from __future__ import annotations

import ctypes
import sys


def release_memory() -> None:
    """Give memory that parses took back to the system: Python's objects, which come next, are never put there."""
    # Only the GNU library keeps it, and has this function.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
