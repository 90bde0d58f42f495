"""The uses of macros of one file, in whose arguments a place may stand."""

from __future__ import annotations

import bisect
from functools import cached_property
from itertools import accumulate

from unstatic.model.extension import File, MacroExpansion


class MacroCalls:
    """The macro calls of one file, sorted so that those around a place are found without a look at all of them."""

    def __init__(self, file: File) -> None:
        self._file = file

    @cached_property
    def _calls(self) -> list[MacroExpansion]:
        return sorted(self._file.expansions.values(), key=lambda item: item.span.start)

    @cached_property
    def _starts(self) -> list[int]:
        return [item.span.start for item in self._calls]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate((item.span.end for item in self._calls), max))

    def around(self, offset: int) -> list[MacroExpansion]:
        """Return the calls that have the token at *offset* in an argument, outermost first."""
        found: list[MacroExpansion] = []
        index = bisect.bisect_left(self._starts, offset)
        while index and self._ends[index - 1] > offset:
            index -= 1
            if offset in self._calls[index].span:
                found.append(self._calls[index])
        return found[::-1]
