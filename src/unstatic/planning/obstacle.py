"""What stands in the way of one subject."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.source import Location


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason for which a type or a global stays as it is."""

    reason: str
    rule: str
    location: Location
