"""Values of known classes as JSON and back. Only classes that are named here are ever made."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from unstatic.text.source import Span

_CLASSES = {
    "unstatic.text.edits": ("Change", "Edit", "Safety"),
    "unstatic.migration.outcome": ("Outcome", "Step"),
    "unstatic.model.obstacle": ("Obstacle",),
    "unstatic.objections.revision": ("Objection",),
    "unstatic.plan.decisions": ("Claims", "Decision", "Names", "Plan", "Residue", "TypeChoice", "Verdict"),
    "unstatic.migration.report": ("ExtensionReport", "KeepComment", "Residue", "SubjectReport"),
    "unstatic.text.source": ("Location", "Span"),
}
_MODULES = {f"{module}.{name}": module for module, names in _CLASSES.items() for name in names}


@cache
def _class(name: str) -> type:
    """Return the class of that name, imported when one is met. Raises KeyError for any that isn't known."""
    found: type = getattr(import_module(_MODULES[name]), name.rpartition(".")[2])
    return found


def encode(value: object) -> Any:
    """Return *value* in the terms of JSON. Raises TypeError for what couldn't be read again."""
    if value is None or type(value) in (bool, int, str):
        return value
    for known, written in _WRITERS:
        if isinstance(value, known):
            return written(value)
    if is_dataclass(value) and _name(value) in _MODULES:
        return {"c": [_name(value), *(encode(getattr(value, item.name)) for item in fields(value) if item.init)]}
    raise TypeError(f"{type(value).__name__} can't be kept")


def _pairs(found: Mapping[object, object]) -> Any:
    return {"d": [[encode(key), encode(item)] for key, item in found.items()]}


_WRITERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (bytes, lambda value: {"b": value.decode("latin-1")}),
    (Path, lambda value: {"p": str(value)}),
    (enum.Enum, lambda value: {"e": [_name(value), value.name]}),
    (Span, lambda value: {"s": [*value]}),
    (tuple, lambda value: [encode(item) for item in value]),
    (Mapping, _pairs),
    (frozenset, lambda value: {"f": sorted((encode(item) for item in value), key=repr)}),
)


def _name(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def decode(value: Any) -> Any:
    """Return what `encode` was given. Raises KeyError, TypeError or ValueError for anything else."""
    kind = type(value)
    if kind is list:
        return tuple([decode(item) for item in value])
    if kind is not dict:
        return value
    ((name, inner),) = value.items()
    return _READERS[name](inner)


def _made(inner: Any) -> Any:
    name, *values = inner
    return _class(name)(*[decode(item) for item in values])


# The same few paths stand in thousands of places.
_path = lru_cache(maxsize=4096)(Path)


def _member(inner: Any) -> Any:
    name, member = inner
    found = _class(name)
    if not issubclass(found, enum.Enum):
        raise TypeError(f"{name} has no members")
    return found[member]


_READERS: dict[str, Callable[[Any], Any]] = {
    "b": lambda inner: inner.encode("latin-1"),
    "p": _path,
    "s": lambda inner: Span(*inner),
    "d": lambda inner: {decode(key): decode(item) for key, item in inner},
    "f": lambda inner: frozenset(decode(item) for item in inner),
    "c": _made,
    "e": _member,
}
