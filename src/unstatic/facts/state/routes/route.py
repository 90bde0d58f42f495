"""A route: how one function gets the module state."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from unstatic.facts.state.instance_locals import InstanceLocal
from unstatic.model.obstacle import Obstacle


class Asking(enum.Enum):
    """What functions may reach that find the module that was initialised last in their interpreter.

    Where a module is imported twice, that may be the other one: its objects do as well, and its types where nothing
    asks for them; else instances of the other module's are foreign to them. What functions leave there for others is
    found only by those that ask as well.
    """

    NOTHING = "nothing"
    OBJECTS = "objects, such as exceptions and strings, and types that are only made instances of"
    TYPES = "types as well, whatever asks for them"
    ALL = "what others leave in their own module as well"


class RouteKind(enum.Enum):
    """Where a function gets the state from."""

    PARAMETER = "first parameter"
    MODULE = "module argument"
    SUBMODULE = "module that the argument keeps"
    SELF = "type of self"
    REMAINING = "type of self, which may have lost its module"
    EITHER = "module argument, type of self, or type argument, whichever the first argument is"
    CLASS = "type argument"
    DEFINING_CLASS = "defining class"
    OPERANDS = "either operand"
    EXEC = "module being initialised"
    OBJECT = "member of the C++ object"
    CONSTRUCTOR = "first parameter, kept in the C++ object"
    USER_DATA = "struct that a library hands on"
    FILLED_STRUCT = "member of a struct that its caller fills"
    INTERPRETER = "module that was initialised last in the interpreter"


@dataclass(frozen=True, slots=True)
class Route:
    """How one function reaches the state; `by_def` when a subclass may stand in the type's place."""

    kind: RouteKind
    by_def: bool = False
    ternary: bool = False
    """Whether the third operand may be the only one of ours (`nb_power`)."""
    parameter: int = 0
    """Which parameter is the module, or the instance whose type leads to it."""
    member: str = ""
    """The field of what the parameter points to that holds the instance, if the parameter isn't the instance."""
    local: InstanceLocal | None = None
    """The local that holds the instance, if no parameter leads to one when the function begins."""
    firsts: frozenset[RouteKind] = frozenset()
    """What the first argument may be, where that differs from role to role."""

    @property
    def leading(self) -> tuple[int, ...]:
        """The indexes of the parameters that lead to the state, and so need names."""
        if self.kind is RouteKind.DEFINING_CLASS or self.local is not None:
            return ()
        operands = (0, 1, 2) if self.ternary else (0, 1) if self.kind is RouteKind.OPERANDS else (0,)
        return operands if self.parameter == 0 else (self.parameter,)


@dataclass(frozen=True)
class Routes:
    """The functions and macros that need the state, and what stands in the way of others."""

    functions: Mapping[str, Route]
    macros: frozenset[str]
    blocked: Mapping[str, tuple[Obstacle, ...]]
    """By symbol of the type or global that can't migrate."""
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By function: the symbols that it uses, or hands the state on for."""
