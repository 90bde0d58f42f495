"""Functions that nothing in the project calls, as most of a compatibility header: their statics are never used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from unstatic.clex import TokenKind
from unstatic.model import Declaration, File, Function, Macro
from unstatic.source import Span


def unused_functions(
    functions: Mapping[str, Function], files: Mapping[Path, File], macros: Mapping[str, Macro]
) -> frozenset[str]:
    """Return the static functions that only each other name, in code that isn't compiled here included."""
    candidates = {symbol: item for symbol, item in functions.items() if _may_be_unused(item)}
    named = {token.text for macro in macros.values() for token in macro.body}
    candidates = {symbol: item for symbol, item in candidates.items() if item.name.encode() not in named}
    places = _places(candidates, files)
    while candidates:
        spans = [(item.definition.path, item.definition.span) for item in candidates.values()]
        live = {
            symbol
            for symbol, item in candidates.items()
            if not all(_is_inside(place, spans) for place in places[item.name.encode()])
        }
        if not live:
            break
        candidates = {symbol: item for symbol, item in candidates.items() if symbol not in live}
    return frozenset(candidates)


def _may_be_unused(function: Function) -> bool:
    definition: Declaration = function.definition
    return definition.storage == "static" and not definition.from_macro and not function.roles


def _places(functions: Mapping[str, Function], files: Mapping[Path, File]) -> dict[bytes, list[tuple[Path, int]]]:
    """Return where each name is written, prototypes left out."""
    names = {item.name.encode() for item in functions.values()}
    prototypes = {(one.path, one.name_span.start) for item in functions.values() for one in item.prototypes}
    found: dict[bytes, list[tuple[Path, int]]] = {name: [] for name in names}
    for path, file in files.items():
        for token in file.lexed.tokens:
            if token.kind is TokenKind.IDENT and token.text in names and (path, token.start) not in prototypes:
                found[token.text].append((path, token.start))
    return found


def _is_inside(place: tuple[Path, int], spans: list[tuple[Path, Span]]) -> bool:
    return any(path == place[0] and place[1] in span for path, span in spans)
