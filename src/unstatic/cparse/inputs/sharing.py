"""What several units read alike in their headers, kept once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unstatic.cparse.facts import Declaration, ParsedUnit

_Key = tuple[Path, int, str]


class Sharing:
    """Remembers the declarations in headers while the units of one extension are read."""

    def __init__(self) -> None:
        self._known: dict[_Key, Declaration] = {}

    def of(self, unit: ParsedUnit) -> ParsedUnit:
        """Return *unit* with the declarations of units before, where its own are equal to them."""
        return replace(unit, declarations=tuple(map(self._same, unit.declarations)))

    def _same(self, item: Declaration) -> Declaration:
        known = self._known.setdefault((item.path, item.name_span.start, item.symbol), item)
        return known if known == item else item
