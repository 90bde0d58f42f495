"""The protocol of a rewrite, and how the rewrites are loaded."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol

from unstatic.edits import Change
from unstatic.model import Extension
from unstatic.plan import Plan


class Rewrite(Protocol):
    """One step of the migration: model and plan in, changes out; it reads no file and decides nothing."""

    name: str
    title: str
    """The subject of the commit that the step becomes."""

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield the changes; edits of one rewrite never overlap."""
        ...


def load_passes() -> tuple[Rewrite, ...]:
    """Return all rewrites in running order."""
    passes: tuple[Rewrite, ...] = importlib.import_module("unstatic.rewrites").PASSES
    return passes
