"""Places as other programs count them: files relative to a folder, columns in characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.text.source import Location


@dataclass
class Places:
    """Translates places for programs that read files as text; *bases* are real paths."""

    bases: Sequence[Path]
    _lines: dict[Path, list[bytes]] = field(default_factory=dict)

    def relative(self, path: Path) -> Path | None:
        """Return the path relative to the first base that it lies below, or None if there is none."""
        base = next((base for base in self.bases if path.is_relative_to(base)), None)
        return path.relative_to(base) if base is not None else None

    def character(self, location: Location) -> int | None:
        """Return the column in characters, from 1; None if the file isn't UTF-8 there, or can't be read any more."""
        if location.path not in self._lines:
            self._lines[location.path] = self._read(location.path)
        lines = self._lines[location.path]
        if location.line > len(lines):
            return None
        try:
            return len(lines[location.line - 1][: location.column - 1].decode("utf-8")) + 1
        except UnicodeDecodeError:
            return None

    def _read(self, path: Path) -> list[bytes]:
        try:
            return path.read_bytes().split(b"\n")
        except OSError:
            return []
