"""Macros that a source defines anew, such as one of a header, where every use means the same definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_body
from unstatic.cparse.facts import ParsedUnit
from unstatic.model.macros import each_macro

Place = tuple[Path, int]


def live_definitions(units: Sequence[ParsedUnit]) -> Mapping[str, Place]:
    """Return the one definition that all uses mean, of macros that units define anew, and that no other macro uses."""
    several = {name for unit in units for name, found in _places(unit).items() if len(found) > 1}
    several -= _used_by_macros(units, several)
    meant: dict[str, set[Place | None]] = {}
    for unit in units if several else ():
        for use in unit.expansions:
            if use.name in several:
                meant.setdefault(use.name, set()).add(use.definition)
    sole = {name: next(iter(found)) for name, found in meant.items() if len(found) == 1}
    defined = [_places(unit) for unit in units]
    return {
        name: place
        for name, place in sole.items()
        if place is not None and all(place in found[name] for found in defined if name in found)
    }


def names_in_dead_definitions(units: Sequence[ParsedUnit], live: Mapping[str, Place]) -> dict[str, frozenset[str]]:
    """Return what the other definitions of such macros mention."""
    found: dict[str, frozenset[str]] = dict.fromkeys(live, frozenset())
    for unit in units:
        for item in unit.macros:
            if item.name in live and live[item.name] != (item.path, item.span.start) and item.path in unit.files:
                body = lex_body(unit.files[item.path].data, item.body)
                found[item.name] |= {token.text.decode("latin-1") for token in _named(body)}
    return found


def _named(body: Sequence[Token]) -> Iterator[Token]:
    """Yield the names of a body that aren't names of fields."""
    for before, token in zip((None, *body), body, strict=False):
        if token.kind is TokenKind.IDENT and (before is None or before.text not in (b".", b"->")):
            yield token


def _places(unit: ParsedUnit) -> dict[str, set[Place]]:
    """Return where the macros of the project's files are defined in one unit."""
    known = unit.memory.get(_places)
    if isinstance(known, dict):
        return known
    found: dict[str, set[Place]] = {}
    for item in unit.macros:
        if item.path in unit.files:
            found.setdefault(item.name, set()).add((item.path, item.span.start))
    unit.memory[_places] = found
    return found


def _used_by_macros(units: Sequence[ParsedUnit], names: set[str]) -> set[str]:
    """Return those of *names* that stand in the body of another macro, whose uses don't tell what they mean there."""
    if not names:
        return set()
    pattern = re.compile(rb"\b(?:%s)\b" % b"|".join(re.escape(name.encode()) for name in sorted(names)))
    return {
        found[0].decode()
        for unit, item in each_macro(units)
        for found in pattern.finditer(unit.files[item.path].data[item.body.start : item.body.end])
    }
