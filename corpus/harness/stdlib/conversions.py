"""What a newer CPython did with the static types of an older one."""

from __future__ import annotations

import re
from pathlib import Path

STATIC, HEAP, OTHERWISE = "static", "heap type", "not found"


class Newer:
    """The `Modules/` of a newer Python, in which a type may have another variable but keeps its name."""

    def __init__(self, tree: Path) -> None:
        paths = sorted((tree / "Modules").rglob("*.[ch]"))
        self._text = "\n".join(path.read_text(errors="replace") for path in paths)

    def fate(self, older: Path, variable: str) -> str:
        """Return whether the type in *variable*, of the source *older*, is static still or made from a spec.

        It is neither if nothing of its name is found: it was renamed, or taken out.
        """
        if re.search(rf"^[ \t]*(?:static[ \t]+)?PyTypeObject[ \t]+{variable}[ \t]*=", self._text, re.MULTILINE):
            return STATIC
        name = _python_name(older.read_text(errors="replace"), variable)
        spec = rf"^\s*(?:\.name[ \t]*=[ \t]*)?\"(?:\w+\.)*{name}\","
        return HEAP if name and re.search(spec, self._text, re.MULTILINE) else OTHERWISE


def _python_name(text: str, variable: str) -> str:
    """Return what Python calls a type, without its module; empty if that can't be read."""
    pattern = rf"PyTypeObject[ \t]+{variable}[ \t]*=[ \t]*\{{(.*?)^\}}"
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    named = re.search(r"\"(?:\w+\.)*(\w+)\"", found[1]) if found is not None else None
    return named[1] if named is not None else ""
