"""Sources of the project that use what the extension defines, by a header or by `extern`, but aren't compiled into it.

They may be those of another system, or an extension of which one source was named: what they use has to stay, as it
would be declared no more (G573).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.facts.trust.outside_includers import may_include, sources_without_module
from unstatic.model.extension import Declaration, Extension, Linkage
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.project.discovery.declared import HEADER_SUFFIXES
from unstatic.text.source import SourceFile

_WORD = re.compile(rb"\b[A-Za-z_]\w*\b")


def outside_use(model: Extension, symbol: str) -> Obstacle | None:
    """Return where such a source names what *symbol* stands for, or None if none does."""
    return _outside_uses(model).get(symbol) if _is_shared(model.by_symbol.get(symbol, ())) else None


@fact
def _outside_uses(model: Extension) -> Mapping[str, Obstacle]:
    shared = _shared(model)
    found: dict[str, Obstacle] = {}
    for path, source in sorted(sources_without_module(model).items()):
        reached = _reached(model, path, source.includes)
        names = {name for name, (_, headers) in shared.items() if name in source.declares or headers & reached}
        data = path.read_bytes() if names else b""
        places = {word.group(): word.start() for word in _WORD.finditer(data)}
        for name in names & places.keys():
            found.setdefault(shared[name][0], _told(model, path, data, places[name]))
    return found


def _is_shared(items: Sequence[Declaration]) -> bool:
    """Tell whether other sources can use what is declared."""
    return (
        bool(items) and items[0].linkage is Linkage.EXTERNAL and items[0].function is None and items[0].parent is None
    )


def _told(model: Extension, path: Path, data: bytes, offset: int) -> Obstacle:
    shown = path.relative_to(model.root)
    reason = f"{shown} shares, which uses it and isn't compiled here: name all sources, or the project's folder"
    return Obstacle(reason, "foreign-file", SourceFile(path, data).location(offset))


def _shared(model: Extension) -> Mapping[bytes, tuple[str, frozenset[Path]]]:
    """Return what other sources can use: names, with their symbols and the project's headers that declare them."""
    found: dict[bytes, tuple[str, frozenset[Path]]] = {}
    for symbol, items in model.by_symbol.items():
        headers = frozenset(item.path for item in items if item.path.suffix in HEADER_SUFFIXES)
        if _is_shared(items):
            found[items[0].name.encode("utf-8", "surrogateescape")] = (symbol, headers)
    return found


def _reached(model: Extension, path: Path, spelled: Mapping[str, str]) -> frozenset[Path]:
    """Return the headers of the extension that a source includes, by others as well."""
    waiting = list(_included(model, path, spelled))
    found: set[Path] = set(waiting)
    while waiting:
        more = _inclusions(model).get(waiting.pop(), frozenset()) - found
        found |= more
        waiting += more
    return frozenset(found)


@fact
def _inclusions(model: Extension) -> Mapping[Path, frozenset[Path]]:
    """Return what each file of the extension includes."""
    found: dict[Path, set[Path]] = {}
    for item in model.inclusions:
        found.setdefault(item.includer, set()).add(item.path)
    return {includer: frozenset(paths) for includer, paths in found.items()}


def _included(model: Extension, path: Path, spelled: Mapping[str, str]) -> Iterator[Path]:
    for header in model.files:
        written = spelled.get(header.name)
        if header.suffix in HEADER_SUFFIXES and written is not None and may_include(path, written, header):
            yield header
