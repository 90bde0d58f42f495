"""The macros that the project defines."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.cparse.facts import MacroDefinition


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
