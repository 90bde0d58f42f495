"""
How much processor time `unstatic scan` and `unstatic diff` take, next to tools that only look at the same sources.

    python bench/run.py                     # our own extensions
    python bench/run.py --runs 9 FILE.c     # one file, more often
    python bench/run.py --write             # write docs/benchmarks.md as well

Each run measures every tool once, one after the other, so that a busy machine slows down all of them alike; a ratio is
the median of the ratios within the runs. Times are those of processors, user and system together, and not of the clock
on the wall. Whole-process figures start a program, in-process ones leave out the start of Python and the imports;
"again" is a run after one of the same, with nothing changed.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from unstatic import config, pipeline
from unstatic.config import Settings
from unstatic.errors import UnstaticError
from unstatic.scan import Unit

HERE = Path(__file__).resolve().parent
EXTENSIONS = HERE.parent / "corpus" / "extensions"
PAGE = HERE.parent / "docs" / "benchmarks.md"

REFERENCE = "clang"
WHOLE = ("scan", "diff")
AGAIN = ("scan again", "diff again")
INSIDE = ("scan in process", "diff in process")
# Versions from new to old; a name without a version is what the system prefers.
CLANGS = (*(f"clang-{major}" for major in range(30, 13, -1)), "clang")
TIDIES = (*(f"clang-tidy-{major}" for major in range(30, 13, -1)), "clang-tidy")
# What a file is checked with besides; each by the names under which it may be installed.
PEERS: Mapping[str, tuple[str, ...]] = {
    REFERENCE: CLANGS,
    "gcc": ("gcc",),
    "clang-tidy": TIDIES,
    "spatch": ("spatch",),
    "ctags": ("ctags",),
}

Work = Callable[[], None]


class Failed(Exception):
    """A tool that is to be measured doesn't work on a file."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The seconds of each run by tool, for one file; *problems* say why a tool has none."""

    name: str
    lines: int
    seconds: Mapping[str, tuple[float, ...]]
    problems: Mapping[str, str] = field(default_factory=dict)

    def median(self, tool: str) -> float | None:
        """Return the seconds of a typical run."""
        found = self.seconds.get(tool)
        return statistics.median(found) if found else None

    def ratio(self, tool: str) -> float | None:
        """Return how many times longer than the reference *tool* takes: the median over the runs."""
        own, reference = self.seconds.get(tool), self.seconds.get(REFERENCE)
        if not own or not reference:
            return None
        return statistics.median(mine / theirs for mine, theirs in zip(own, reference, strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 when every file was measured, 1 when one failed, 2 when there was nothing to measure."""
    options = _options(arguments)
    files = [Path(path) for path in options.path] or sorted(EXTENSIONS.glob("*/module.c"))
    missing = [str(path) for path in files if not path.is_file()]
    if missing or not files:
        print(f"no such file: {', '.join(missing) or EXTENSIONS}", file=sys.stderr)
        return 2
    tools, skipped = find_peers()
    try:
        todo = {path: works(path, tools, options.headers) for path in files}
    except UnstaticError as error:
        print(error, file=sys.stderr)
        return 2
    shown = track(
        todo.items(), "Measuring", console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    )
    with tempfile.TemporaryDirectory(prefix="unstatic-bench-") as folder:
        os.environ["UNSTATIC_CACHE_DIR"] = folder
        results = [measure(path, work, options.runs) for path, work in shown]
    console = Console(width=None if sys.stdout.isatty() else 160)
    show(results, tools, skipped, options.runs, console)
    if options.write:
        PAGE.write_text(page(results, tools, skipped, options.runs), encoding="utf-8")
        console.print(f"written: {PAGE}", soft_wrap=True)
    return 1 if any(result.problems for result in results) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="bench/run.py"
    )
    parser.add_argument("path", nargs="*", help="C files; our own extensions when left out")
    parser.add_argument("--runs", type=int, default=3, help="how often each tool runs on each file (default: 3)")
    parser.add_argument("--headers", type=Path, default=Path(sysconfig.get_path("include")), help="folder of Python.h")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(HERE.parent)} as well")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be 1 or more")
    if not (options.headers / "Python.h").is_file():
        parser.error(f"no Python.h in {options.headers}: install Python's headers or pass --headers")
    return options


def find_peers(which: Callable[[str], str | None] = shutil.which) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the installed tools by name, as commands to run, and the names of those that aren't there."""
    found = {name: next((one for one in names if which(one)), "") for name, names in PEERS.items()}
    return {name: tool for name, tool in found.items() if tool}, tuple(name for name, tool in found.items() if not tool)


def works(path: Path, tools: Mapping[str, str], headers: Path) -> dict[str, Work]:
    """Return what is to be measured for one file, in the order in which it runs."""
    units = units_of(path, headers)
    found: dict[str, Work] = {
        name: partial(_processes, [[tool, *_arguments(name, unit, headers)] for unit in units])
        for name, tool in tools.items()
    }
    start = [sys.executable, "-m", "unstatic"]
    for command in WHOLE:
        arguments = [command, "--no-cache", "--python-include", str(headers), str(path)]
        found[command] = partial(_processes, [[*start, *arguments]])
    for name in AGAIN:
        arguments = [name.split()[0], "--python-include", str(headers), str(path)]
        found[name] = partial(_processes, [[*start, *arguments]])
    found |= {name: partial(_in_process, name.split()[0], path, headers) for name in INSIDE}
    return found


def _arguments(name: str, unit: Unit, headers: Path) -> list[str]:
    """Return how a tool is asked about one source: a compiler checks it, the others look for one thing in it."""
    own = [f"-I{headers}", *unit.arguments]
    if name == "clang-tidy":
        return ["--quiet", "--checks=-*,bugprone-sizeof-expression", str(unit.path), "--", "-w", *own]
    if name == "spatch":
        return ["--very-quiet", "--sp-file", str(HERE / "static_types.cocci"), str(unit.path)]
    if name == "ctags":
        return ["-f", "-", str(unit.path)]
    return ["-fsyntax-only", "-w", *own, str(unit.path)]


def units_of(path: Path, headers: Path) -> tuple[Unit, ...]:
    """Return the sources that unstatic works on when it's given *path*: those of the whole extension."""
    return tuple(
        dict.fromkeys(unit for found in pipeline.load([path], _settings(path, headers)) for unit in found.units)
    )


def _settings(path: Path, headers: Path) -> Settings:
    return config.load(config.project_root(path), {"python-include": headers})


def _processes(commands: Iterable[Sequence[str]]) -> None:
    for command in commands:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Failed(f"ended with {done.returncode}: {last}")


def _in_process(command: str, path: Path, headers: Path) -> None:
    settings = _settings(path, headers)
    step: Callable[..., object] = pipeline.scan if command == "scan" else pipeline.run
    try:
        for extension in pipeline.load([path], settings):
            step(extension, settings)
    except UnstaticError as error:
        raise Failed(str(error)) from error


def processor_time() -> float:
    """Return the seconds that this process and those that it started have used, user and system together."""
    return sum(os.times()[:4])


def measure(path: Path, work: Mapping[str, Work], runs: int, clock: Callable[[], float] = processor_time) -> Measured:
    """Run everything once to warm the caches, then *runs* times; what fails once isn't run again."""
    name = path.parent.name if path.name == "module.c" else path.name
    lines = path.read_bytes().count(b"\n")
    seconds: dict[str, list[float]] = {tool: [] for tool in work}
    problems: dict[str, str] = {}
    for run in range(runs + 1):
        for tool, step in work.items():
            # What fails as a process isn't tried inside this one: a bug there would end the benchmark.
            if tool.split()[0] in problems:
                continue
            start = clock()
            try:
                step()
            except Failed as error:
                problems[tool] = str(error)
            taken = clock() - start
            if run and tool not in problems:
                seconds[tool].append(taken)
    complete = {tool: tuple(found) for tool, found in seconds.items() if len(found) == runs}
    return Measured(name, lines, complete, problems)


def columns(tools: Iterable[str]) -> list[str]:
    """Return the measured tools in the order of the table, the reference first."""
    return [*tools, *WHOLE, *AGAIN, *INSIDE]


def row(result: Measured, tools: Sequence[str]) -> list[str]:
    """Return the cells of one file: milliseconds, and how many times the reference."""
    return [result.name, str(result.lines), *(_cell(result, tool) for tool in tools)]


def _cell(result: Measured, tool: str) -> str:
    seconds, ratio = result.median(tool), result.ratio(tool)
    if seconds is None:
        return "failed" if tool.split()[0] in result.problems else "-"
    milliseconds = f"{seconds * 1000:.0f} ms"
    return milliseconds if ratio is None or tool == REFERENCE else f"{milliseconds}  {ratio:.2f}x"


def middle(results: Sequence[Measured], tools: Sequence[str]) -> list[str]:
    """Return the last row: the median over all files."""
    cells = []
    for tool in tools:
        times = [found for result in results if (found := result.median(tool)) is not None]
        ratios = [found for result in results if (found := result.ratio(tool)) is not None]
        text = f"{statistics.median(times) * 1000:.0f} ms" if times else "-"
        cells.append(text if tool == REFERENCE or not ratios else f"{text}  {statistics.median(ratios):.2f}x")
    return ["median of all", "", *cells]


def notes(tools: Mapping[str, str], skipped: Sequence[str], runs: int) -> list[str]:
    """Return what a reader must know to understand the figures."""
    versions = [f"{name}: {version(tool)}" for name, tool in tools.items()]
    ratio = f"x: how many times {REFERENCE} -fsyntax-only -w; medians of {runs} paired runs, after one to warm up"
    return [
        ratio if REFERENCE in tools else f"no ratios: {REFERENCE} isn't installed; medians of {runs} runs",
        "milliseconds of processors, user and system together",
        "scan, diff: the whole process, python -m unstatic --no-cache; again: the second run, from the cache",
        "in process: without the start of Python and the imports",
        "clang-tidy: one check; spatch: one pattern, static type objects, headers not read",
        "everything works on all sources of the extension that the file belongs to; lines are those of the file alone",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors, "
        f"load {os.getloadavg()[0]:.1f} at the end",
        *versions,
        *(f"skipped: {name} isn't installed" for name in skipped),
    ]


def version(tool: str) -> str:
    """Return the first line of what a compiler says of itself."""
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    return (told.splitlines() or ["?"])[0]


def show(
    results: Sequence[Measured], tools: Mapping[str, str], skipped: Sequence[str], runs: int, console: Console
) -> None:
    """Print the table, then what couldn't be measured."""
    names = columns(tools)
    table = Table(box=None, pad_edge=False)
    for index, heading in enumerate(("file", "lines", *names)):
        table.add_column(heading, justify="right" if index else "left")
    for result in results:
        table.add_row(*row(result, names))
    table.add_section()
    table.add_row(*middle(results, names))
    console.print(table)
    for line in notes(tools, skipped, runs):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    for line in failures(results):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def failures(results: Sequence[Measured]) -> list[str]:
    """Return a line for every tool that failed on a file."""
    return [f"{result.name}: {tool} {text}" for result in results for tool, text in result.problems.items()]


def page(results: Sequence[Measured], tools: Mapping[str, str], skipped: Sequence[str], runs: int) -> str:
    """Return the text of docs/benchmarks.md."""
    names = columns(tools)
    head = ["file", "lines", *names]
    rows = [row(result, names) for result in results] + [middle(results, names)]
    lines = ["# Benchmarks", "", "Written by `make bench ARGS=--write`; don't edit.", ""]
    lines += [f"- {note}" for note in notes(tools, skipped, runs)]
    lines += ["", _table_line(head), _table_line(["---", *["---:"] * (len(head) - 1)]), *map(_table_line, rows)]
    problems = [f"- {line}" for line in failures(results)]
    return "\n".join([*lines, *(["", "Not measured:", "", *problems] if problems else []), ""])


def _table_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
