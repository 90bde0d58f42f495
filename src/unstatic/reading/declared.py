"""What a header has for those that include it: the names that it declares, each with the text that declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.cparse.facts import ParsedUnit, SymbolKind
from unstatic.text.source import Span

_PARTS = (SymbolKind.PARAMETER, SymbolKind.FIELD)


def declared_in(units: Sequence[ParsedUnit], path: Path) -> Mapping[bytes, bytes]:
    """Return the texts of what a file declares at file level and of its macros, by name."""
    found: dict[bytes, dict[bytes, None]] = {}
    for unit in units:
        data = unit.files[path].data if path in unit.files else b""
        for name, span in _spans(unit, path):
            found.setdefault(name.encode("utf-8", "surrogateescape"), {})[data[span.start : span.end]] = None
    return {name: b"\n".join(sorted(texts)) for name, texts in found.items()}


def _spans(unit: ParsedUnit, path: Path) -> Iterator[tuple[str, Span]]:
    for item in unit.declarations:
        if item.path == path and item.name and item.function is None and item.kind not in _PARTS:
            yield item.name, item.span
    for macro in unit.macros:
        if macro.path == path:
            yield macro.name, macro.span
