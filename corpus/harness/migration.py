"""Runs the released command line on one tree and reads its report."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harness.packages import execute

Claim = Literal["own", "shared", "none"]


@dataclass(frozen=True, slots=True)
class Migration:
    """What the tool did: outcomes and claims by import name, and the lines it added and removed."""

    exit: int
    seconds: float
    outcomes: Mapping[str, str]
    claims: Mapping[str, Claim]
    lines: tuple[int, int]
    refused: tuple[str, ...]
    log: Path


def migrate(source: Path, output: Path, report: Path, log: Path) -> Migration:
    """Migrate the tree *source* into the new tree *output*. A failure is told in the result, not raised."""
    command = [sys.executable, "-m", "unstatic", "migrate", str(source), "--output", str(output)]
    run = execute([*command, "--report", str(report)], log, source.parent)
    extensions = json.loads(report.read_text(encoding="utf-8"))["extensions"] if report.exists() else []
    refused = [
        f"{subject['name']}: {subject['reason']}"
        for extension in extensions
        for subject in [*extension["types"], *extension["globals"], extension["init"] or {}]
        if subject.get("outcome") == "refused"
    ]
    return Migration(
        exit=run.exit,
        seconds=run.seconds,
        outcomes={extension["name"]: extension["outcome"] for extension in extensions},
        claims={extension["name"]: claim_of(extension["claims"]) for extension in extensions},
        lines=(_total(extensions, "lines_added"), _total(extensions, "lines_removed")),
        refused=tuple(refused),
        log=log,
    )


def leave_alone(source: Path, output: Path, modules: tuple[str, ...], log: Path) -> Migration:
    """Copy the tree instead: shows what the harness says of two equal builds."""
    shutil.copytree(source, output)
    return Migration(0, 0.0, dict.fromkeys(modules, "migrated"), dict.fromkeys(modules, "none"), (0, 0), (), log)


def claim_of(claims: Mapping[str, str]) -> Claim:
    """Return which of the three claims the `claims` of a report make; saying nothing claims nothing."""
    said = claims.get("multiple_interpreters", "").lower().replace("_", "-")
    if said == "own" or "per-interpreter" in said:
        return "own"
    return "none" if said in ("", "none") or "not-supported" in said else "shared"


def _total(extensions: list[Mapping[str, int]], key: str) -> int:
    return sum(extension.get(key, 0) for extension in extensions)
