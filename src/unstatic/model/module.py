"""How the module of an extension is defined and made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from unstatic.cparse.facts import Declaration
from unstatic.model.obstacle import Obstacle
from unstatic.model.types import Field
from unstatic.text.source import Span


@dataclass(frozen=True)
class ModuleDef:
    """A PyModuleDef variable."""

    declaration: Declaration
    others: tuple[Declaration, ...]
    fields: Mapping[str, Field]

    @property
    def symbol(self) -> str:
        """The identity of the definition."""
        return self.declaration.symbol


@dataclass(frozen=True)
class InitFunction:
    """How the module comes to be.

    `entry` is PyInit_x; `builder` the function that calls PyModule_Create: the same one, or one that the entry
    returns the result of. Both are the same function in a multi-phase module.
    """

    entry: str
    builder: str
    definition: str | None
    """Symbol of the PyModuleDef."""
    multi_phase: bool
    create: Span | None
    """The PyModule_Create call."""
    module_variable: str | None
    """Symbol of the local that receives the module."""
    problems: tuple[Obstacle, ...]
