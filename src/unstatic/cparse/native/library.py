"""The compiled walker: finding it, its functions, and running it on one unit."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int32, c_size_t, c_void_p
from functools import lru_cache
from pathlib import Path
from typing import Any

from unstatic.cparse.library import Library
from unstatic.cparse.positions import Positions, ReadFile
from unstatic.errors import ParseError
from unstatic.system import compiled

_FileCallback = CFUNCTYPE(c_int, c_void_p)
_NameCallback = CFUNCTYPE(c_int, c_void_p, c_int32)
_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "function": (c_char_p, [c_size_t]),
    "new": (c_void_p, [POINTER(c_void_p), c_void_p, c_int, _FileCallback, _NameCallback]),
    "add_file": (c_int, [c_void_p, c_char_p, c_int32, c_char_p, c_int32]),
    "read": (c_int, [c_void_p]),
    "open": (c_int, [c_void_p]),
    "walk": (c_int, [c_void_p, POINTER(c_int32), c_size_t]),
    "sort": (None, [c_void_p, POINTER(c_int32), c_size_t]),
    "items": (c_void_p, [c_void_p, c_int, POINTER(c_size_t), POINTER(c_size_t)]),
    "bytes": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "free": (None, [c_void_p]),
}


class Native:
    """The loaded library; `call["walk"]` is `walker_walk`."""

    def __init__(self, path: Path) -> None:
        """Load the library file. Raises OSError or AttributeError if that fails."""
        library = ctypes.CDLL(str(path))
        self.call: dict[str, Callable[..., Any]] = {}
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(library, f"walker_{name}")
            function.restype, function.argtypes = result, arguments
            self.call[name] = function

    def table(self, library: Library) -> Any:
        """Return the functions of libclang that the walker calls, in its order. Raises ParseError if one is missing."""
        names: list[str] = []
        while (name := self.call["function"](len(names))) is not None:
            names.append(name.decode())
        try:
            functions = [ctypes.cast(library.call[name], c_void_p).value for name in names]  # type: ignore[arg-type]
        except KeyError as error:
            raise ParseError(f"the compiled walker doesn't belong to this version of unstatic: {error}") from error
        return (c_void_p * len(functions))(*functions)


class Running:
    """A walker at work on one unit: its files are numbered in the order in which it asks for them."""

    def __init__(self, native: Native, library: Library, positions: Positions, unit: c_void_p, is_c: bool) -> None:
        self._native = native
        self._positions = positions
        self.files: list[ReadFile] = []
        self._numbers: dict[ReadFile, int] = {}
        self._failure: BaseException | None = None
        self._callbacks = _FileCallback(self._number_of), _NameCallback(self._is_identifier)
        self._walker = native.call["new"](_table(native, library), unit, is_c, *self._callbacks)
        if not self._walker:
            raise MemoryError

    def close(self) -> None:
        """Free what was found, and let go of the callbacks, which refer back."""
        self._native.call["free"](self._walker)
        del self._callbacks

    def _number_of(self, handle: int) -> int:
        # The library can't pass exceptions on, so they wait until it has returned.
        try:
            file = self._positions.file_of(handle)
            if file not in self._numbers:
                path = str(file.path).encode("utf-8", "surrogateescape")
                data = file.data if file.source is not None else None
                self._numbers[file] = self._native.call["add_file"](self._walker, data, len(file.data), path, len(path))
                self.files.append(file)
            return self._numbers[file]
        except BaseException as error:
            self._failure = error
            return -1

    def _is_identifier(self, name: int, length: int) -> int:
        return ctypes.string_at(name, length).decode("utf-8", "surrogateescape").isidentifier()

    def _step(self, name: str, *arguments: object) -> None:
        done = self._native.call[name](self._walker, *arguments)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        if not done:
            raise MemoryError

    def read(self) -> None:
        """Read the records of the preprocessor, and find the declarations at file level."""
        self._step("read")

    def open(self) -> None:
        """Put what is in namespaces in their place, and tell where each declaration at file level stands."""
        self._step("open")

    def walk(self, chosen: Sequence[int] | None) -> None:
        """Walk through the chosen declarations at file level, or through all, and sort what was found."""
        numbers = None if chosen is None else (c_int32 * len(chosen))(*chosen)
        self._step("walk", numbers, len(chosen or ()))
        ranks = [0] * len(self.files)
        for rank, number in enumerate(sorted(range(len(ranks)), key=lambda item: self.files[item].path)):
            ranks[number] = rank
        self._native.call["sort"](self._walker, (c_int32 * len(ranks))(*ranks), len(ranks))

    def items(self, kind: int) -> tuple[bytes, int]:
        """Return the packed items of one kind, and how many numbers each has."""
        count, numbers = c_size_t(), c_size_t()
        start = self._native.call["items"](self._walker, kind, byref(count), byref(numbers))
        size = count.value * numbers.value * ctypes.sizeof(c_int32)
        return (ctypes.string_at(start, size) if size else b""), numbers.value

    def bytes(self) -> bytes:
        """Return the bytes of all texts."""
        length = c_size_t()
        start = self._native.call["bytes"](self._walker, byref(length))
        return ctypes.string_at(start, length.value) if length.value else b""


@contextmanager
def running(native: Native, library: Library, positions: Positions, unit: c_void_p, is_c: bool) -> Iterator[Running]:
    """Give a walker for *unit*, which is freed at the end."""
    walker = Running(native, library, positions, unit, is_c)
    try:
        yield walker
    finally:
        walker.close()


@lru_cache(maxsize=4)
def _table(native: Native, library: Library) -> Any:
    return native.table(library)


def available() -> Native | None:
    """Return the compiled walker, unless it isn't there or the environment asks for the one in Python."""
    path = compiled.walker()
    return None if path is None else _loaded(path)


@lru_cache(maxsize=1)
def _loaded(path: Path) -> Native | None:
    try:
        return Native(path)
    except (OSError, AttributeError):
        return None
