"""Names of init functions in files of C: what a file doesn't name, it doesn't call."""

from __future__ import annotations

import os
import re
from functools import lru_cache

_NAME = re.compile(rb"PyInit_[\w$\x80-\xff]+")
_MOST_BYTES = 5_000_000
_MOST_FILES = 10_000


def init_names(path: str) -> frozenset[bytes]:
    """Return the names that stand in a file, in comments too; none if it can't be read, or is longer than 5 MB.

    A project with many extensions asks this of each file for each of them.
    """
    try:
        found = os.stat(path)
        return _names(path, found.st_mtime_ns, found.st_size) if found.st_size <= _MOST_BYTES else frozenset()
    except OSError:
        return frozenset()


@lru_cache(maxsize=_MOST_FILES)
def _names(path: str, _changed: int, _size: int) -> frozenset[bytes]:
    if not os.path.isfile(path):
        # A pipe or a device may have no end.
        return frozenset()
    with open(path, "rb") as file:
        return frozenset(_NAME.findall(file.read()))
