"""Reads the pins: which published package, how it's built, tested and exercised, and what is expected of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from unstatic.verify.findings import Accepted

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Pin:
    """
    One published package.

    *prepare* and *test* are shell commands in which {py}, {src}, {venv}, {t} and {sp} stand for the interpreter, the
    sdist, the environment, the test folder and site-packages. *baseline* holds the test counts of the untouched
    package by minor version of Python.
    """

    name: str
    version: str
    sha256: str
    modules: tuple[str, ...]
    apt: tuple[str, ...]
    pip: tuple[str, ...]
    env: Mapping[str, str]
    test_files: tuple[str, ...]
    test: str
    prepare: str
    exercise: Mapping[str, str]
    outcome: str
    claim: Literal["own", "shared", "none"]
    baseline: Mapping[str, Counts]
    accepted: tuple[Accepted, ...]


def read(path: Path) -> Pin:
    """Read one pin. Raises KeyError, naming the key, when something is missing."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    expected = data["expected"]
    modules = tuple(data["modules"])
    exercise = data["exercise"]
    return Pin(
        name=data["name"],
        version=data["version"],
        sha256=data["sha256"],
        modules=modules,
        apt=tuple(data.get("apt", ())),
        pip=tuple(data.get("pip", ())),
        env=data.get("env", {}),
        test_files=tuple(data.get("test_files", ())),
        test=data["test"],
        prepare=data.get("prepare", ""),
        # One text for the only module, or a table with one for each.
        exercise=exercise if isinstance(exercise, dict) else {modules[0]: exercise},
        outcome=expected["outcome"],
        claim=cast(Literal["own", "shared", "none"], expected["own_gil"]),
        baseline=data["baseline"],
        accepted=tuple(Accepted(entry["where"], entry["why"]) for entry in data.get("accepted", ())),
    )
