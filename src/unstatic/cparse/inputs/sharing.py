"""What several parses read alike, as headers are read by many units, kept once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from unstatic.cparse.facts import (
    Declaration,
    Diagnostic,
    MacroDefinition,
    MacroExpansion,
    ParsedUnit,
    Reference,
)

_Item = TypeVar("_Item", Declaration, Reference, MacroDefinition, MacroExpansion, Diagnostic)
# Comparing with all of them would cost more than what is equal after so many takes.
_MOST_VARIANTS = 8


class Sharing:
    """Remembers what is declared, named, defined and complained about while the units of one extension are read."""

    def __init__(self) -> None:
        self._in_headers: dict[int, object] = {}
        self._in_source: dict[int, object] = {}
        self._source: Path | None = None

    def of(self, unit: ParsedUnit) -> ParsedUnit:
        """Return *unit* with the items of parses before, where its own are equal to them."""
        source = next((path for path in unit.files if path == unit.path), None)
        if source is not self._source:
            # No other unit has what stands in a source.
            self._source, self._in_source = source, {}
        # Without paths, whose hashes cost more than all else: an item of another file is found to differ.
        same = self._same
        return replace(
            unit,
            declarations=tuple([same((item.name_span.start, item.symbol), item) for item in unit.declarations]),
            references=tuple([same((item.offset, item.symbol, item.name), item) for item in unit.references]),
            macros=tuple([same((item.span.start, item.name), item) for item in unit.macros]),
            expansions=tuple([same((item.span.start, item.name), item) for item in unit.expansions]),
            diagnostics=tuple([same((item.offset, item.message), item) for item in unit.diagnostics]),
        )

    def _same(self, key: Hashable, item: _Item) -> _Item:
        """Return the item that is equal; a header that is read with several macros has one for each of their values."""
        number = hash(key)
        items = self._in_source if item.path is self._source else self._in_headers
        known = items.setdefault(number, item)
        if known is item or known == item:
            return known
        if not isinstance(known, list):
            items[number] = [known, item]
            return item
        for variant in cast("list[_Item]", known):
            if variant == item:
                return variant
        if len(known) < _MOST_VARIANTS:
            known.append(item)
        return item
