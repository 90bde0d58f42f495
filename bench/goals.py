"""What the tool is to reach, as ratios to others on the same work, and whether it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bench.costs import Measured
from bench.tools import REFERENCE


@dataclass(frozen=True, slots=True)
class Goal:
    """One figure: what *tool* takes as a multiple of *other*, or by itself where there is no other.

    With *is_least* the other is to take at least *limit* times as much as the tool.
    """

    text: str
    tool: str
    other: str
    limit: float
    what: Literal["cpu", "wall", "peak"] = "cpu"
    is_least: bool = False
    unit: str = ""


GOALS = (
    Goal("`scan`, other `#if` groups read as well, warm", "scan warm", REFERENCE, 0.45),
    Goal("`scan`, empty cache", "scan empty", REFERENCE, 0.6),
    Goal("`scan`, two workers, warm, by the clock", "scan two", REFERENCE, 0.15, "wall"),
    Goal("`scan` again, nothing changed", "scan again", REFERENCE, 0.03),
    Goal("`diff` again, nothing changed", "diff again", REFERENCE, 0.03),
    Goal("`diff`, all rewrites, warm", "diff warm", REFERENCE, 1.0),
    Goal("clang-tidy with one check against `scan`", "scan warm", "clang-tidy", 3.0, is_least=True),
    Goal("largest size of a `scan`", "scan warm", "", 130.0, "peak", unit=" MB"),
    Goal("largest size of a `diff`", "diff warm", "", 130.0, "peak", unit=" MB"),
)
COCCINELLE = Goal(
    "Coccinelle against `diff`, one rewrite, sources over 500 KB", "diff one", "spatch", 30.0, is_least=True
)
STARTS = Goal("`--help`, `--version`, `explain`", "", "", 0.08, unit=" s")


def reached(goal: Goal, measured: Measured) -> float | None:
    """Return the figure that a goal is about, or None if something of it wasn't measured."""
    if not goal.other:
        return measured.peak(goal.tool)
    if goal.is_least:
        return measured.ratio(goal.other, goal.tool, goal.what)
    return measured.ratio(goal.tool, goal.other, goal.what)


def row(goal: Goal, work: str, value: float | None, *, is_cut: bool = False) -> list[str]:
    """Return the cells: what, on which work, goal, measured, whether it's reached."""
    sign = ">=" if goal.is_least else "<="
    aim = f"{sign} {goal.limit:g}{goal.unit or 'x'}"
    if value is None:
        return [goal.text, work, aim, "-", "not measured"]
    good = value >= goal.limit if goal.is_least else value <= goal.limit
    more = "> " if is_cut else ""
    shown = f"{value:.0f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"
    # What was stopped would have taken longer: that it's too little so far says nothing.
    told = "yes" if good else "not known" if is_cut and goal.is_least else "no"
    return [goal.text, work, aim, f"{more}{shown}{goal.unit or 'x'}", told]


def rows(measured: Mapping[str, Measured]) -> list[list[str]]:
    """Return a row for each goal and body of work."""
    return [
        row(goal, work, reached(goal, found), is_cut=bool(goal.other) and found.is_cut(goal.other))
        for goal in GOALS
        for work, found in measured.items()
    ]
