"""Sources of the project that share a header with the extension, and use what it declares, but aren't compiled into it.

They may be those of another system, or an extension of which one source was named: what they use has to stay, as the
header would declare it no more (G573).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.facts.trust.outside_includers import sources_without_module
from unstatic.model.extension import Extension, Linkage
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.project.discovery.declared import HEADER_SUFFIXES
from unstatic.text.source import SourceFile

_WORD = re.compile(rb"\b[A-Za-z_]\w*\b")


def outside_use(model: Extension, symbol: str) -> Obstacle | None:
    """Return where such a source names what *symbol* stands for, or None if none does."""
    return _outside_uses(model).get(symbol)


@fact
def _outside_uses(model: Extension) -> Mapping[str, Obstacle]:
    declared = _declared_in_headers(model)
    found: dict[str, Obstacle] = {}
    for path, spelled in sorted(sources_without_module(model).items()) if declared else ():
        reached = _reached(model, path, spelled)
        if not reached:
            continue
        data = path.read_bytes()
        places = {word.group(): word.start() for word in _WORD.finditer(data)}
        for name, (symbol, headers) in declared.items():
            if name in places and headers & reached:
                shown = path.relative_to(model.root)
                reason = (
                    f"{shown} shares, which uses it and isn't compiled here: name all sources, or the project's folder"
                )
                location = SourceFile(path, data).location(places[name])
                found.setdefault(symbol, Obstacle(reason, "foreign-file", location))
    return found


def _declared_in_headers(model: Extension) -> Mapping[bytes, tuple[str, frozenset[Path]]]:
    """Return what other sources can use by a header of the project: names, with their symbols and the headers."""
    found: dict[bytes, tuple[str, frozenset[Path]]] = {}
    for symbol, items in model.by_symbol.items():
        headers = frozenset(item.path for item in items if item.path.suffix in HEADER_SUFFIXES)
        is_shared = items[0].linkage is Linkage.EXTERNAL and items[0].function is None and items[0].parent is None
        if headers and is_shared:
            found[items[0].name.encode("utf-8", "surrogateescape")] = (symbol, headers)
    return found


def _reached(model: Extension, path: Path, spelled: Mapping[str, str]) -> frozenset[Path]:
    """Return the headers of the extension that a source includes, by others as well."""
    waiting = list(_included(model, path, spelled))
    found: set[Path] = set(waiting)
    while waiting:
        header = waiting.pop()
        more = {item.path for item in model.inclusions if item.includer == header} - found
        found |= more
        waiting += more
    return frozenset(found)


def _included(model: Extension, path: Path, spelled: Mapping[str, str]) -> Iterator[Path]:
    for header in model.files:
        written = spelled.get(header.name)
        if header.suffix in HEADER_SUFFIXES and written is not None:
            beside = (path.parent / written).resolve()
            if beside == header or (not beside.exists() and header.as_posix().endswith("/" + written)):
                yield header
