"""The memory of a process for what files say: the extensions of a project ask the same of the same files."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import TypeVar

_File = TypeVar("_File", str, Path)
_Found = TypeVar("_Found")
_MOST_FILES = 10_000


def file_fact(find: Callable[[_File], _Found]) -> Callable[[_File], _Found]:
    """A question to a file whose answer is kept until its time or its size changes; it isn't to be changed.

    Of what can't be found, it is asked again each time.
    """

    @lru_cache(maxsize=_MOST_FILES)
    def found(path: _File, _changed: int, _size: int) -> _Found:
        return find(path)

    @wraps(find)
    def kept(path: _File) -> _Found:
        try:
            state = os.stat(path)
        except (OSError, ValueError):
            return find(path)
        return found(path, state.st_mtime_ns, state.st_size)

    return kept
