"""The compiler warnings that a version has and the other hadn't."""

from __future__ import annotations

import re
from collections import Counter

# PyType_Slot and PyModuleDef_Slot hold functions in a `void *`: -pedantic warns of every one, in CPython's own as well.
_SLOT = re.compile(r"ISO C forbids initialization between function pointer and .void \*.")


def fresh_warnings(before: Counter[str], after: Counter[str]) -> tuple[tuple[str, ...], int]:
    """Return the warnings that are more often in *after*, and how many of those no table of slots can do without."""
    fresh = sorted((after - before).elements())
    avoidable = tuple(text for text in fresh if not _SLOT.search(text))
    return avoidable, len(fresh) - len(avoidable)
