"""Macros in front of a declaration that expand to nothing here: `SHELF_INTERNAL PyTypeObject Box_Type = {...};`.

The parser doesn't see them, and what takes the declaration away must not leave them behind: in another build they are
`static`, or an attribute.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping
from pathlib import Path

from unstatic.cparse.facts import Declaration, MacroExpansion, SymbolKind
from unstatic.model.file import File
from unstatic.text.source import Span

_DECLARED = (SymbolKind.VARIABLE, SymbolKind.FUNCTION)


def with_leading_macros(declarations: Iterable[Declaration], files: Mapping[Path, File]) -> tuple[Declaration, ...]:
    """Return *declarations*, those of variables and functions with the macros that stand before them in their line."""
    ends = {path: sorted(file.expansions.values(), key=_end) for path, file in files.items()}
    return tuple(
        _extended(item, files[item.path], ends[item.path])
        if item.kind in _DECLARED and item.function is None and item.parent is None and not item.from_macro
        else item
        for item in declarations
    )


def _extended(item: Declaration, file: File, ends: list[MacroExpansion]) -> Declaration:
    start, line = item.span.start, file.source.line_start(item.span.start)
    while start > line:
        index = bisect.bisect_right(ends, start, key=_end) - 1
        use = ends[index] if index >= 0 else None
        if use is None or use.span.start < line or file.source.data[use.span.end : start].strip():
            break
        start = use.span.start
    return item if start == item.span.start else item._replace(span=Span(start, item.span.end))


def _end(use: MacroExpansion) -> int:
    return use.span.end
