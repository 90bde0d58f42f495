"""The values that a build script computes, as far as they can be known without running it."""

from __future__ import annotations

import ast
import enum
from collections.abc import KeysView
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final, TypeAlias

Value: TypeAlias = object

MAX_LENGTH = 100_000
"""The longest text or sequence that is computed; longer ones are unknown."""

MAX_BITS = 10_000
MAX_PATH = 4_096
_MAX_COMPARED = 2_000


class Unknown(enum.Enum):
    """The type of UNKNOWN."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN
"""A value that only running the script could tell. Whatever is computed from it is unknown too."""


@dataclass(frozen=True, slots=True)
class Ref:
    """Something outside the project, by its dotted name: a module, or what a module holds."""

    name: str
    imported: bool = False


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a module, a class body or a call, and the scope around it."""

    names: dict[str, Value]
    parent: Scope | None = None
    is_class: bool = False
    module_names: set[str] = field(default_factory=set)
    """Names that a `global` statement sends to the module."""
    pending: list[Value] = field(default_factory=list)
    """What a call returned on paths that may or may not have been taken."""

    def module(self) -> Scope:
        """Return the outermost scope."""
        return self if self.parent is None else self.parent.module()

    def holder(self, name: str) -> Scope | None:
        """Return the scope that *name* is read from, or None."""
        if name in self.names:
            return self
        around = self.parent
        # A class body isn't visible from the functions in it.
        while around is not None and around.is_class:
            around = around.parent
        return around.holder(name) if around is not None else None


@dataclass(slots=True, eq=False)
class Function:
    """A function of the project."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    bound: Namespace | Declaration | None = None


@dataclass(slots=True, eq=False)
class Namespace:
    """A class, an instance or a module of the project."""

    kind: str
    names: dict[str, Value]
    bases: tuple[Value, ...] = ()

    def find(self, name: str) -> Value:
        """Return the attribute, looking in the bases too; UNKNOWN if there's none."""
        if name in self.names:
            return self.names[name]
        for base in self.bases:
            found = base.find(name) if isinstance(base, Namespace) else UNKNOWN
            if found is not UNKNOWN:
                return found
        return UNKNOWN

    def descends_from(self, suffix: str) -> bool:
        """Tell whether a base outside the project has a dotted name with this last part."""
        return any(
            base.name.rpartition(".")[2] == suffix if isinstance(base, Ref) else base.descends_from(suffix)
            for base in self.bases
            if isinstance(base, Ref | Namespace)
        )


@dataclass(slots=True, eq=False)
class Declaration:
    """An `Extension(...)` object: mutable, because scripts append to its lists later."""

    keywords: dict[str, Value]
    line: int


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A method of a plain value, not yet called."""

    owner: Value
    name: str


@dataclass(slots=True, eq=False)
class TextFile:
    """An open file of the project."""

    text: str


def items(value: Value) -> list[Value] | None:
    """Return what a loop over *value* would yield, or None if that's unknown."""
    if isinstance(value, list | tuple | str | dict | range | KeysView):
        return list(value) if len(value) <= MAX_LENGTH else None
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)  # any order is right, but results must not vary from run to run
    if isinstance(value, TextFile):
        return list(value.text.splitlines(keepends=True))
    return None


def truth(value: Value) -> bool | None:
    """Return the truth of *value*, or None if that's unknown."""
    if value is UNKNOWN or (isinstance(value, Ref) and not value.imported):
        return None
    return bool(value)


def bounded(value: Value) -> Value:
    """Return *value*, or UNKNOWN if it's too large: scripts aren't trusted."""
    if isinstance(value, str | bytes | list | tuple | dict | set | frozenset) and len(value) > MAX_LENGTH:
        return UNKNOWN
    if isinstance(value, PurePath) and len(str(value)) > MAX_PATH:
        return UNKNOWN
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        return UNKNOWN
    return value


def merge(first: Value, second: Value) -> Value:
    """Join what two paths yield when it's unknown which one is taken: lists and dicts are united.

    A list with UNKNOWN in it may have more items, and a dict with UNKNOWN among its keys more keys.
    """
    if first is second or (type(first) is type(second) and first == second):
        return first
    if first is None or second is None:
        return second if first is None else first
    if isinstance(first, dict) and isinstance(second, dict):
        return {key: merge(first.get(key), second.get(key)) for key in [*first, *second]}
    for kind in (list, tuple):
        if isinstance(first, kind) and isinstance(second, kind):
            return kind(united(list(first), list(second)))
    if UNKNOWN in (first, second):
        known = second if first is UNKNOWN else first
        if isinstance(known, dict):
            return {**known, UNKNOWN: UNKNOWN}
        return [*known, UNKNOWN] if isinstance(known, list) else UNKNOWN
    return UNKNOWN


def united(first: list[Value], second: list[Value]) -> list[Value]:
    """Return *first* and what *second* has in addition."""
    if len(first) + len(second) > _MAX_COMPARED:
        return [*first, *second]
    return [*first, *(item for item in second if item not in first)]


def as_text(value: Value) -> str | None:
    """Return the text of a str or a path, or None."""
    return str(value) if isinstance(value, str | PurePath) else None


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())
