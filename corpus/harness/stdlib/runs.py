"""The runs of the tool on CPython's modules, each a process of its own, kept so that a stopped campaign goes on."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.stdlib.builds import Module, modules_of, write_database

_LIMIT = 900
_COUNTED = ("migrated", "refused")


@dataclass(frozen=True, slots=True)
class Run:
    """What the tool did with one module: its report, and its diff relative to the tree."""

    module: str
    source: str
    is_builtin: bool
    seconds: float
    """Of processors."""
    error: str
    report: Mapping[str, Any]
    patch: Path

    def subjects(self, kind: str) -> list[Mapping[str, Any]]:
        """Return the subjects of a *kind*, `types` or `globals`, that were migrated or refused."""
        return [item for item in self.report.get(kind, ()) if item["outcome"] in _COUNTED]

    def moved(self, kind: str) -> tuple[int, int]:
        """Return how many subjects of a *kind* were migrated, and how many there are."""
        outcomes = [item["outcome"] for item in self.subjects(kind)]
        return outcomes.count("migrated"), len(outcomes)

    @property
    def has_work(self) -> bool:
        """Whether the module had anything to migrate."""
        kinds = any(self.subjects(kind) for kind in ("types", "globals"))
        return bool(self.error) or kinds or (self.report.get("init") or {}).get("outcome") in _COUNTED


def runs_of(tree: Path, build: Path, work: Path, python: str, jobs: int) -> list[Run]:
    """Run the tool on each module of *tree*, unless *work* has its result from before."""
    modules = modules_of(tree, build)
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda module: _kept(module, tree, work / module.name, python), modules))


def _kept(module: Module, tree: Path, folder: Path, python: str) -> Run:
    result = folder / "result.json"
    if not result.is_file():
        found = _run(module, tree, folder, python)
        result.write_text(json.dumps(found), encoding="utf-8")
    kept = json.loads(result.read_text(encoding="utf-8"))
    source = module.source.relative_to(tree).as_posix()
    return Run(module.name, source, module.is_builtin, **kept, patch=folder / "module.diff")


def _run(module: Module, tree: Path, folder: Path, python: str) -> dict[str, object]:
    database = write_database(module, folder)
    patch, report = folder / "module.diff", folder / "report.json"
    for path in (patch, report):
        path.unlink(missing_ok=True)
    options = ["--compile-commands", str(database), "--report", str(report), "--min-python", python]
    argv = ["nice", sys.executable, "-m", "unstatic", "diff", "-q", "--no-cache", "-o", str(patch)]
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [*argv, *options, module.source.relative_to(tree).as_posix()]
    error = ""
    before = _spent()
    try:
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=_LIMIT, check=False)
        error = "" if done.returncode in (0, 3) else f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
    except subprocess.TimeoutExpired:
        error = f"not finished after {_LIMIT} s"
    read = json.loads(report.read_text(encoding="utf-8"))["extensions"] if report.is_file() else []
    return {"seconds": round(_spent() - before, 1), "error": error, "report": read[0] if read else {}}


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
