"""Causes: what has to be mended before a refused subject can move, the obstacles of those that it follows included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
    for obstacle in _roots(subject, known):
        found.setdefault(obstacle["rule"], obstacle)
    return found or {subject["rule"]: subject}


def _roots(subject: Subject, known: Mapping[str, Subject]) -> Iterator[Obstacle]:
    """Yield the obstacles that stand by themselves, of a subject and of all that it follows."""
    waiting = [subject]
    for item in waiting:
        for obstacle in item.get("obstacles") or [item]:
            cause = known.get(obstacle.get("follows", ""))
            if cause is None:
                yield obstacle
            elif all(cause is not other for other in waiting):
                waiting.append(cause)


def roots(extension: Mapping[str, Any], name: str) -> tuple[Obstacle, ...]:
    """Return what has to go before one refused subject moves, such as `type:Point`: each obstacle once, by place."""
    known = _by_name(extension)
    found = {_key(one): one for one in _roots(known[name], known)}
    return tuple(found[key] for key in sorted(found))


def told(obstacle: Obstacle) -> str:
    """Return a line that tells an obstacle: its place, its reason and its rule."""
    place = obstacle.get("location")
    where = f"{place['path']}:{place['line']}:{place['column']}: " if place else ""
    rule = f" ({obstacle['rule']})" if obstacle["rule"] else ""
    return f"{where}{obstacle['reason']}{rule}"


@dataclass(frozen=True, slots=True)
class Unblocking:
    """Obstacles that have to go together, and how many types and objects move once they are gone."""

    obstacles: tuple[Obstacle, ...]
    types: int
    objects: int


def unblockings(extension: Mapping[str, Any]) -> tuple[Unblocking, ...]:
    """Return what frees something in an extension, best first: the most subjects for each obstacle.

    A set of obstacles that frees no more than a smaller one that is listed is left out.
    """
    known = _by_name(extension)
    refused = {
        f"{kind}:{item['name']}": {_key(one): one for one in (*_roots(item, known),) or (item,)}
        for kind in ("types", "globals")
        for item in extension[kind]
        if item["outcome"] == "refused"
    }
    found: dict[frozenset[str], Unblocking] = {}
    for wanted in sorted((table.keys() for table in refused.values()), key=len):
        freed = frozenset(name for name, table in refused.items() if table.keys() <= wanted)
        if freed and freed not in found:
            obstacles = {key: one for name in freed for key, one in refused[name].items()}
            types = sum(name.startswith("types:") for name in freed)
            found[freed] = Unblocking(tuple(obstacles[key] for key in sorted(obstacles)), types, len(freed) - types)
    return tuple(sorted(found.values(), key=lambda one: (-(one.types + one.objects) / len(one.obstacles), str(one))))


def _key(obstacle: Obstacle) -> str:
    place = obstacle.get("location") or {"path": "", "line": 0}
    return f"{place['path']}:{place['line']:09}: {obstacle['rule']}: {obstacle['reason']}"
