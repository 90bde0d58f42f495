"""The compiler warnings that a version has and the other hadn't."""

from __future__ import annotations

import re
from collections import Counter

# PyType_Slot and PyModuleDef_Slot hold functions in a `void *`: -pedantic warns of every one, in CPython's own as well.
_SLOT = re.compile(r"ISO C forbids initialization between function pointer and .void \*.")


# A header's static type becomes a static spec: who includes it and uses neither is told of that by another name.
_UNUSED = "defined but not used"
_UNUSED_SPEC = re.compile(r"_spec\W " + _UNUSED)


def fresh_warnings(before: Counter[str], after: Counter[str]) -> tuple[tuple[str, ...], int]:
    """Return the warnings that are more often in *after*, and how many of those no table of slots can do without."""
    fresh = sorted((after - before).elements())
    gone = sum(_UNUSED in text for text in (before - after).elements())
    renamed = [text for text in fresh if _UNUSED_SPEC.search(text)][:gone]
    told = list((Counter(fresh) - Counter(renamed)).elements())
    avoidable = tuple(text for text in told if not _SLOT.search(text))
    return avoidable, len(told) - len(avoidable)
