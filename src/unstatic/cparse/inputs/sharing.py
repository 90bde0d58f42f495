"""What several parses read alike, as headers are read by many units, kept once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from unstatic.cparse.facts import ParsedUnit

_Item = TypeVar("_Item")


class Sharing:
    """Remembers what is declared, named, defined and complained about while the units of one extension are read."""

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}

    def of(self, unit: ParsedUnit) -> ParsedUnit:
        """Return *unit* with the items of parses before, where its own are equal to them."""
        # Without paths, whose hashes cost more than all else: an item of another file is found to differ.
        same = self._same
        return replace(
            unit,
            declarations=tuple([same((item.name_span.start, item.symbol), item) for item in unit.declarations]),
            references=tuple([same((item.offset, item.symbol, item.name), item) for item in unit.references]),
            macros=tuple([same((item.span.start, item.name), item) for item in unit.macros]),
            diagnostics=tuple([same((item.offset, item.message), item) for item in unit.diagnostics]),
        )

    def _same(self, key: Hashable, item: _Item) -> _Item:
        known = self._known.setdefault(key, item)
        return known if known == item else item
