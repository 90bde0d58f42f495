"""Causes: what has to be mended before a refused subject can move, the obstacles of those that it follows included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Subject = Mapping[str, Any]
Obstacle = Mapping[str, Any]
"""A subject of a report and what is in its way, as `report.schema.json` has them."""


def causes(extension: Mapping[str, Any], *kinds: str) -> Iterator[Mapping[str, Obstacle]]:
    """Yield what is in the way of each refused subject of some *kinds*, such as `types`: one obstacle for each rule."""
    known = _by_name(extension)
    for kind in kinds:
        listed = extension[kind] if isinstance(extension[kind], list) else [extension[kind]]
        yield from (_causes(item, known) for item in listed if item and item["outcome"] == "refused")


def _by_name(extension: Mapping[str, Any]) -> dict[str, Subject]:
    """Return the subjects of an extension by the names that obstacles have for them."""
    found = {f"type:{item['name']}": item for item in extension["types"]}
    found |= {f"global:{item['name']}": item for item in extension["globals"]}
    init = extension.get("init")
    return {**found, f"init:{init['name']}": init} if init else found


def _causes(subject: Subject, known: Mapping[str, Subject]) -> Mapping[str, Obstacle]:
    """Return the first obstacle of each rule that stands by itself, of a subject and of all that it follows."""
    found: dict[str, Obstacle] = {}
    waiting = [subject]
    for item in waiting:
        for obstacle in item.get("obstacles") or [item]:
            cause = known.get(obstacle.get("follows", ""))
            if cause is None:
                found.setdefault(obstacle["rule"], obstacle)
            elif all(cause is not other for other in waiting):
                waiting.append(cause)
    return found or {subject["rule"]: subject}
