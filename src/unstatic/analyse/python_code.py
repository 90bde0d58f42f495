"""What the project's own Python code expects of the extension; it is read, never run."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from unstatic import reads
from unstatic.model import Extension

_MOST_FILES = 2000
_MOST_BYTES = 1_000_000
_SKIPPED = frozenset({".git", ".hg", ".tox", ".nox", ".venv", "venv", "build", "dist", "node_modules", "__pycache__"})


def expects_builtins(model: Extension) -> bool:
    """
    Tell whether the project compares some `__module__` with `"builtins"`.

    That is how code tells such a type from one that was written in Python: a static type whose name has no dot says
    that it is a builtin (G36).
    """
    found = model.memory.get("expects-builtins")
    if not isinstance(found, bool):
        found = model.memory["expects-builtins"] = any(_compares(path) for path in _sources(model.root))
    return found


def _sources(root: Path) -> Iterator[Path]:
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in sorted(files):
            if name.endswith(".py"):
                count += 1
                if count > _MOST_FILES:
                    return
                yield Path(folder, name)


def _compares(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return False
        data = path.read_bytes()
        if b"__module__" not in data or b"builtins" not in data:
            return False
        reads.record([str(path)], [], ())
        tree = ast.parse(data)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(_is_about_builtins(node) for node in ast.walk(tree) if isinstance(node, ast.Compare))


def _is_about_builtins(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    named = any(isinstance(side, ast.Attribute) and side.attr == "__module__" for side in sides)
    return named and any(isinstance(side, ast.Constant) and side.value == "builtins" for side in sides)
