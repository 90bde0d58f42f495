"""Places in prepared sources, told as places in the sources that the user has."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from unstatic.plan import Plan
from unstatic.source import Location


def on_originals(plan: Plan, originals: Mapping[Path, bytes], prepared: Mapping[Path, bytes]) -> Plan:
    """Return *plan* with the lines that its places have in *originals*; *prepared* is what it was made for."""
    lines = {path: _lines(originals[path], data) for path, data in prepared.items()}
    decisions = tuple(replace(item, location=_moved(item.location, lines)) for item in plan.decisions)
    reasons = tuple(replace(item, location=_moved(item.location, lines)) for item in plan.claims.reasons)
    return replace(plan, decisions=decisions, claims=replace(plan.claims, reasons=reasons))


def _lines(before: bytes, after: bytes) -> dict[int, int]:
    """Return the line of *before* for each line of *after*, from 1; for new lines, that of what they replace."""
    found: dict[int, int] = {}
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for _, old, old_end, new, new_end in matcher.get_opcodes():
        for index in range(new, new_end):
            found[index + 1] = min(old + index - new, max(old_end - 1, old)) + 1
    return found


def _moved(location: Location, lines: Mapping[Path, Mapping[int, int]]) -> Location:
    found = lines.get(location.path, {}).get(location.line)
    return location if found is None else replace(location, line=found)
