"""Functions that nothing in the project calls, as most of a compatibility header: their statics are never used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.cparse.facts import Reference
from unstatic.model.extension import Declaration, File, Function, Global, Macro
from unstatic.text.source import Span, Spans


def used_variables(
    variables: tuple[Global, ...],
    functions: Mapping[str, Function],
    files: Mapping[Path, File],
    macros: Mapping[str, Macro],
    references: Iterable[Reference],
) -> tuple[Global, ...]:
    """Return the variables without those inside functions that nothing calls."""
    if not any(item.declaration.function for item in variables):
        return variables
    unused = unused_functions(functions, files, macros, references)
    return tuple(item for item in variables if item.declaration.function not in unused)


def unused_functions(
    functions: Mapping[str, Function],
    files: Mapping[Path, File],
    macros: Mapping[str, Macro],
    references: Iterable[Reference],
) -> frozenset[str]:
    """Return the static functions that only each other name, in code that isn't compiled here included."""
    candidates = {symbol: item for symbol, item in functions.items() if _may_be_unused(item)}
    named = {token.text for macro in macros.values() for token in macro.body}
    candidates = {symbol: item for symbol, item in candidates.items() if item.name.encode() not in named}
    # What the parser knows settles nearly all; the text has to be searched for the rest.
    candidates = _left(candidates, _references(candidates, references))
    return frozenset(_left(candidates, _places(candidates, files)) if candidates else ())


def _left(candidates: Mapping[str, Function], places: Mapping[bytes, list[tuple[Path, int]]]) -> dict[str, Function]:
    """Return the functions whose *places*, by name, are all in functions of that kind."""
    left = dict(candidates)
    while left:
        spans = _spans(item.definition for item in left.values())
        live = {
            symbol
            for symbol, item in left.items()
            if not all(_is_inside(place, spans) for place in places[item.name.encode()])
        }
        if not live:
            break
        left = {symbol: item for symbol, item in left.items() if symbol not in live}
    return left


def _references(
    functions: Mapping[str, Function], references: Iterable[Reference]
) -> dict[bytes, list[tuple[Path, int]]]:
    """Return where the parser found each name written."""
    found: dict[bytes, list[tuple[Path, int]]] = {item.name.encode(): [] for item in functions.values()}
    for use in references:
        if use.symbol in functions and use.via_macro is None:
            found[functions[use.symbol].name.encode()].append((use.path, use.offset))
    return found


def _may_be_unused(function: Function) -> bool:
    definition: Declaration = function.definition
    return definition.storage == "static" and not definition.from_macro and not function.roles


def _places(functions: Mapping[str, Function], files: Mapping[Path, File]) -> dict[bytes, list[tuple[Path, int]]]:
    """Return where each name is written, prototypes left out."""
    names = {item.name.encode() for item in functions.values()}
    prototypes = {(one.path, one.name_span.start) for item in functions.values() for one in item.prototypes}
    found: dict[bytes, list[tuple[Path, int]]] = {name: [] for name in names}
    for path, file in files.items():
        for at in file.lexed.places(names):
            for token in file.lexed.between(at, at + 1):
                if token.kind is TokenKind.IDENT and token.text in names and (path, token.start) not in prototypes:
                    found[token.text].append((path, token.start))
    return found


def _spans(declarations: Iterable[Declaration]) -> dict[Path, Spans]:
    """Return the places of declarations by file."""
    found: dict[Path, list[Span]] = {}
    for item in declarations:
        found.setdefault(item.path, []).append(item.span)
    return {path: Spans(spans) for path, spans in found.items()}


def _is_inside(place: tuple[Path, int], spans: Mapping[Path, Spans]) -> bool:
    return place[0] in spans and place[1] in spans[place[0]]
