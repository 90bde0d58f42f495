"""Headers that a script of the project writes when it is built: what they define isn't known, and what they are is.

Such a script finds out about the system, and writes `#define` lines. The header is as good as read where values stand
in for its macros (stand_ins) and all else parses.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from unstatic.project.discovery import sources
from unstatic.project.discovery.files import ProjectFiles

_MAX_SIZE = 1_000_000
_WRITES = re.compile(rb"\bopen\(|\.write(?:lines|_text)?\(")
_DEFINES = re.compile(rb"#\s*define\b")


def script_of(name: str, root: Path) -> str:
    """Return the Python file of the project that names the header *name* and writes macros; "" if none does."""
    quoted = re.compile(rb"[\"'/]" + re.escape(Path(name).name.encode("utf-8", "surrogateescape")) + rb"[\"']")
    return next((str(path.relative_to(root)) for path, text in _writers(root) if quoted.search(text)), "")


@functools.lru_cache(maxsize=2)
def _writers(root: Path) -> tuple[tuple[Path, bytes], ...]:
    files = ProjectFiles(root)
    found = []
    for path in sources.walk(root):
        if path.suffix == ".py" and files.inside(path) is not None:
            text = sources.read_bytes(path)
            if len(text) <= _MAX_SIZE and _WRITES.search(text) and _DEFINES.search(text):
                found.append((path, text))
    return tuple(found)
