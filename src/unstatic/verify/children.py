"""Runs the probes of one built module in child interpreters."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
# One outcome per probe: an object with one of the keys value, raised, crashed, exited, silent, timeout.
Outcomes = Mapping[str, Json]

PROBES = Path(__file__).with_name("probes")
PLAIN = (
    "import",
    "surface",
    "twice",
    "freed",
    "refcounts",
    "legacy",
    "own GIL",
    "own GIL after main",
    "own GIL threads",
    "shutdown",
)
# Warnings are errors here, and the debug allocators look for memory errors.
STRICT = ("import", "twice", "freed", "own GIL", "shutdown")
STRICT_OPTIONS = ("-W", "error", "-X", "dev")


@dataclass(frozen=True, slots=True)
class Subject:
    """
    A built module: its import name, extra entries for sys.path, and source that defines `exercise(module)`.

    *needs* are other extension modules that it imports: their types are not its own.
    """

    module: str
    path: tuple[Path, ...]
    exercise: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What the probes saw of one build under one interpreter; *log* is what the children printed."""

    plain: Outcomes
    strict: Outcomes
    log: str


def observe(python: Path, subject: Subject, *, quick: bool = False, timeout: int = 120) -> Observation:
    """Return what the probes see. Crashes, time-outs and silence of the children are outcomes, not errors."""
    plain, plain_log = _run(python, (), PLAIN, subject, quick, timeout)
    strict, strict_log = _run(python, STRICT_OPTIONS, STRICT, subject, quick, timeout)
    return Observation(plain, strict, plain_log + strict_log)


def _run(
    python: Path, options: tuple[str, ...], probes: tuple[str, ...], subject: Subject, quick: bool, timeout: int
) -> tuple[Outcomes, str]:
    request: dict[str, Json] = {
        "module": subject.module,
        "needs": list(subject.needs),
        "exercise": subject.exercise,
        "path": [str(entry) for entry in subject.path],
        "probes": list(probes),
        "quick": quick,
        "timeout": timeout,
    }
    with tempfile.TemporaryDirectory(prefix="unstatic-probes-") as folder:
        question, answer = Path(folder, "request.json"), Path(folder, "answer.json")
        question.write_text(json.dumps(request), encoding="utf-8")
        command = [str(python), *options, str(PROBES), str(question), str(answer)]
        try:
            # Each probe has its own limit; this one is for the process that forks them.
            run = subprocess.run(
                command, capture_output=True, cwd=folder, env=_environment(), timeout=timeout * len(probes)
            )
        except subprocess.TimeoutExpired:
            return {probe: {"timeout": timeout} for probe in probes}, f"$ {command} took too long\n"
        log = f"$ {' '.join(command)}\n" + (run.stdout + run.stderr).decode(errors="replace")
        if run.returncode or not answer.exists():
            # Nothing said is a failure of every probe, never a pass.
            key = "crashed" if run.returncode < 0 else "exited"
            return {probe: {key: run.returncode} for probe in probes}, log
        outcomes: dict[str, Json] = json.loads(answer.read_text(encoding="utf-8"))
        return {probe: outcomes.get(probe, {"silent": 0}) for probe in probes}, log


def _environment() -> dict[str, str]:
    hidden = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONWARNINGS", "PYTHONMALLOC", "PYTHONDEVMODE")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    # Equal runs: no hash order that differs, no bytecode left in the trees that are compared.
    return kept | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
