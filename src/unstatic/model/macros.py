"""The macros that the project defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.cparse.facts import MacroDefinition, ParsedUnit


@dataclass(frozen=True)
class Macro:
    """A macro defined in the project, with the project names that its body mentions."""

    definition: MacroDefinition
    body: tuple[Token, ...]
    mentions: frozenset[str]
    """Identifiers in the body that aren't parameters, and those of the alternatives."""
    alternatives: tuple[Macro, ...] = ()
    """Definitions of the same name in other `#if` groups."""

    @property
    def all(self) -> tuple[Macro, ...]:
        """This definition and its alternatives."""
        return (self, *self.alternatives)


def each_macro(units: Iterable[ParsedUnit]) -> Iterator[tuple[ParsedUnit, MacroDefinition]]:
    """Yield the macros of the project's files with a unit that reads them, those once that are one item in several."""
    seen: set[int] = set()
    for unit in units:
        for item in unit.macros:
            if id(item) not in seen and item.path in unit.files:
                seen.add(id(item))
                yield unit, item
