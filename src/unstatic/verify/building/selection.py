"""Which interpreters to verify with, from what `--python` says."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import SpecifierSet

from unstatic.errors import UsageError
from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter


@dataclass(frozen=True, slots=True)
class Selection:
    """The interpreters that can be used, and a line for each that was asked for and can't."""

    pythons: tuple[Interpreter, ...]
    skipped: tuple[str, ...]


def select(wanted: Sequence[str], supported: SpecifierSet) -> Selection:
    """
    Return the interpreters for *wanted*: minor versions, paths, or `all`; the running one if it is empty.

    `all` leaves out those that the package doesn't support. Raises UsageError if none is left.
    """
    found: list[Interpreter] = []
    skipped: list[str] = []
    for word in wanted or [sys.executable]:
        if word == "all":
            for minor in interpreters.ALL:
                _add(minor, supported, found, skipped)
        else:
            _add(word, SpecifierSet(), found, skipped)
    if not found:
        raise UsageError(f"no interpreter to verify with: {'; '.join(skipped)}")
    return Selection(tuple(found), tuple(skipped))


def _add(word: str, supported: SpecifierSet, found: list[Interpreter], skipped: list[str]) -> None:
    if os.sep in word:
        # It is asked in another folder; a link stays one, as that is what makes a virtual environment.
        python = interpreters.at(Path(word).absolute())
        reason = f"{word}: not a CPython that runs and has its headers"
    else:
        python = interpreters.find(word.removeprefix("python"))
        reason = f"no Python {word} with headers here"
    if python is None:
        skipped.append(reason)
    elif not supported.contains(python.version, prereleases=True):
        skipped.append(f"Python {python.minor}: the package requires {supported}")
    elif python.executable not in [other.executable for other in found]:
        found.append(python)
