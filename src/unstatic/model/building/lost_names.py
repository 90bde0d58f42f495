"""Names that macros make in `#if` groups that aren't compiled here, and that the parser made nothing of.

`ADD(Format, RGB96F)` names a type of the project, and a constant that only other versions of a library have: the parser
drops the expression with all that it names. A function or a variable of the project that shares its name with nothing
else is meant all the same (G440).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.cparse.facts import Declaration, MacroExpansion, Reference, SymbolKind
from unstatic.model.expansion import Expander, Made, Unfollowed
from unstatic.model.extension import File
from unstatic.text.source import Span

# What stands before an operand; after anything else it could be a field, a tag or a new variable.
_BEFORE = frozenset(b"& ( , = ! ? : [ { } ; + - | || && == != < > <= >= return".split())


def with_lost_names(
    references: tuple[Reference, ...],
    files: Mapping[Path, File],
    declarations: Sequence[Declaration],
    expander: Expander,
) -> tuple[Reference, ...]:
    """Return *references* with those of such names, where they can mean one thing only."""
    found = tuple(_lost_names(references, files, declarations, expander))
    return tuple(sorted((*references, *found), key=attrgetter("path", "offset"))) if found else references


def _lost_names(
    references: Iterable[Reference],
    files: Mapping[Path, File],
    declarations: Sequence[Declaration],
    expander: Expander,
) -> Iterator[Reference]:
    uses = {file.source.path: found for file in files.values() if (found := _outer_uses(file, expander))}
    if not uses:
        return
    known = _sole_meanings(declarations, expander)
    used = {path: sorted(offset for view in files[path].views for offset in view.expansions) for path in uses}
    explained = set(_explained(references, {path: frozenset(offsets) for path, offsets in used.items()}))
    bodies: dict[Path, list[tuple[Span, str]]] = {path: [] for path in uses}
    for declaration in declarations:
        if declaration.body is not None and declaration.path in bodies:
            bodies[declaration.path].append((declaration.body, declaration.symbol))
    for path, found in uses.items():
        holders = _holders(found, bodies[path])
        inside = used[path]
        for use in found:
            places = inside[bisect.bisect_left(inside, use.span.start) : bisect.bisect_left(inside, use.span.end)]
            function = holders.get(use.span.start)
            for item in _references(use, function, known, expander) if function is not None else ():
                if not any((path, offset, item.name) in explained for offset in places):
                    yield item


def _explained(references: Iterable[Reference], used: Mapping[Path, frozenset[int]]) -> Iterator[tuple[Path, int, str]]:
    """Yield what the parser says of names where macros are used, by file, place and name."""
    # By file, as hashing a path for each of them takes longer than all else.
    for path, inside in groupby(references, attrgetter("path")):
        if places := used.get(path):
            yield from ((path, item.offset, item.name) for item in inside if item.offset in places)


def _outer_uses(file: File, expander: Expander) -> list[MacroExpansion]:
    """Return the uses of the project's macros that only further parses of a file see, the outer ones alone."""
    found: dict[int, MacroExpansion] = {}
    for view in file.views:
        found |= {start: use for start, use in view.expansions.items() if file.is_inactive(start)}
    outer: list[MacroExpansion] = []
    for _, use in sorted(found.items()):
        if expander.opens(use) and (not outer or use.span.start >= outer[-1].span.end):
            outer.append(use)
    return outer


def _sole_meanings(declarations: Iterable[Declaration], expander: Expander) -> Mapping[bytes, Declaration]:
    """Return the functions and variables outside of functions whose names nothing else in the extension has."""
    found: dict[str, dict[str, Declaration]] = {}
    for item in declarations:
        found.setdefault(item.name, {}).setdefault(item.symbol, item)
    sole = (items.popitem()[1] for name, items in found.items() if len(items) == 1 and name not in expander.names)
    kinds = (SymbolKind.FUNCTION, SymbolKind.VARIABLE)
    return {item.name.encode(): item for item in sole if item.function is item.parent is None and item.kind in kinds}


def _holders(uses: Sequence[MacroExpansion], bodies: Iterable[tuple[Span, str]]) -> Mapping[int, str]:
    """Return the function that holds each of some uses, which are in order, by where that starts."""
    starts = [use.span.start for use in uses]
    found: dict[int, str] = {}
    for body, function in bodies:
        first, end = (bisect.bisect_left(starts, at) for at in body)
        for start in starts[first:end]:
            found.setdefault(start, function)
    return found


def _references(
    use: MacroExpansion, function: str, known: Mapping[bytes, Declaration], expander: Expander
) -> Iterator[Reference]:
    try:
        tokens = expander.expand(use).tokens
    except Unfollowed:
        return
    for before, token, after in zip((None, *tokens), tokens, (*tokens[1:], None), strict=False):
        item = known.get(token.text) if token.kind is TokenKind.IDENT and token.macro is not None else None
        if item is None or not _is_operand(before) or (item.storage == "static" and item.path != use.path):
            continue
        is_call = after is not None and after.text == b"("
        if is_call == (item.kind is SymbolKind.FUNCTION):
            start = use.span.start
            yield Reference(use.path, start, item.name, item.symbol, item.kind, function, is_call, use.name, None)


def _is_operand(before: Made | None) -> bool:
    return before is None or before.text in _BEFORE
