"""What formatters are told about a file: .clang-format and .editorconfig, of its folder or of one above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from configparser import ConfigParser, Error
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

_COLUMNS = re.compile(r"^[ \t]*+ColumnLimit\s*+:\s*(\d+)", re.MULTILINE)
_BASE = re.compile(r"^[ \t]*+BasedOnStyle\s*+:\s*(\w+)", re.MULTILINE)
_OF_STYLES = {"llvm": 80, "google": 80, "chromium": 80, "mozilla": 80, "gnu": 79, "microsoft": 120}
"""The columns of clang-format's own styles."""
_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")


@lru_cache(maxsize=1024)
def width(path: Path, root: Path) -> int:
    """Return how long the lines of a file below *root* may be; 0 if no formatter is told."""
    return next(
        filter(None, (_clang_format(folder) or _editorconfig(folder, path) for folder in _above(path, root))), 0
    )


def _above(path: Path, root: Path) -> Iterator[Path]:
    for folder in path.parents:
        if not folder.is_relative_to(root):
            return
        yield folder


def _clang_format(folder: Path) -> int:
    text = _text(folder / ".clang-format") or _text(folder / "_clang-format")
    found, base = _COLUMNS.search(text), _BASE.search(text)
    if found is not None:
        return int(found[1])
    return _OF_STYLES.get(base[1].lower(), 0) if base is not None else 0


def _editorconfig(folder: Path, path: Path) -> int:
    parser = ConfigParser(strict=False, interpolation=None)
    try:
        parser.read_string("[ ]\n" + _text(folder / ".editorconfig"))
    except Error:
        return 0
    name = path.relative_to(folder).as_posix()
    # The last section that fits counts.
    for section in reversed(parser.sections()):
        value = parser.get(section, "max_line_length", fallback="")
        if value.isdigit() and any(_fits(pattern, name) for pattern in _patterns(section)):
            return int(value)
    return 0


def _patterns(section: str) -> Iterator[str]:
    found = _ALTERNATIVES.search(section)
    if found is None:
        yield section
        return
    for one in found[1].split(","):
        yield from _patterns(section[: found.start()] + one.strip() + section[found.end() :])


def _fits(pattern: str, name: str) -> bool:
    return fnmatchcase(name, pattern.lstrip("/")) or (
        "/" not in pattern and fnmatchcase(name.rpartition("/")[2], pattern)
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
