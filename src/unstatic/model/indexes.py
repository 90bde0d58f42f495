"""Indexes over the facts of an extension that its configurations share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from unstatic.cparse.facts import Declaration
from unstatic.model.file import File

_Found = TypeVar("_Found")


class _Model(Protocol):
    @property
    def common_memory(self) -> dict[object, object]: ...


class index(Generic[_Found]):  # noqa: N801  # it stands where cached_property does
    """A cached property of a model that its configurations share: made once for all of them."""

    def __init__(self, find: Callable[[Any], _Found]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, model: None, owner: type) -> index[_Found]: ...

    @overload
    def __get__(self, model: _Model, owner: type) -> _Found: ...

    def __get__(self, model: _Model | None, owner: type) -> index[_Found] | _Found:
        if model is None:
            return self
        memory = model.common_memory
        if self not in memory:
            memory[self] = self._find(model)
        # From now on the attribute is found before this.
        found = model.__dict__[self._name] = memory[self]
        return cast(_Found, found)


class DeclarationsSeen(Mapping[str, tuple[Declaration, ...]]):
    """Declarations by symbol as one configuration has them: those that it leaves out last.

    They're sorted when they are asked for, as most are the same in all configurations.
    """

    def __init__(self, found: Mapping[str, tuple[Declaration, ...]], files: Mapping[Path, File]) -> None:
        self._found = found
        self._files = files

    def __getitem__(self, symbol: str) -> tuple[Declaration, ...]:
        items = self._found[symbol]
        return items if len(items) == 1 else tuple(sorted(items, key=self._place))

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def _place(self, item: Declaration) -> tuple[bool, Path, int]:
        return self._files[item.path].is_inactive(item.name_span.start), item.path, item.name_span.start
