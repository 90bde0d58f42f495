"""Reads the pins: which published package, how it's built, tested and exercised, and what is expected of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.verify.findings import Accepted

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Operations:
    """What is counted in instructions: *expressions*, by *module* and the names that the source *setup* defines."""

    setup: str = ""
    expressions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """
    What the tool does of a module at least.

    *claim* is own, shared or none; *types* and *globals_* are numbers of subjects that are migrated.
    """

    outcome: str
    claim: str
    types: int
    globals_: int


@dataclass(frozen=True, slots=True)
class Pin:
    """
    One published package.

    *prepare* and *test* are shell commands in which {py}, {src}, {venv}, {t} and {sp} stand for the interpreter, the
    sdist, the environment, the test folder and site-packages. *migrate* holds options of `unstatic migrate`; {sp} in
    them has what the package needs. *exercise* and *expected* are by import name; a module without an exercise gets
    the calls that its tests make. *baseline* holds the test counts of the untouched package by minor version of Python.
    """

    path: Path
    name: str
    version: str
    sha256: str
    modules: tuple[str, ...]
    apt: tuple[str, ...]
    pip: tuple[str, ...]
    env: Mapping[str, str]
    prepare: str
    migrate: tuple[str, ...]
    test_files: tuple[str, ...]
    test: str
    minutes: int
    exercise: Mapping[str, str]
    operations: Operations
    expected: Mapping[str, Expected]
    baseline: Mapping[str, Counts]
    accepted: tuple[Accepted, ...]


def read(path: Path) -> Pin:
    """Read one pin. Raises KeyError, naming the key, when something is missing."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    modules = tuple(data["modules"])
    exercise = data.get("exercise", {})
    operations = data.get("operations", {})
    return Pin(
        path=path,
        name=data["name"],
        version=data["version"],
        sha256=data["sha256"],
        modules=modules,
        apt=tuple(data.get("apt", ())),
        pip=tuple(data.get("pip", ())),
        env=data.get("env", {}),
        prepare=data.get("prepare", ""),
        migrate=tuple(data.get("migrate", ())),
        test_files=tuple(data.get("test_files", ())),
        test=data["test"],
        minutes=data.get("minutes", 60),
        # One text for the only module, or a table with one for each.
        exercise=exercise if isinstance(exercise, dict) else {modules[0]: exercise},
        operations=Operations(operations.get("setup", ""), tuple(operations.get("expressions", ()))),
        expected={name: _expected(data["expected"][name]) for name in modules},
        baseline=data["baseline"],
        accepted=tuple(Accepted(entry["where"], entry["why"]) for entry in data.get("accepted", ())),
    )


def _expected(table: Mapping[str, str | int]) -> Expected:
    return Expected(str(table["outcome"]), str(table["claim"]), int(table["types"]), int(table["globals"]))


def raised(text: str, found: Mapping[str, Expected]) -> str:
    """Return the text of a pin with what was found in the place of what it expected; the rest stays as it is."""
    lines = []
    for line in text.splitlines():
        name = line.partition(" = ")[0].strip('"')
        if name in found and line.partition(" = ")[2].startswith("{ outcome"):
            line = f'"{name}" = {inline(found[name])}'
        lines.append(line)
    return "\n".join([*lines, ""])


def inline(expected: Expected) -> str:
    """Return the table of one module as a pin has it, on one line."""
    words = f'outcome = "{expected.outcome}", claim = "{expected.claim}"'
    return f"{{ {words}, types = {expected.types}, globals = {expected.globals_} }}"
