"""Counts the instructions of a package's hot operations in two builds, with callgrind."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from harness.compiler import compile_module
from harness.pins import Operations, Pin
from harness.records import Operation
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import plain_environment, run
from unstatic.system.building.projects import copy_tree, environment_of
from unstatic.verify.building import builds
from unstatic.verify.building.builds import Installed, Recipe

COUNTING = Path(__file__).with_name("counting")
REPEATS = 500
# Its cost is that of the loop.
NOTHING = "None"
LIMIT = 900
_LABEL = re.compile(r"^desc: Trigger: Client Request: (\d+)$", re.MULTILINE)
_TOTAL = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)


class NotCounted(Exception):
    """There are no numbers, and this is why."""


def count(pin: Pin, original: Path, migrated: Path, python: Interpreter, folder: Path) -> list[Operation]:
    """Return the instructions of each of the pin's operations. Raises NotCounted or BuildFailed."""
    if shutil.which("valgrind") is None:
        raise NotCounted("there is no valgrind")
    meter = compile_module(
        {"meter.c": (COUNTING / "meter.c").read_bytes()}, ["meter.c"], "meter", python, folder / "meter"
    )
    if not meter.compiled:
        raise NotCounted(f"valgrind's headers can't be used: {meter.log[:200]}")
    sides = []
    for side, source in (("before", original), ("after", migrated)):
        installed = _installed(pin, source, python, folder, side)
        sides.append(_counts(pin.operations, original, installed, meter.folder, folder / f"counts-{side}"))
    before, after = sides
    return [
        Operation(expression=expression, before=old, after=new)
        for expression, old, new in zip(pin.operations.expressions, before, after, strict=True)
    ]


def _installed(pin: Pin, source: Path, python: Interpreter, folder: Path, side: str) -> Installed:
    logs = folder / "logs"
    recipe = Recipe(install=tuple(word for wanted in pin.pip for word in wanted.split()))
    # Both in one place, as paths are in what is built.
    tree = copy_tree(source, folder / "tree")
    builder = folder / "builder" / "bin" / "python"
    if not builder.exists():
        environment_of(python, builder.parent.parent, logs / "builder.log")
    log = logs / f"count-{side}-build.log"
    try:
        wheel = builds.wheel_of(tree, python, builder, recipe, folder / f"wheel-{side}", log)
    finally:
        shutil.rmtree(folder / "tree", ignore_errors=True)
    executable = environment_of(python, folder / f"environment-{side}", logs / f"count-{side}-environment.log")
    return builds.install(wheel, python, executable, recipe, "", logs / f"count-{side}-install.log")


def _counts(operations: Operations, source: Path, installed: Installed, meter: Path, folder: Path) -> list[int]:
    folder.mkdir(parents=True, exist_ok=True)
    expressions = [NOTHING, *operations.expressions]
    request = {
        "meter": str(meter),
        "source": str(source),
        "setup": operations.setup,
        "expressions": expressions,
        "repeats": REPEATS,
    }
    (folder / "request.json").write_text(json.dumps(request), encoding="utf-8")
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder / 'counted'}"]
    command += [str(installed.python), str(COUNTING / "count.py"), str(folder / "request.json")]
    environment = plain_environment({"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"})
    ended = run(command, folder, environment, LIMIT, folder / "log")
    if ended.exit or ended.timed_out:
        raise NotCounted(f"counting ended with {ended.exit}: {folder / 'log'}")
    found = _dumps(folder)
    empty = found[0]
    return [(found[index] - empty) // REPEATS for index in range(1, len(expressions))]


def _dumps(folder: Path) -> dict[int, int]:
    """Return the instructions by label, from the files that callgrind left."""
    found: dict[int, int] = {}
    for path in folder.glob("counted*"):
        text = path.read_text(encoding="utf-8")
        label, total = _LABEL.search(text), _TOTAL.search(text)
        if label and total:
            found[int(label[1])] = int(total[1])
    return found


def ratio(operation: Operation) -> float:
    """Return how many instructions the migrated build needs for one of the original."""
    return operation["after"] / max(operation["before"], 1)


def worst(operations: Sequence[Operation]) -> float:
    """Return the largest ratio."""
    return max(map(ratio, operations))
