"""The texts of `scan --unblock` and `scan --statistics`: what would pay, and what stops most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from unstatic.migration.report import ExtensionReport, counted, to_json
from unstatic.reporting.causes import Unblocking, causes, told, unblockings
from unstatic.settings.rules import explanation

MOST_SETS = 5
MOST_OBSTACLES = 12


def unblocking(reports: Sequence[ExtensionReport]) -> str:
    """Return the sets of obstacles that free the most types and objects of each extension, best first."""
    return "\n".join(line for extension in _extensions(reports) for line in (*_unblocking(extension), ""))


def statistics(reports: Sequence[ExtensionReport]) -> str:
    """Return a line for each rule: how many types and objects it stops, and how many of them it alone stops."""
    stopped: dict[str, Counter[str]] = {}
    for extension in _extensions(reports):
        for kind in ("types", "globals"):
            for table in causes(extension, kind):
                for rule in table:
                    counts = stopped.setdefault(rule, Counter())
                    counts[kind] += 1
                    counts["alone"] += len(table) == 1
    rows = sorted(stopped.items(), key=lambda row: (-row[1]["types"] - row[1]["globals"], row[0]))
    width = max((len(rule) for rule in stopped), default=0)
    lines = [f"{'rule':{width}}  types  objects  alone"]
    for rule, counts in rows:
        known = explanation(rule)
        numbers = f"{counts['types']:5}  {counts['globals']:7}  {counts['alone']:5}"
        lines.append(f"{rule:{width}}  {numbers}  {known.title if known else ''}".rstrip())
    return "\n".join(lines) if rows else "nothing is refused"


def _extensions(reports: Sequence[ExtensionReport]) -> Iterator[Mapping[str, Any]]:
    document: Any = to_json(reports)
    return iter(document["extensions"])


def _unblocking(extension: Mapping[str, Any]) -> Iterator[str]:
    refused = {kind: sum(item["outcome"] == "refused" for item in extension[kind]) for kind in ("types", "globals")}
    if not any(refused.values()):
        why = "it can't be read" if extension["outcome"] == "failed" else "nothing is refused"
        yield f"{extension['name']}: {why}"
        return
    yield f"{extension['name']}: {_subjects(refused['types'], refused['globals'])} can't move yet"
    found = unblockings(extension)
    for one in found[:MOST_SETS]:
        yield from _set(one)
    if len(found) > MOST_SETS:
        yield f"  {counted(len(found) - MOST_SETS, 'other set')} of obstacles: see --report"


def _set(one: Unblocking) -> Iterator[str]:
    count = len(one.obstacles)
    verb = "frees" if count == 1 else "free"
    yield f"  {counted(count, 'change')} {verb} {_subjects(one.types, one.objects)}:"
    for obstacle in one.obstacles[:MOST_OBSTACLES]:
        yield f"    {told(obstacle)}"
    if count > MOST_OBSTACLES:
        yield f"    and {count - MOST_OBSTACLES} more"


def _subjects(types: int, objects: int) -> str:
    parts = [counted(number, word) for number, word in ((types, "type"), (objects, "global")) if number]
    return " and ".join(parts)
