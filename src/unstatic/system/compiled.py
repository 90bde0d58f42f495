"""The part of this program that is compiled where a compiler is at hand when it's installed; else Python serves."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SWITCH = "UNSTATIC_WALKER"
"""The variable of the environment that, set to `python`, has the slower walk in Python serve."""


def walker() -> Path | None:
    """Return the library file of the compiled walker; None if it isn't there, or isn't wanted."""
    name = "walker.dll" if sys.platform == "win32" else "walker.so"
    path = Path(__file__).parents[1] / "cparse" / "native" / name
    return path if os.environ.get(SWITCH) != "python" and path.is_file() else None
