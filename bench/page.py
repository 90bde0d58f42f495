"""The text of docs/benchmarks.md, and the same tables for a terminal."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from bench import goals, recall
from bench.costs import Measured
from bench.scaling import Point
from bench.starting import Start
from bench.tools import REFERENCE, TIDY_CHECK, version
from bench.works import Work

TITLES = {
    "gcc": "`gcc -fsyntax-only -w`",
    "clang-tidy": f"clang-tidy, one check ({TIDY_CHECK})",
    "spatch": "spatch, one pattern",
    "ctags": "ctags",
    "bare": "libclang alone, warm: each source parsed once, nothing looked at",
    "scan empty": "`unstatic scan`, empty cache",
    "scan warm": "`unstatic scan`, warm",
    "scan two": "`unstatic scan`, warm, two workers",
    "scan again": "`unstatic scan`, nothing changed",
    "diff warm": "`unstatic diff`, warm",
    "diff again": "`unstatic diff`, nothing changed",
    "diff one": "`unstatic diff --select heap-types`",
}


@dataclass(slots=True)
class Results:
    """Everything that was found out."""

    works: list[Work] = field(default_factory=list)
    measured: dict[str, Measured] = field(default_factory=dict)
    coccinelle: Measured | None = None
    starts: list[Start] = field(default_factory=list)
    series: dict[str, list[Point]] = field(default_factory=dict)
    recalls: list[recall.Recall] = field(default_factory=list)
    live: int = 0
    profiles: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def goals(self) -> list[list[str]]:
        """The rows of all goals."""
        found = goals.rows(self.measured)
        if self.coccinelle is not None:
            value = goals.reached(goals.COCCINELLE, self.coccinelle)
            is_cut = self.coccinelle.is_cut("spatch")
            found.append(goals.row(goals.COCCINELLE, "regex", value, is_cut=is_cut))
        found += [goals.row(goals.STARTS, f"`{start.text}`", start.wall) for start in self.starts]
        return found


def machine(tools: Mapping[str, str]) -> list[str]:
    """Return what was measured with and on, a line each."""
    return [
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {_processor()}, "
        f"{os.cpu_count()} processors, {_memory()}; load {os.getloadavg()[0]:.1f} at the end",
        *(f"{name}: {version(tool)}" for name, tool in tools.items()),
    ]


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def _memory() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB of memory"


def page(results: Results, tools: Mapping[str, str]) -> str:
    """Return the page."""
    lines = ["# Benchmarks", "", "Written by `make bench`; don't edit.", ""]
    lines += [f"- {line}" for line in _explanations(results, tools)]
    lines += ["", "## Goals", "", *_table(GOAL_HEAD, results.goals)]
    for work in results.works:
        found = results.measured[work.name]
        lines += ["", f"## {work.name}", "", f"{work.size}.", "", *_table(COST_HEAD, cost_rows(found))]
        lines += [f"\nNot measured: {name}: {text}" for name, text in found.problems.items()]
    lines += _scaling(results)
    lines += _recall(results)
    lines += _profiles(results)
    if results.skipped:
        lines += ["", "## Left out", "", *(f"- {line}" for line in results.skipped)]
    return "\n".join([*lines, ""])


def _loading(results: Results) -> str:
    return ", ".join(f"`{start.text}`" for start in results.starts if start.loads_libclang) or "none"


GOAL_HEAD = ("what", "work", "goal", "measured", "reached")
COST_HEAD = ("tool", "runs", "processor time", f"x {REFERENCE}", "by the clock", "memory")


def _explanations(results: Results, tools: Mapping[str, str]) -> list[str]:
    return [
        *machine(tools),
        f"1.0x is `{tools.get(REFERENCE, REFERENCE)} -fsyntax-only -w`, one process for each source; ratios and times "
        "are medians of paired runs: within a run every tool works once, one after the other",
        "processor time is that of users and the system together, of the whole process and those that it starts",
        "memory is the largest size of any of the processes",
        "`scan` and `diff` are one process for all sources of a work, with every fact and every check that they have; "
        "warm: Python.h is there, parsed; results of earlier runs are removed from the cache",
        "`scan` reads other `#if` groups whenever some matter: without them, for which the goal was 0.25x, it can't be "
        "measured",
        f"commands that read no C and load libclang: {_loading(results)}",
        f"the benchmark took {results.seconds / 60:.0f} minutes",
    ]


def cost_rows(found: Measured) -> list[list[str]]:
    """Return a row for each tool."""
    return [_cost_row(found, name) for name in found.costs]


def _cost_row(found: Measured, name: str) -> list[str]:
    cpu, wall, peak = found.middle(name), found.middle(name, "wall"), found.peak(name)
    ratio = found.ratio(name, REFERENCE)
    cut = "> " if found.is_cut(name) else ""
    return [
        TITLES.get(name, f"`{name} -fsyntax-only -w`" if name == REFERENCE else name),
        str(len(found.costs[name])),
        f"{cut}{cpu:.2f} s" if cpu is not None else "-",
        f"{cut}{ratio:.2f}x" if ratio is not None else "-",
        f"{cut}{wall:.2f} s" if wall is not None else "-",
        f"{peak:.0f} MB" if peak is not None else "-",
    ]


def _scaling(results: Results) -> list[str]:
    if not results.series:
        return []
    head = ["sources", *(f"{name}: {what}" for name in results.series for what in ("processor time", "memory"))]
    sizes = sorted({point.units for points in results.series.values() for point in points})
    rows = []
    for size in sizes:
        cells = [str(size)]
        for points in results.series.values():
            point = next((item for item in points if item.units == size), None)
            cells += [f"{point.cost.cpu:.1f} s", f"{point.cost.peak:.0f} MB"] if point is not None else ["-", "-"]
        rows.append(cells)
    text = "A generated project of as many extensions as sources, each with a type, an exception and an array."
    image = "![Time and memory over the number of sources](benchmarks-scaling.svg)"
    return ["", "## Scaling", "", text, "", image, "", *_table(head, rows)]


_NEEDED = """\
No `scan` can take less than `libclang alone` in the tables above, and each round of other `#if` groups takes about as
much again; a `diff` parses what it changed once more for each rewrite. The goals come from a prototype that listed
types, variables and their uses, and judged nothing: it took 0.34x. Compiled code walks through what libclang parsed,
and no single question takes more than a few hundredths of the time any more. To come nearer to the goals, what is known
of a function would have to be kept from one rewrite to the next, and from one run to the next, for as long as the
function and all that it names stay the same; bodies that no edit touches would have to be left out where the parser
reads a source again; and tokens would have to be read by compiled code as well. A second run that changes nothing takes
what Python needs to start, to follow the build files, and to look at every file that was read.
Of the memory, the parser alone takes what its row says; the facts and tokens of the largest extension come on top, all
of them at once: to stay below the goal they would have to be read function by function. Most of what `--help` takes is
Python's start and the import of click."""
RECALL_HEAD = ("tool", "found", "missed", "besides", "processor time")


def _recall(results: Results) -> list[str]:
    if not results.recalls:
        return []
    text = (
        f"CPython 3.11's own list of variables to get rid of (`Tools/c-analyzer/cpython/globals-to-fix.tsv`) has "
        f"{results.live} static types of modules that are still defined. Besides: what a tool reports as a type of "
        "that kind, and that the list doesn't have. `unstatic` reads the modules that can be compiled here, the others "
        "every file below `Modules`, but no headers."
    )
    lines = ["", "## Recall", "", text, "", *_table(RECALL_HEAD, recall.rows(results.recalls, results.live)), ""]
    for one in results.recalls:
        if one.missed:
            lines.append(f"- {one.tool} missed {_listed(one.missed)}")
        if one.extra:
            lines.append(f"- {one.tool} found besides {_listed(one.extra)}")
    return lines


def _listed(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f"`{name}`" for name in names[:most]) + more


def _profiles(results: Results) -> list[str]:
    if not results.profiles:
        return []
    text = (
        "Shares of the time under cProfile, which makes Python's part look larger than it is, and libclang's smaller. "
        "Names are those of folders and modules of `src/unstatic`."
    )
    lines = ["", "## Where the time goes", "", text]
    for name, parts in results.profiles.items():
        rows = [[part, f"{share:.0%}"] for part, share in parts]
        lines += ["", f"### {name}", "", *_table(("part", "share"), rows)]
    return [*lines, "", _NEEDED]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_line(head), _line(["---", *["---:"] * (len(head) - 1)]), *map(_line, rows)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def show(results: Results, console: Console) -> None:
    """Print the tables."""
    for work in results.works:
        _print(console, f"{work.name}: {work.size}", COST_HEAD, cost_rows(results.measured[work.name]))
    if results.recalls:
        _print(console, "recall", RECALL_HEAD, recall.rows(results.recalls, results.live))
    _print(console, "goals", GOAL_HEAD, results.goals)
    for line in results.skipped:
        console.print(f"left out: {line}", markup=False, highlight=False, soft_wrap=True)


def _print(console: Console, title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for index, heading in enumerate(head):
        table.add_column(heading, justify="right" if index else "left")
    for row in rows:
        table.add_row(*(cell.replace("`", "") for cell in row))
    console.print(table)
    console.print()
