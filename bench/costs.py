"""What commands cost: processor time, time by the clock, memory; and the medians and ratios of paired runs."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

LIMIT = 600.0
"""Seconds after which a command is stopped, unless it has a limit of its own."""
_COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Python's programs are measured as they are installed, compiled once; not each time, whatever is set here."""
_LAUNCH = Path(__file__).with_name("launch.py")


class Failed(Exception):
    """A command that is to be measured doesn't work; says how it ended."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processors (user and system), seconds of the clock, and the largest size in memory in MB."""

    cpu: float
    wall: float
    peak: float
    is_cut: bool = False
    """Whether a time limit ended it: it would have cost more."""

    def __add__(self, other: Cost) -> Cost:
        """Return the cost of both, one after the other."""
        peak = max(self.peak, other.peak)
        return Cost(self.cpu + other.cpu, self.wall + other.wall, peak, self.is_cut or other.is_cut)


@dataclass(frozen=True, slots=True)
class Command:
    """A process to measure; *before* prepares it, outside of what is measured."""

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    limit: float = LIMIT
    accepted: tuple[int, ...] = (0,)
    """Exit codes that mean that it did its work."""


Steps = Callable[[], Iterable[Command]]
"""Returns the commands of one run, made when it begins."""


def spend(commands: Iterable[Command]) -> Cost:
    """Run *commands* one after the other and return what all of them cost. Raises Failed at the first that fails."""
    todo = list(commands)
    orders = [{"argv": item.argv, "env": {**_COMPILED, **item.env}, "limit": item.limit} for item in todo]
    done = subprocess.run(
        [sys.executable, "-S", "-E", str(_LAUNCH)], input=json.dumps(orders), capture_output=True, text=True, check=True
    )
    total = Cost(0.0, 0.0, 0.0)
    for item, found in zip(todo, json.loads(done.stdout), strict=True):
        if found["exit"] is not None and found["exit"] not in item.accepted:
            raise Failed(f"{' '.join(item.argv[:4])} ... {item.argv[-1]} ended with {found['exit']}: {found['told']}")
        total += Cost(found["cpu"], found["wall"], found["peak"] / 1024, found["exit"] is None)
    return total


@dataclass(frozen=True, slots=True)
class Measured:
    """The costs of each tool on one body of work, by run; *problems* say why a tool has none."""

    costs: Mapping[str, tuple[Cost, ...]]
    problems: Mapping[str, str]

    def middle(self, tool: str, what: str = "cpu") -> float | None:
        """Return the median of one figure of *tool*."""
        found = self.costs.get(tool)
        return statistics.median(getattr(one, what) for one in found) if found else None

    def ratio(self, tool: str, other: str, what: str = "cpu") -> float | None:
        """Return how many times as much *tool* takes as *other*: the median over the runs in which both ran."""
        pairs = list(zip(self.costs.get(tool, ()), self.costs.get(other, ()), strict=False))
        found = [getattr(mine, what) / getattr(theirs, what) for mine, theirs in pairs if getattr(theirs, what)]
        return statistics.median(found) if found else None

    def is_cut(self, tool: str) -> bool:
        """Tell whether a time limit ended *tool* in some run."""
        return any(cost.is_cut for cost in self.costs.get(tool, ()))

    def peak(self, tool: str) -> float | None:
        """Return the largest size of any process of *tool*, in MB."""
        return max((cost.peak for cost in self.costs.get(tool, ())), default=None)


def paired(
    tools: Mapping[str, Steps],
    runs: int,
    once: Sequence[str] = (),
    cost_of: Callable[[Iterable[Command]], Cost] = spend,
    tell: Callable[[str], None] = lambda text: None,
    budget: float = math.inf,
    clock: Callable[[], float] = time.perf_counter,
) -> Measured:
    """Run every tool up to *runs* times, one after the other within a run, so that a busy machine slows all alike.

    Those named in *once* run in the first run only. What fails isn't run again. No run begins that would probably end
    later than *budget* seconds after the first began.
    """
    start = clock()
    costs: dict[str, list[Cost]] = {name: [] for name in tools}
    problems: dict[str, str] = {}
    for run in range(runs):
        if run and (clock() - start) * (run + 1) / run > budget:
            break
        for name, steps in tools.items():
            if name in problems or (run and name in once):
                continue
            tell(f"run {run + 1} of {runs}: {name}")
            try:
                costs[name].append(cost_of(steps()))
            except Failed as error:
                problems[name] = str(error)
    return Measured({name: tuple(found) for name, found in costs.items() if name not in problems}, problems)
