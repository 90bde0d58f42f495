"""Spacing: how many empty lines a file has between its functions."""

from __future__ import annotations

import re
from collections import Counter

BEHIND_FUNCTIONS = re.compile(rb"(?<=\n)}[ \t]*\r?\n((?:[ \t]*\r?\n)*)(?=[^\s#])")
"""The end of a function, and the empty lines behind it."""


def usual_gap(text: bytes) -> int:
    """Return how many empty lines more than half of the functions of a file have behind them; else 1."""
    counts = Counter(found[1].count(b"\n") for found in BEHIND_FUNCTIONS.finditer(text))
    usual = max(counts, key=lambda count: counts[count], default=1)
    return usual if counts[usual] * 2 > counts.total() else 1
