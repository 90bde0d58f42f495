"""How long the commands take that read no C, and whether they load libclang."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bench.costs import Command, Cost

COMMANDS = (("--help",), ("--version",), ("explain", "heap-types"))


@dataclass(frozen=True, slots=True)
class Start:
    """One command: the median of its seconds by the clock and of processors, and whether libclang was loaded."""

    text: str
    wall: float
    cpu: float
    loads_libclang: bool


def measure(runs: int, cost_of: Callable[[Iterable[Command]], Cost]) -> list[Start]:
    """Return the figures of each command, after one run to warm up."""
    found = []
    for arguments in COMMANDS:
        argv = (sys.executable, "-m", "unstatic", *arguments)
        costs = [cost_of([Command(argv)]) for _ in range(runs + 1)][1:]
        wall, cpu = statistics.median(one.wall for one in costs), statistics.median(one.cpu for one in costs)
        found.append(Start(" ".join(arguments), wall, cpu, _loads_libclang(arguments)))
    return found


def _loads_libclang(arguments: Iterable[str]) -> bool:
    argv = [sys.executable, "-X", "importtime", "-m", "unstatic", *arguments]
    told = subprocess.run(argv, capture_output=True, text=True, check=True).stderr
    return any(line.split("|")[-1].strip().startswith("clang") for line in told.splitlines())
