"""Takes one pinned package through everything: fetch, migrate, verify, count. What is done isn't done again."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import unstatic
from harness import expectation, operations, pins, records, sdists
from harness.migration import migrate
from harness.operations import NotCounted
from harness.pins import Pin
from harness.records import Counted, Migration, Result, Verification
from harness.sdists import StepFailed
from harness.verification import DECIDED, verify
from unstatic.errors import UnstaticError
from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.interrupts import unwinding

# To be raised when what is measured, or how, changes.
FORMAT = 2
_Record = TypeVar("_Record", bound=Mapping[str, object])


@dataclass(frozen=True, slots=True)
class Order:
    """What to do with the pin at *path*; *work* holds downloads, runs and results, *minors* are versions of Python."""

    path: Path
    work: Path
    minors: tuple[str, ...]
    decisions_only: bool = False
    """Whether the tool is only asked what it does: nothing is built."""

    @property
    def name(self) -> str:
        """The package's name."""
        return self.path.stem

    @property
    def answer(self) -> Path:
        """Where the result will be."""
        return self.work / ("decisions" if self.decisions_only else "results") / f"{self.name}.json"

    @property
    def status(self) -> Path:
        """Where the present step is named."""
        return self.work / "runs" / self.name / "status"


@dataclass(frozen=True, slots=True)
class _Work:
    """A run under way: *folder* belongs to this key alone, so what is there is still right."""

    order: Order
    pin: Pin
    pythons: tuple[Interpreter, ...]
    folder: Path
    deadline: float

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def left(self) -> float:
        return max(self.deadline - time.monotonic(), 1)

    def tell(self, text: str) -> None:
        self.order.status.write_text(text, encoding="utf-8")


def sources() -> str:
    """Return a digest of everything in the tool that can change a result."""
    digest = hashlib.sha256()
    # The rewrites lie elsewhere in a checkout.
    for package in ("unstatic", "unstatic.rewrites"):
        root = Path(importlib.import_module(package).__path__[0])
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root).as_posix()
            if path.suffix in (".py", ".h") and "/cases/" not in inside:
                digest.update(inside.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def key_of(order: Order) -> str:
    """Return what a result stands for. What the pin expects isn't part of it: that is compared anew each time."""
    pin = replace(pins.read(order.path), path=Path(), expected={}, baseline={}, minutes=0)
    versions = [python.version for minor in order.minors if (python := interpreters.find(minor)) is not None]
    facts = repr((FORMAT, pin, versions, unstatic.__version__, sources()))
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def known(order: Order) -> Result | None:
    """Return the result of an earlier run, if it still stands, next to what the pin expects now."""
    found = records.read(order.answer)
    if found is None or found["key"] != key_of(order):
        return None
    return expectation.judge(pins.read(order.path), found)


def forget(order: Order) -> None:
    """Remove what earlier runs left, so that everything is measured anew."""
    shutil.rmtree(order.status.parent, ignore_errors=True)
    order.answer.unlink(missing_ok=True)


def run(order: Order) -> None:
    """Write the result to *order.answer*. Made for a process of its own, which may be killed at any time."""
    try:
        with unwinding():
            _run(order)
    except KeyboardInterrupt:
        # The runner got it too, and says so.
        sys.exit(130)


def _run(order: Order) -> None:
    pin = pins.read(order.path)
    os.environ.update(pin.env)
    key = key_of(order)
    folder = order.work / "runs" / pin.name / key
    _forget_others(folder)
    found = [interpreters.find(minor) for minor in order.minors]
    pythons = tuple(python for python in found if python is not None)
    start = time.monotonic()
    work = _Work(order, pin, pythons, folder, start + pin.minutes * 60)
    result = _measured(work, key)
    result["seconds"] = round(time.monotonic() - start, 1)
    # Places of this machine are of no interest elsewhere.
    records.write(order.answer, json.loads(json.dumps(result).replace(f"{folder}/", "")))
    if not result["problems"]:
        shutil.rmtree(folder, ignore_errors=True)


def _forget_others(folder: Path) -> None:
    """Make the folder of a run, and remove those of other keys."""
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other.is_dir() and other != folder:
            shutil.rmtree(other, ignore_errors=True)


def _measured(work: _Work, key: str) -> Result:
    result = Result(
        name=work.pin.name,
        version=work.pin.version,
        key=key,
        tool=f"{unstatic.__version__}-{sources()[:8]}",
        seconds=0,
        problems=[],
        better=[],
        upstream=[],
        migration=None,
        verification=None,
        counted=None,
    )
    try:
        _fill(work, result)
    except (StepFailed, UnstaticError) as error:
        # Not the tool's doing, and maybe gone tomorrow: nothing to keep.
        result["key"] = ""
        result["problems"] = [f"could not be tried: {error}"]
        return result
    if result["verification"] and result["verification"]["exit"] not in DECIDED:
        result["key"] = ""
    return expectation.judge(work.pin, result)


def _fill(work: _Work, result: Result) -> None:
    missing = sdists.missing_debian_packages(work.pin)
    if missing:
        raise StepFailed(f"needs Debian packages: {' '.join(missing)}")
    work.tell("fetching")
    archive = sdists.fetch(work.pin, work.order.work / "sdists" / work.pin.name, work.logs / "download.log")
    original = _original(work, archive)
    migrated = work.folder / "migrated" / original.name
    work.tell("migrating")
    result["migration"] = migration = _once(work, "migration", lambda: _migrate(work, original, migrated))
    if migration["exit"] or not migration["lines_added"] or work.order.decisions_only:
        return
    work.tell("verifying")
    result["verification"] = _once(work, "verification", lambda: _verify(work, original, migrated), _is_decided)
    work.tell("counting instructions")
    result["counted"] = _once(work, "counted", lambda: _count(work, original, migrated))


def _original(work: _Work, archive: Path) -> Path:
    """Return the prepared tree; one that is there as a whole stays, as the migrated tree was made from it."""
    complete = work.folder / "original.complete"
    if not complete.exists():
        root = sdists.unpack(archive, work.folder / "original", work.pin, work.pythons[0], work.logs)
        complete.write_text(str(root), encoding="utf-8")
    return Path(complete.read_text(encoding="utf-8"))


def _migrate(work: _Work, original: Path, migrated: Path) -> Migration:
    shutil.rmtree(migrated, ignore_errors=True)
    migrated.parent.mkdir(exist_ok=True)
    options = sdists.migrate_options(work.pin, work.folder, work.pythons[0], work.logs)
    return migrate(original, migrated, options, work.folder / "migrate.json", work.left, work.logs / "migrate.log")


def _verify(work: _Work, original: Path, migrated: Path) -> Verification:
    return verify(work.pin, original, migrated, work.pythons, work.folder, work.left)


def _is_decided(verification: Verification) -> bool:
    return verification["exit"] in DECIDED


def _count(work: _Work, original: Path, migrated: Path) -> Counted:
    if not work.pin.operations.expressions:
        return Counted(operations=[], note="the pin names none")
    python = next((python for python in work.pythons if python.number >= (3, 12)), work.pythons[0])
    folder = work.folder / "counting"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        return Counted(operations=operations.count(work.pin, original, migrated, python, folder), note="")
    except (NotCounted, UnstaticError) as error:
        return Counted(operations=[], note=str(error))


def _once(
    work: _Work, name: str, make: Callable[[], _Record], is_lasting: Callable[[_Record], bool] = lambda record: True
) -> _Record:
    """Return the record of a step from the file that it left, or make it and leave it there."""
    path = work.folder / f"{name}.json"
    if path.exists():
        record: _Record = json.loads(path.read_text(encoding="utf-8"))
        return record
    record = make()
    if is_lasting(record):
        records.write(path, record)
    return record
