"""Runs `unstatic verify` on the original and the migrated tree, as a user would, and reads its report."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.migration import GRACE, last_words
from harness.pins import Pin
from harness.records import OnPython, Probed, Verification
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import plain_environment, run

# With a verdict, good or bad.
DECIDED = (0, 5)
# Every sdist has it: an empty list would mean all files.
HARMLESS = "PKG-INFO"


def verify(
    pin: Pin, original: Path, migrated: Path, pythons: Sequence[Interpreter], folder: Path, limit: float
) -> Verification:
    """Verify, with logs and reports in *folder*, which has the report of the migration too."""
    report = folder / "verify.json"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "unstatic", "verify", str(original), str(migrated), *_options(pin, folder)]
    command += [f"--python={python.minor}" for python in pythons]
    command += [f"--report={report}", f"--logs={folder / 'logs' / 'verify'}", "-v"]
    log = folder / "logs" / "verify.log"
    ended = run(command, folder, plain_environment(pin.env), limit, log, grace=GRACE)
    decided = ended.exit in DECIDED and report.exists() and not ended.timed_out
    error = f"took longer than {limit:.0f} s" if ended.timed_out else last_words(ended.output)
    found = json.loads(report.read_text(encoding="utf-8"))["pythons"] if decided else []
    return Verification(
        exit=ended.exit,
        error="" if decided else error,
        seconds=round(ended.seconds, 1),
        pythons={_minor(python["python"]): _on_python(python) for python in found},
    )


def _options(pin: Pin, folder: Path) -> Iterator[str]:
    yield f"--test={pin.test}"
    yield from (f"--test-files={name}" for name in pin.test_files or (HARMLESS,))
    # One string may hold options of pip too: "lxml --no-binary lxml".
    yield from (f"--install={word}" for wanted in ("pytest", *pin.pip) for word in wanted.split())
    yield from (f"--accept={entry.where}" for entry in pin.accepted)
    yield f"--declared={folder / 'migrate.json'}"
    for module, source in pin.exercise.items():
        path = folder / f"exercise-{module}.py"
        path.write_text(source, encoding="utf-8")
        yield f"--exercise={module}={path}"


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _on_python(python: Mapping[str, Any]) -> OnPython:
    failures = list(python["problems"])
    unprovable = []
    for module in python["modules"]:
        for finding in module["findings"]:
            if finding["kind"] == "problem":
                source = f" [{finding['gotcha']}]" if finding["gotcha"] else ""
                failures.append(f"{module['name']}: {finding['where']}: {finding['text']}{source}")
        for check in module["checks"]:
            if check["status"] == "not provable":
                unprovable.append(f"{module['name']}: {check['name']}: {check['detail']}")
    tests = python["tests"] or {"before": "", "after": ""}
    return OnPython(
        version=python["python"],
        failures=failures,
        unprovable=unprovable,
        tests_before=tests["before"],
        tests_after=tests["after"],
        new_warnings=len(python["new_warnings"]),
        modules=[_probed(module) for module in python["modules"]],
    )


def _probed(module: Mapping[str, Any]) -> Probed:
    flags = [finding["text"] for finding in module["findings"] if finding["where"].endswith("/flags")]
    return Probed(
        name=module["name"],
        claim=module["claim"],
        exercised_by=module["exercised_by"],
        checks={check["name"]: check["status"] for check in module["checks"]},
        gained_gc=any("HAVE_GC" in text for text in flags),
    )
