"""What is measured of a package, as it's kept in JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict, cast


class Subjects(TypedDict):
    """Numbers of types or of globals, by what was decided."""

    migrated: int
    refused: int
    kept: int


class Module(TypedDict):
    """What the migration did to one extension module; *refused* has a line for each subject, *rules* their rules."""

    name: str
    outcome: str
    claim: str
    types: Subjects
    globals: Subjects
    refused: list[str]
    rules: list[str]


class Migration(TypedDict):
    """One run of `unstatic migrate`: *error* is its last words if it failed."""

    exit: int
    error: str
    seconds: float
    peak_mib: int
    lines_added: int
    lines_removed: int
    modules: list[Module]


class Probed(TypedDict):
    """What `unstatic verify` says of one module; *checks* holds a status by the name of the check."""

    name: str
    claim: str
    exercised_by: str
    checks: dict[str, str]
    gained_gc: bool


class OnPython(TypedDict):
    """What `unstatic verify` says under one interpreter."""

    version: str
    failures: list[str]
    unprovable: list[str]
    tests_before: str
    tests_after: str
    new_warnings: int
    modules: list[Probed]


class Verification(TypedDict):
    """One run of `unstatic verify`, *pythons* by minor version; *error* is its last words if it gave no verdict."""

    exit: int
    error: str
    seconds: float
    pythons: dict[str, OnPython]


class Operation(TypedDict):
    """Instructions of one evaluation of an expression, in the original and in the migrated build."""

    expression: str
    before: int
    after: int


class Counted(TypedDict):
    """What came of counting instructions: *note* says why there is nothing."""

    operations: list[Operation]
    note: str


class Result(TypedDict):
    """
    Everything about one package. *key* stands for the pin, the tool's sources and the interpreters.

    *problems* aren't as pinned, *better* is better than pinned, *upstream* is what the original does wrong already.
    """

    name: str
    version: str
    key: str
    tool: str
    seconds: float
    problems: list[str]
    better: list[str]
    upstream: list[str]
    migration: Migration | None
    verification: Verification | None
    counted: Counted | None


def read(path: Path) -> Result | None:
    """Return the result in a file, or None if there is none that can be read."""
    try:
        return cast(Result, json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None


def write(path: Path, record: Mapping[str, object]) -> None:
    """Write a record, as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    draft.replace(path)
