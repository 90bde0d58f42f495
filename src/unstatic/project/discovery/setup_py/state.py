"""What one evaluation of a build script knows and has found so far."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.setup_py.values import UNKNOWN, Declaration, Namespace, Value

MAX_STEPS = 10_000
"""Loop turns and calls that are followed."""

MAX_DEPTH = 25
"""Nested calls that are followed."""


class Signal(Exception):
    """The script leaves the statements being followed."""


class Raised(Signal):
    """The script raises an exception; the argument is the exception's name."""


class Stopped(Exception):
    """The script ends itself, or it's too long to follow."""


class Endless(Stopped):
    """The script takes too many steps."""


@dataclass(slots=True, eq=False)
class Run:
    """State of one evaluation. *available* are the top-level modules that the build requires."""

    files: ProjectFiles
    script: Path
    available: frozenset[str] = frozenset()
    notes: dict[str, None] = field(default_factory=dict)
    declarations: list[Declaration] = field(default_factory=list)
    setups: list[dict[str, Value]] = field(default_factory=list)
    copies: dict[str, str] = field(default_factory=dict)
    """Files and folders that the script would copy: from the copy to its source."""
    environment: dict[Value, Value] = field(default_factory=dict)
    arguments: list[Value] = field(default_factory=lambda: ["setup.py"])
    search_path: list[Value] = field(default_factory=list)
    modules: dict[Path, Namespace] = field(default_factory=dict)
    catching: list[Callable[[str], bool]] = field(default_factory=list)
    owners: list[Namespace | Declaration | None] = field(default_factory=list)
    """The objects whose methods are being followed, None for functions; the innermost comes last."""
    yielded: list[list[Value]] = field(default_factory=list)
    """What the generators that are being followed have yielded, the innermost last."""
    changes_build: bool = False
    """A class of the project builds extensions in its own way."""
    gathers: bool = False
    """Packages of the project declare extensions in scripts of their own."""
    skips: bool = False
    """Whether what a condition holds that can't be known is left out, and not followed as well."""
    is_in_doubt: bool = False
    """Whether a condition was met that can't be known."""
    unsure: int = 0
    depth: int = 0
    steps: int = 0

    def note(self, text: str) -> None:
        """Remember what wasn't understood, once."""
        self.notes[text] = None

    def step(self) -> None:
        """Count a loop turn or a call. Raises Endless when there are too many."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Endless("it takes too many steps")

    def fail(self, exception: str) -> Value:
        """Raise the exception if the script would catch it; else the value is unknown."""
        if any(catches(exception) for catches in self.catching):
            raise Raised(exception)
        return UNKNOWN

    @contextmanager
    def uncertain(self) -> Iterator[None]:
        """Mark what happens inside as perhaps not happening."""
        self.unsure += 1
        try:
            yield
        finally:
            self.unsure -= 1

    def original(self, path: Path) -> Path:
        """Return where the contents of *path* come from if the script would only create it by copying."""
        text = str(path)
        for _ in range(4):
            if os.path.exists(text):
                break
            # The longest copy wins: a file copied into a copied folder replaces the folder's own.
            copied = [copy for copy in self.copies if text == copy or text.startswith(copy + "/")]
            if not copied:
                break
            longest = max(copied, key=len)
            text = self.copies[longest] + text[len(longest) :]
        return Path(text) if os.path.exists(text) else path
