"""The user's wishes: which rewrites run, on which subjects, and how far they go."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.settings.decided_beforehand import Planned
from unstatic.settings.rewrites import REWRITES


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user asked for."""

    minimum: tuple[int, int] = (3, 9)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    gc: str = "auto"
    gil_claim: str = "auto"
    pep573: bool = False
    planned: Planned | None = None
    fold_dead_branches: bool = False
    fallback: str = "auto"
    load_once: bool = False
    first_stage: bool = False
    unwritable: tuple[tuple[str, str], ...] = ()
    stays_elsewhere: tuple[tuple[str, str], ...] = ()


def selected_rewrites(choices: Choices) -> tuple[str, ...]:
    """Return the rewrites to run, in order."""
    wanted = [item.name for item in REWRITES if item.name in choices.select]
    if not choices.select:
        wanted = [item.name for item in REWRITES if not item.is_on_request]
    if choices.fold_dead_branches:
        wanted.append("dead-branches")
    is_wanted = choices.fallback == "interpreter-dict" or (choices.fallback == "auto" and not choices.select)
    if is_wanted and {"module-state", "multi-phase-init"}.intersection(wanted):
        wanted.append("interpreter-dict")
    return tuple(item.name for item in REWRITES if item.name in wanted and item.name not in choices.ignore)
