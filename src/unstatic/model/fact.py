"""The memory of a model: each fact is found once, kept with the model that it is about, and dropped with all others."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast

from unstatic.model.extension import Extension

_Found = TypeVar("_Found")
_Further = TypeVarTuple("_Further")
_UNKNOWN = object()


def fact(find: Callable[[Extension, *_Further], _Found]) -> Callable[[Extension, *_Further], _Found]:
    """A question to a model whose answer is kept; what is asked besides the model must be hashable."""

    @wraps(find)
    def kept(model: Extension, *further: *_Further) -> _Found:
        return _kept(model.memory, find, model, *further)

    return kept


def common_fact(find: Callable[[Extension, *_Further], _Found]) -> Callable[[Extension, *_Further], _Found]:
    """A fact that all configurations of a model share, as what macros expand to: found once for all of them."""

    @wraps(find)
    def kept(model: Extension, *further: *_Further) -> _Found:
        return _kept(model.common_memory, find, model, *further)

    return kept


def _kept(
    memory: dict[object, object],
    find: Callable[[Extension, *_Further], _Found],
    model: Extension,
    *further: *_Further,
) -> _Found:
    key = (find, *further)
    found = memory.get(key, _UNKNOWN)
    if found is _UNKNOWN:
        found = memory[key] = find(model, *further)
    return cast(_Found, found)
