"""Breaks published packages at random and runs `unstatic diff` on them: `python corpus/robustness.py --cases 300`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness import pins, robustness, sdists
from harness.pins import Pin
from harness.robustness import GRACE, Case, Ended, Project
from rich.console import Console
from rich.progress import track

from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import plain_environment, run

HERE = Path(__file__).resolve().parent
PYTHONS = ("3.12", "3.11", "3.13")
# Seconds: for a broken project beside what the whole one takes, and for that.
LIMIT, MOST = 30, 600


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if every case ended well, else 1; those that didn't are kept, and named."""
    options = _options(arguments)
    console = Console(width=None if sys.stdout.isatty() else 160)
    python = next((found for minor in PYTHONS if (found := interpreters.find(minor)) is not None), None)
    if python is None:
        console.print(f"no Python {' or '.join(PYTHONS)} with headers here")
        return 2
    projects = [_project(pins.read(HERE / f"{name}.toml"), options.work, python) for name in options.package]
    limits = {project.name: LIMIT + 2 * _seconds(project, options.work) for project in projects}
    cases = robustness.cases(projects, options.seed, options.cases)
    failing = options.work / "failing"
    ended = _attempt(cases, failing, limits, options.jobs)
    _tell(ended, failing, console)
    return 0 if len(ended) == len(cases) and all(one.is_good for one in ended) else 1


def _attempt(cases: Sequence[Case], failing: Path, limits: Mapping[str, float], jobs: int) -> list[Ended]:
    """Return how each case ended; of those that did, if we are interrupted."""
    ended = []
    with ThreadPoolExecutor(jobs) as pool:
        attempts = [pool.submit(robustness.attempt, case, failing, limits[case.project.name]) for case in cases]
        try:
            for future in track(attempts, "breaking", console=Console(stderr=True), disable=not sys.stderr.isatty()):
                ended.append(future.result())
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    return ended


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", nargs="*", help="names of pins in this folder; all when left out")
    parser.add_argument("--cases", type=int, default=200, help="how many, over all packages [200]")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats a run; it is shown at the end")
    parser.add_argument("--jobs", type=int, default=1, help="cases at the same time")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-corpus", help="downloads, and what failed")
    options = parser.parse_args(arguments)
    options.package = options.package or sorted(path.stem for path in HERE.glob("*.toml"))
    options.work = options.work.resolve()
    return options


def _project(pin: Pin, work: Path, python: Interpreter) -> Project:
    logs = work / "robustness" / pin.name / "logs"
    archive = sdists.fetch(pin, work / "sdists" / pin.name, logs / "download.log")
    # Headers that a build would make, and those of other packages, needn't be there: that's one of the inputs too.
    options = tuple(option for option in pin.migrate if "{sp}" not in option)
    return Project(pin.name, sdists.unpack(archive, logs.parent / "original", pin, python, logs), options)


def _seconds(project: Project, work: Path) -> float:
    """Return how long the whole project takes."""
    command = [sys.executable, "-m", "unstatic", "diff", str(project.root), *project.options]
    log = work / "robustness" / project.name / "logs" / "whole.log"
    return run(command, work, plain_environment(), MOST, log, grace=GRACE).seconds


def _tell(ended: Sequence[Ended], failing: Path, console: Console) -> None:
    if not ended:
        return
    console.print(f"{len(ended)} cases, seed {ended[0].case.seed}")
    for outcome, number in Counter(one.outcome for one in ended).most_common():
        console.print(f"{number:6} {outcome}", highlight=False)
    slowest = max(ended, key=lambda one: one.seconds)
    console.print(f"slowest: {slowest.case.label}, {slowest.seconds:.1f} s")
    for one in ended:
        if not one.is_good or one.is_worth_a_look:
            console.print(f"{one.outcome}: {failing / one.case.label}, {one.file}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
