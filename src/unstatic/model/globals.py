"""The variables of an extension with static storage, by what they hold."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from unstatic.cparse.facts import Declaration, Reference


class GlobalKind(enum.Enum):
    """What a variable with static storage holds."""

    OBJECT = "object pointer"
    TYPE = "type pointer"
    OBJECT_ARRAY = "array of object pointers"
    OBJECT_TABLE = "pointer to memory with object pointers"
    OBJECT_HOLDER = "struct that holds object pointers, or memory with such in it"
    INSTANCE = "statically allocated object"
    DATA = "plain C data"


OF_MANY = (GlobalKind.OBJECT_ARRAY, GlobalKind.OBJECT_TABLE, GlobalKind.OBJECT_HOLDER)
"""What may hold more than one object."""


@dataclass(frozen=True)
class Global:
    """A variable with static storage that isn't constant: file scope or function-local."""

    declaration: Declaration
    others: tuple[Declaration, ...]
    kind: GlobalKind
    written: tuple[Reference, ...]
    """Uses that may change the value."""

    @property
    def symbol(self) -> str:
        """The identity of the variable."""
        return self.declaration.symbol

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.declaration.name

    @property
    def is_local(self) -> bool:
        """Whether it is a function-local static."""
        return self.declaration.function is not None
