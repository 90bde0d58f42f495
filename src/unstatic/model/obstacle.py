"""The reason for which one subject stays as it is, with its rule and its place."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.settings.rules import RuleId
from unstatic.text.source import Location


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason for which a type, a global or the initialisation stays: *location* is the line to change."""

    reason: str
    rule: RuleId
    location: Location
    follows: str = ""
    """The subject whose staying this follows from; empty if it stands by itself."""
