"""Runs the released command line on one tree and reads its report."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.records import Migration, Module, Subjects
from unstatic.system.building.processes import plain_environment, run
from unstatic.text import diff
from unstatic.verify.judging.case import Claim

MEASURED = Path(__file__).with_name("measured.py")
GRACE = 10


def migrate(source: Path, output: Path, options: Sequence[str], report: Path, limit: float, log: Path) -> Migration:
    """Migrate the tree *source* into the new tree *output*. A failure is told in the result, not raised."""
    answer = report.with_name("measured.json")
    command = [sys.executable, str(MEASURED), str(answer), sys.executable, "-m", "unstatic", "migrate", str(source)]
    command += ["--output", str(output), "--report", str(report), *options]
    ended = run(command, source.parent, plain_environment(), limit, log, grace=GRACE)
    measured = _json(answer, {"seconds": round(ended.seconds, 1), "peak_mib": 0})
    lines = diff.statistics(diff.unified(*changed(source, output))) if output.is_dir() else None
    return Migration(
        exit=ended.exit,
        error=f"took longer than {limit:.0f} s" if ended.timed_out else last_words(ended.output) if ended.exit else "",
        seconds=measured["seconds"],
        peak_mib=measured["peak_mib"],
        lines_added=lines.lines_added if lines else 0,
        lines_removed=lines.lines_removed if lines else 0,
        modules=[_module(extension) for extension in _json(report, {"extensions": []})["extensions"]],
    )


def last_words(output: str) -> str:
    """Return the last line that says something, without the note on the time that it took."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not line.startswith(("[took", "[killed"))]
    return lines[-1] if lines else "nothing was printed"


def _json(path: Path, default: Mapping[str, Any]) -> Mapping[str, Any]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else default


def changed(source: Path, output: Path) -> tuple[dict[Path, bytes], dict[Path, bytes]]:
    """Return the files that differ, before and after. What builds left isn't copied, and so is on one side only."""
    before, after = dict(_files(source)), dict(_files(output))
    names = [name for name in before.keys() & after.keys() if before[name] != after[name]]
    return {name: before[name] for name in names}, {name: after[name] for name in names}


def _files(root: Path) -> Iterator[tuple[Path, bytes]]:
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts:
            yield path.relative_to(root), path.read_bytes()


def _module(extension: Mapping[str, Any]) -> Module:
    everything = [*extension["types"], *extension["globals"], *([extension["init"]] if extension["init"] else [])]
    refused = [subject for subject in everything if subject["outcome"] == "refused"]
    return Module(
        name=extension["name"],
        outcome=extension["outcome"],
        claim=claim_of(extension["claims"]),
        types=_numbers(extension["types"]),
        globals=_numbers(extension["globals"]),
        refused=[_told(subject) for subject in refused],
        rules=[subject["rule"] for subject in refused],
    )


def _told(subject: Mapping[str, Any]) -> str:
    place = subject["location"]
    where = f" ({place['path']}:{place['line']})" if place else ""
    return f"{subject['name']}: {subject['reason']}{where}"


def _numbers(subjects: Sequence[Mapping[str, str]]) -> Subjects:
    told = [subject["outcome"] for subject in subjects]
    return Subjects(migrated=told.count("migrated"), refused=told.count("refused"), kept=told.count("kept"))


def claim_of(claims: Mapping[str, str]) -> Claim:
    """Return which of the three claims the `claims` of a report make; saying nothing claims nothing."""
    said = claims.get("multiple_interpreters", "").lower().replace("_", "-")
    if said == "own" or "per-interpreter" in said:
        return "own"
    return "none" if said in ("", "none") or "not-supported" in said else "shared"
