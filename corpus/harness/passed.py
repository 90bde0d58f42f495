"""Remembers what was tried and found right, by all that it was made of: the same isn't tried again."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import unstatic
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.findings import Finding

T = TypeVar("T")

_DAYS = 24 * 60 * 60
# What was not asked for in that time belongs to sources that nobody has any more.
_KEPT = 30 * _DAYS
_SOURCES = (".py", ".c", ".h")


@dataclass(frozen=True, slots=True)
class Passed:
    """What earlier runs found right, a file each in *folder*. With *anew* all is tried again."""

    folder: Path
    anew: bool = False

    def once(self, facts: object, work: Callable[[], T], is_right: Callable[[T], bool]) -> T:
        """
        Return what *work* gives, or what it gave before with the same *facts*, if that was right.

        It is plain data, and *facts* are told by their repr. What was wrong is always tried again.
        """
        path = self.folder / hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
        if not self.anew:
            with contextlib.suppress(OSError, ValueError):
                known: T = json.loads(path.read_text(encoding="utf-8"))
                os.utime(path)
                return known
        found = work()
        if is_right(found):
            self._keep(path, found)
        return found

    def findings(
        self, facts: object, work: Callable[[], list[Finding]], is_right: Callable[[list[Finding]], bool]
    ) -> list[Finding]:
        """Do the same for findings."""
        told = self.once(
            facts,
            lambda: [(found.kind, found.where, found.text) for found in work()],
            lambda found: is_right([Finding(*one) for one in found]),
        )
        return [Finding(*one) for one in told]

    def _keep(self, path: Path, found: object) -> None:
        handle, name = tempfile.mkstemp(dir=self.folder)
        with open(handle, "w", encoding="utf-8") as stream:
            json.dump(found, stream)
        os.replace(name, path)

    def forget_old(self) -> None:
        """Remove what wasn't asked for in a month."""
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > _KEPT:
                    path.unlink()


def tools(python: Interpreter) -> tuple[object, ...]:
    """Return what tells an interpreter and its compiler from others of the same name."""
    programs = (str(python.executable), shutil.which(python.compiler[0]) or "")
    return python, tuple((program, *_state(os.path.realpath(program))) for program in programs)


def _state(program: str) -> tuple[int, int]:
    found = os.stat(program)
    return found.st_size, found.st_mtime_ns


def verifying() -> str:
    """Return a digest of what builds, probes and judges."""
    return _code("verify", "system")


def parsing() -> str:
    """Return a digest of what finds the facts of a source: the parser, and all that it may import."""
    layers = ("errors.py", "text", "system", "settings", "project", "c", "capi", "cparse")
    return f"{importlib.metadata.version('libclang')} {sys.version} {_code(*layers)}"


@functools.cache
def _code(*parts: str) -> str:
    """Return a digest of parts of the package, and of the harness, which is around all of them."""
    package = Path(unstatic.__file__).parent
    digest = hashlib.sha256()
    for root in (*(package / part for part in parts), Path(__file__).parent):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in _SOURCES:
                digest.update(f"{path.relative_to(root.parent)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
