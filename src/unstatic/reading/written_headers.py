"""Headers that a script of the project writes when it is built: what they define isn't known, and what they are is.

Such a script finds out about the system, and writes `#define` lines. The header is as good as read where values stand
in for its macros (stand_ins) and all else parses.
"""

from __future__ import annotations

import re
from pathlib import Path

from unstatic.project.discovery import stand_ins

_WRITES = re.compile(rb"\bopen\(|\.write(?:lines|_text)?\(")
_DEFINES = re.compile(rb"#\s*define\b")


def script_of(name: str, root: Path) -> str:
    """Return the Python file of the project that names the header *name* and writes macros; "" if none does."""
    quoted = re.compile(rb"[\"'/]" + re.escape(Path(name).name.encode("utf-8", "surrogateescape")) + rb"[\"']")
    scripts = (one for one in stand_ins.build_files(root) if one[0].suffix == ".py")
    writers = (one for one in scripts if _WRITES.search(one[1]) and _DEFINES.search(one[1]))
    return next((str(path.relative_to(root)) for path, text in writers if quoted.search(text)), "")
