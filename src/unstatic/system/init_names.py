"""Names of init functions in files of C: what a file doesn't name, it doesn't call."""

from __future__ import annotations

import os
import re

from unstatic.system.file_facts import file_fact

_NAME = re.compile(rb"PyInit_[\w$\x80-\xff]+")
_MOST_BYTES = 5_000_000


@file_fact
def init_names(path: str) -> frozenset[bytes]:
    """Return the names that stand in a file, in comments too; none if it can't be read, or is longer than 5 MB."""
    try:
        # A pipe or a device may have no end.
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return frozenset()
        with open(path, "rb") as file:
            return frozenset(_NAME.findall(file.read()))
    except OSError:
        return frozenset()
