"""Prototypes that a unit only reads past: it includes the header, and nothing in the unit names the function.

Large projects have headers with thousands of them, which all units include. What a unit says of its own functions and
of those that it names stays, so that a prototype that another unit needs is known from there.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from unstatic.cparse.facts import ParsedUnit, SymbolKind

_WORD = re.compile(rb"[A-Za-z_]\w*")


class UnusedPrototypes:
    """Looks for the words of each text once, however many units read it."""

    def __init__(self) -> None:
        self._words: dict[bytes, Counter[bytes]] = {}

    def without(self, unit: ParsedUnit) -> ParsedUnit:
        """Return *unit* without the functions whose name stands nowhere else in all that it reads, `#if` groups too."""
        needed = {item.symbol for item in unit.references}
        functions = [item for item in unit.declarations if item.kind is SymbolKind.FUNCTION and item.parent is None]
        # `MOD_INIT(shelf)` defines what a header declares, without writing the name.
        needed |= {item.symbol for item in functions if item.body is not None or item.path == unit.path}
        found = {item.symbol: item.name.encode() for item in functions if item.symbol not in needed}
        if not found:
            return unit
        texts = [self._of(file.data) for file in unit.files.values()]
        unused = {symbol for symbol, name in found.items() if sum(words[name] for words in texts) <= 1}
        kept = (item for item in unit.declarations if item.symbol not in unused and item.function not in unused)
        return replace(unit, declarations=tuple(kept))

    def _of(self, text: bytes) -> Counter[bytes]:
        words = self._words.get(text)
        if words is None:
            words = self._words[text] = Counter(_WORD.findall(text))
        return words
