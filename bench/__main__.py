"""
What `unstatic scan` and `unstatic diff` cost and find, next to tools that look at the same sources.

    make bench                              # everything; writes docs/benchmarks.md
    make bench ARGS=--quick                 # a part of it in a few minutes, printed only
    make bench ARGS='--packages llist,regex --runs 5 --sizes 10,100 --no-write'

Published packages and CPython's sources are downloaded the first time, into --folder. What can't be had, and tools that
aren't installed, are left out and named.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rich.console import Console

from bench import cpython, page, profiles, recall, scaling, starting, works
from bench.costs import Command, Failed, Steps, paired, spend
from bench.page import Results
from bench.tools import REFERENCE, REWRITE, find_peers
from bench.works import Work

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
PLOT = ROOT / "docs" / "benchmarks-scaling.svg"
ALL = tuple(sorted(path.stem for path in works.CORPUS.glob("*.toml")))
QUICK = ("llist", "xxhash", "maxminddb", "multidict", "simplejson", "bitarray")
SIZES = (10, 30, 100, 1000)
DIFF_SHARE = 10
"""How many times fewer sources than for `scan` a `diff` is measured with at most."""
QUICK_SIZES = (10, 30, 100)
LARGE = 500_000
"""The size in bytes from which a source is one for which Coccinelle takes long."""
LONG_LIMIT = 300.0
"""Seconds that Coccinelle may take for one of those."""
ONCE = ("spatch", "clang-tidy")
_IMPORTED = os.pathsep.join(map(str, (ROOT, ROOT / "corpus")))
"""Where this package and what it needs are imported from."""
_UNSTATIC = (sys.executable, "-m", "unstatic")
_BARE = (sys.executable, "-m", "bench.bare")


class _Bench:
    """One run of the benchmark."""

    def __init__(self, options: argparse.Namespace, console: Console) -> None:
        self._options = options
        self._console = console
        self._cache = options.folder / "cache"
        self._results = Results()
        self.tools, missing = find_peers()
        self._results.skipped += [f"{name} isn't installed" for name in missing]

    def run(self) -> Results:
        """Measure everything that was asked for."""
        started = time.perf_counter()
        self._starts()
        for work in self._works():
            self._measure(work)
        self._coccinelle()
        self._scaling()
        self._profiles()
        self._results.seconds = time.perf_counter() - started
        return self._results

    def _tell(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _starts(self) -> None:
        self._tell("starting")
        self._results.starts = starting.measure(self._options.runs * 3, spend)

    def _works(self) -> Iterable[Work]:
        folder, headers = self._options.folder, self._options.headers
        names = self._options.packages
        for title, wanted in (("Packages", [name for name in names if name != "regex"]), ("regex", ["regex"])):
            if not set(wanted) & set(names):
                continue
            self._tell(f"getting {', '.join(wanted)}")
            found, missing = works.packages(wanted, folder, headers)
            self._results.skipped += missing
            work = Work(title if title != "Packages" else f"{len(found)} packages", tuple(found), headers)
            yield from self._compiled(work)
        if self._options.cpython:
            yield from self._cpython()

    def _compiled(self, work: Work) -> Iterable[Work]:
        if REFERENCE in self.tools:
            work, dropped = works.checked(work, self.tools[REFERENCE])
            self._results.skipped += dropped
        if work.projects:
            yield work

    def _cpython(self) -> Iterable[Work]:
        try:
            self._tell("getting and configuring CPython 3.11")
            root = cpython.fetch(self._options.folder)
        except cpython.Unreachable as error:
            self._results.skipped.append(f"CPython's modules: {error}")
            return
        kept, left = cpython.make_project(root, self.tools.get(REFERENCE, "cc"))
        self._results.skipped.append(f"modules of CPython that don't compile here: {', '.join(left)}")
        project = works.project("cpython", root, root / "Include")
        work = Work(f"CPython 3.11, {len(kept)} modules", (project,), root / "Include")
        yield work
        self._recall(root, self._results.measured[work.name].middle("scan warm"))

    def _measure(self, work: Work) -> None:
        self._tell(f"{work.name}: {work.size}")
        steps: dict[str, Steps] = {
            name: works.peer(name, tool, work) for name, tool in self.tools.items() if not self._is_left_out(name, work)
        }
        steps |= self._ours(work)
        found = paired(steps, self._options.runs, ONCE, tell=self._tell, budget=self._options.minutes * 60)
        self._results.works.append(work)
        self._results.measured[work.name] = found
        for name, text in found.problems.items():
            self._tell(f"{name} failed: {text}")

    def _is_left_out(self, name: str, work: Work) -> bool:
        # What Coccinelle takes for regex is measured by itself.
        return name == "spatch" and work.name == "regex"

    def _ours(self, work: Work) -> dict[str, Steps]:
        options = ["--python-include", str(work.headers)]
        paths = [str(project.path) for project in work.projects]
        env = {"UNSTATIC_CACHE_DIR": str(self._cache)}

        def steps(command: str, clear: Callable[[], None], jobs: int = 1) -> Steps:
            def begin() -> Iterable[Command]:
                clear()
                return works.ours([(*_UNSTATIC, command, *options, "--jobs", str(jobs), *paths)], env)()

            return begin

        return {
            "scan empty": steps("scan", self._empty),
            "diff warm": steps("diff", self._forget),
            "diff again": steps("diff", lambda: None),
            "scan two": steps("scan", self._forget, jobs=2),
            "bare": works.ours([(*_BARE, str(work.headers), *paths)], {**env, "PYTHONPATH": _IMPORTED}),
            # The last one that works everything out: recall looks at what it found.
            "scan warm": steps("scan", self._forget),
            "scan again": steps("scan", lambda: None),
        }

    def _empty(self) -> None:
        """Begin with a cache that holds nothing."""
        shutil.rmtree(self._cache, ignore_errors=True)

    def _forget(self) -> None:
        """Take the results of earlier runs out of the cache, and nothing else."""
        shutil.rmtree(self._cache / "results", ignore_errors=True)

    def _coccinelle(self) -> None:
        regex = next((work for work in self._results.works if work.name == "regex"), None)
        if regex is None or "spatch" not in self.tools:
            return
        large = [unit for unit in regex.units if unit.path.stat().st_size > LARGE]
        tool = self.tools["spatch"]
        argvs = [(tool, "--very-quiet", "--sp-file", str(REWRITE), str(unit.path)) for unit in large]
        ours = (*_UNSTATIC, "diff", "--no-cache", "--select", "heap-types", "--python-include", str(regex.headers))
        steps: dict[str, Steps] = {
            "spatch": lambda: [Command(argv, limit=LONG_LIMIT) for argv in argvs],
            "diff one": works.ours([(*ours, str(regex.projects[0].path))], {}),
        }
        self._results.coccinelle = paired(steps, 1, tell=self._tell)

    def _scaling(self) -> None:
        folder = self._options.folder / "scaling"
        shutil.rmtree(folder, ignore_errors=True)
        sizes = self._options.sizes
        fewer = tuple(size for size in sizes if size * DIFF_SHARE <= max(sizes)) or sizes[:1]
        for command, wanted in (("scan", sizes), ("diff", fewer)):
            argv = (*_UNSTATIC, command, "--no-cache", "--python-include", str(self._options.headers))
            points, problem = scaling.measure(folder, wanted, argv, spend, self._tell)
            self._results.series[command] = points
            if problem:
                self._results.skipped.append(f"scaling of {command}: {problem}")

    def _recall(self, root: Path, scan: float | None) -> None:
        """Compare what the tools find; *scan* is what `unstatic scan` took to find it."""
        live = cpython.live_types(root)
        self._results.live = len(live)

        def add(tool: str, find: Callable[[], recall.Names], seconds: float | None = None) -> None:
            self._tell(f"recall: {tool}")
            before = _children()
            try:
                names = find()
            except Failed as error:
                self._results.skipped.append(f"recall of {tool}: {error}")
                return
            taken = _children() - before if seconds is None else seconds
            self._results.recalls.append(recall.compare(tool, live, names, taken))
            self._tell(f"  {self._results.recalls[-1].found} of {len(live)}")

        env = {**os.environ, "UNSTATIC_CACHE_DIR": str(self._cache)}
        add("`unstatic scan`", lambda: recall.with_unstatic(root, env), scan)
        if "ctags" in self.tools:
            add("ctags", lambda: recall.with_ctags(root, self.tools["ctags"]))
        add("a search for `PyTypeObject x =`", lambda: recall.with_grep(root))
        if self._options.c_analyzer:
            failed: list[str] = []
            add("c-analyzer", lambda: recall.with_c_analyzer(root, failed))
            if failed:
                text = f"c-analyzer gives up on {len(failed)} files, such as {', '.join(failed[:3])}"
                self._results.skipped.append(text)

    def _profiles(self) -> None:
        work = next(iter(self._results.works), None)
        if work is None:
            return
        ordered = sorted(work.projects, key=lambda project: project.lines)
        chosen = sorted({len(ordered) // 4, len(ordered) // 2, len(ordered) * 3 // 4})
        picked = [ordered[index] for index in chosen]
        for command in ("scan", "diff"):
            names = ", ".join(project.name for project in picked)
            self._tell(f"profile of {command}")
            self._results.profiles[f"`{command}` of {names}"] = profiles.of(command, picked, work.headers, self._cache)


def _children() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 when all that there is was measured, 1 when something failed, 2 when there was nothing to measure."""
    options = _options(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    bench = _Bench(options, Console(stderr=True, width=160))
    results = bench.run()
    page.show(results, Console(width=None if sys.stdout.isatty() else 160))
    if options.write:
        try:
            scaling.plot(results.series, PLOT)
        except ImportError:
            results.skipped.append("the plot: matplotlib isn't installed")
        PAGE.write_text(page.page(results, bench.tools), encoding="utf-8")
        print(f"written: {PAGE}")
    if not results.works:
        return 2
    return 1 if any(found.problems for found in results.measured.values()) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="python -m bench"
    )
    parser.add_argument("--quick", action="store_true", help="few packages, no CPython, small projects, one run")
    parser.add_argument("--packages", type=_names, help="pins in corpus/, by name, with commas (default: all)")
    parser.add_argument("--runs", type=_count, help="paired runs at most (default: 3)")
    parser.add_argument("--minutes", type=float, default=3.0, help="no further run of a work after these (default: 3)")
    parser.add_argument("--sizes", type=_numbers, help="sources of the generated projects, with commas")
    parser.add_argument("--cpython", action=argparse.BooleanOptionalAction, help="CPython's modules, and recall")
    parser.add_argument(
        "--c-analyzer", action=argparse.BooleanOptionalAction, default=True, help="recall of c-analyzer, a minute"
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "bench", help="downloads and generated projects"
    )
    parser.add_argument("--headers", type=Path, default=Path(sysconfig.get_path("include")), help="folder of Python.h")
    parser.add_argument("--write", action=argparse.BooleanOptionalAction, help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    options.folder = options.folder.resolve()
    if not (options.headers / "Python.h").is_file():
        parser.error(f"no Python.h in {options.headers}: install Python's headers or pass --headers")
    quick = options.quick
    defaults = {
        "packages": QUICK if quick else ALL,
        "runs": 1 if quick else 3,
        "sizes": QUICK_SIZES if quick else SIZES,
        "cpython": not quick,
        "write": not quick,
    }
    for name, value in defaults.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    options.folder = options.folder.resolve()
    return options


def _names(text: str) -> tuple[str, ...]:
    names = tuple(part for part in text.split(",") if part)
    unknown = [name for name in names if name not in ALL]
    if unknown:
        raise argparse.ArgumentTypeError(f"no pin for {', '.join(unknown)}; there are {', '.join(ALL)}")
    return names


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted({_count(part) for part in text.split(",")}))


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number from 1")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
