"""Machine code of built modules, compared without what names the folders in which they were built."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

_LEFT_OUT = ("--strip-all", "--remove-section=.note.gnu.build-id")
"""Debugging information names folders, and the build ID is a hash of all that."""


def is_same_code(before: Path, after: Path) -> bool:
    """Tell whether two libraries differ in nothing that runs; without `objcopy` they have to be equal to the byte."""
    if before.read_bytes() == after.read_bytes():
        return True
    with tempfile.TemporaryDirectory(prefix="unstatic-code-") as folder:
        stripped = [_stripped(library, Path(folder, str(number))) for number, library in enumerate((before, after))]
    return stripped[0] is not None and stripped[0] == stripped[1]


def _stripped(library: Path, place: Path) -> bytes | None:
    """Return what is left of *library*; None if `objcopy` isn't there, or can't read it."""
    if shutil.which("objcopy") is None:
        return None
    done = subprocess.run(["objcopy", *_LEFT_OUT, library, place], capture_output=True, check=False)
    return place.read_bytes() if done.returncode == 0 else None
