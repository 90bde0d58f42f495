"""The functions of an extension, and the tables by which CPython comes to call them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from unstatic.cparse.facts import Declaration, Reference
from unstatic.text.source import Span

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


class RoleKind(enum.Enum):
    """How CPython comes to call a function, and so what its parameters are."""

    MODULE_FUNCTION = "function of the module"
    METHOD = "method"
    CLASS_METHOD = "class method"
    STATIC_METHOD = "static method"
    GETSET = "getter or setter"
    SLOT = "slot"
    EXEC = "module exec slot"


@dataclass(frozen=True, slots=True)
class Role:
    """One way in which CPython reaches a function; `owner` is the type's symbol, `slot` the field's name."""

    kind: RoleKind
    owner: str | None
    slot: str
    table: str | None


@dataclass(frozen=True)
class Function:
    """A function defined in the extension."""

    definition: Declaration
    prototypes: tuple[Declaration, ...]
    roles: tuple[Role, ...]
    escapes: tuple[Reference, ...]
    """Uses of the function's address that are neither a known table nor a slot."""
    alternatives: tuple[Declaration, ...] = ()
    """Definitions of the same function in other `#if` groups; they are among the prototypes, too."""

    @property
    def symbol(self) -> str:
        """The identity of the function."""
        return self.definition.symbol

    @property
    def name(self) -> str:
        """The name as written."""
        return self.definition.name


@dataclass(frozen=True, slots=True)
class Method:
    """One entry of a PyMethodDef or PyGetSetDef table."""

    name: bytes
    functions: tuple[str, ...]
    flags: bytes
    span: Span
    uses_closure: bool


@dataclass(frozen=True)
class Table:
    """An array of PyMethodDef, PyGetSetDef, PyMemberDef, PyType_Slot or PyModuleDef_Slot."""

    declaration: Declaration
    element: str
    methods: tuple[Method, ...]
    owners: tuple[str, ...]
    """Symbols of the types (static or spec) and module defs that use the table."""


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key | None]) -> Mapping[_Key, tuple[_Item, ...]]:
    """Return references or declarations by their *key*, in the given order; those without one are left out."""
    found: dict[_Key, list[_Item]] = {}
    for item in items:
        name = key(item)
        if name:
            found.setdefault(name, []).append(item)
    return {name: tuple(together) for name, together in found.items()}


def only_called_from(
    start: str,
    functions: Container[str],
    uses: Mapping[str, Sequence[Reference]],
    uses_in: Mapping[str, Sequence[Reference]],
) -> tuple[str, ...]:
    """Return *start* and the functions that only it and they call, directly and by name.

    The references are given by their symbol, and by the function that holds them.
    """
    found = [start]
    for function in found:
        called = dict.fromkeys(use.symbol for use in uses_in.get(function, ()) if use.is_call)
        found += [item for item in called if item in functions and item not in found]
    while True:
        fitting = [
            item
            for item in found
            if item == start or all(use.is_call and use.function in found for use in uses.get(item, ()))
        ]
        if fitting == found:
            return tuple(found)
        found = fitting
