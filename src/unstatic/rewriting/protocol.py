"""The protocol of a rewrite, and how the rewrites are loaded."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from unstatic.model.extension import Extension
from unstatic.plan.decisions import Decision, Plan
from unstatic.settings.rewrites import Registered, registered
from unstatic.text.edits import Change
from unstatic.text.source import Location

Place = tuple[Path, int]
"""A file, and an offset in it."""


class Rewrite(Protocol):
    """One step of the migration: model and plan in, changes out; it reads no file and decides nothing."""

    name: str
    title: str
    """The subject of the commit that the step becomes."""

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield the changes; edits of one rewrite never overlap."""
        ...


class Preparation(Protocol):
    """A step before the plan is made: it only rewrites what hides the facts that the plan needs."""

    name: str
    title: str
    stands_alone: bool
    """Whether its changes stay whatever is migrated; else they go unless the module's initialisation is."""
    repeats: bool = False
    """Whether what it leaves may have more for it to do."""
    is_attempt: bool = False
    """Whether its code may not compile, as it makes names that a header of others may have: then it is left out."""

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:
        """Yield the changes for a project whose oldest Python is *minimum*."""
        ...

    def restricted(self, places: frozenset[Place]) -> Preparation:  # noqa: ARG002
        """Return the same step for what stands at *places* only, where it can be restricted."""
        return self

    def left_alone(self, model: Extension, minimum: tuple[int, int]) -> Iterator[tuple[str, Location]]:  # noqa: ARG002
        """Yield what a reader might expect to change as well, with the reason why it doesn't."""
        yield from ()

    def on_originals(self, model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:  # noqa: ARG002
        """Return *plan* in the terms of *model*, before any change; *failed* has why subjects weren't prepared."""
        return plan


def load_preparations() -> tuple[Preparation, ...]:
    """Return what runs before the plan is made, in running order."""
    return tuple(_loaded(item) for item in registered("preparation"))


def load_passes() -> tuple[Rewrite, ...]:
    """Return what carries out the plan, in running order."""
    return tuple(_loaded(item) for item in registered("pass"))


def _loaded(item: Registered) -> Any:
    """Return the rewrite in the folder of its name."""
    return importlib.import_module(f"unstatic.rewrites.{item.folder}.rewrite").REWRITE
