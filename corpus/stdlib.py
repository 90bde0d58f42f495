"""Migrates CPython's own modules, builds them, runs CPython's tests of them, and writes STDLIB.md."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from harness.stdlib.beside import beside, table
from harness.stdlib.builds import built
from harness.stdlib.conversions import Newer
from harness.stdlib.page import Measured, page
from harness.stdlib.runs import runs_of
from harness.stdlib.sources import Unreachable, fetched
from harness.stdlib.trials import Builds, migrated_tree, trial

HERE = Path(__file__).resolve().parent
PAGE = HERE / "STDLIB.md"
BESIDE = HERE.parent / "docs" / "cpython.md"
MARKS = ("<!-- beside: begin -->", "<!-- beside: end -->")
PYTHONS = ("3.9", "3.11")
NEWER = "3.13"


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if no test is worse than before."""
    options = _options(arguments)
    try:
        new_tree = fetched(options.work, NEWER)
        newer, version = Newer(new_tree), _version()
        measured = [_measured(options, python, version) for python in options.python or PYTHONS]
    except Unreachable as error:
        print(error, file=sys.stderr)
        return 1
    PAGE.write_text(page(measured, newer, version), encoding="utf-8")
    print(f"wrote {PAGE}")
    if options.build and PYTHONS[-1] in (options.python or PYTHONS):
        _write_beside(measured[-1], options.work / version / PYTHONS[-1] / measured[-1].tree.name, new_tree)
    return int(any(one.trial is not None and (one.trial.worse or one.trial.unloadable) for one in measured))


def _measured(options: argparse.Namespace, python: str, version: str) -> Measured:
    """Return the results of one Python; what an earlier run of the same tool left in the folder counts."""
    tree = fetched(options.work, python)
    build = built(tree, options.work / f"build-{python}", options.jobs)
    work = options.work / version / python
    runs = runs_of(tree, build, work / "modules", python, options.jobs)
    if not options.build:
        return Measured(tree, runs, None)
    after, unpatched = migrated_tree(tree, build, runs, work, options.jobs)
    builds = Builds(build, after)
    return Measured(tree, runs, trial(tree, builds, runs, unpatched, options.jobs, refleaks=options.refleaks))


def _write_beside(measured: Measured, ours: Path, theirs: Path) -> None:
    """Write the table of what both conversions of the same modules have into its page."""
    found = []
    for run in (one for one in measured.runs if one.moved("types")[0]):
        source = Path(run.source).relative_to("Modules")
        found.append(beside(run.module, [source.parts[0]], measured.tree, ours, theirs))
    rows = (one for one in found if one.our_flags.keys() & one.their_flags.keys())
    begin, end = MARKS
    head, _, rest = BESIDE.read_text(encoding="utf-8").partition(begin)
    text = "\n".join((begin, *table(rows), end))
    BESIDE.write_text(head + text + rest.partition(end)[2], encoding="utf-8")
    print(f"wrote {BESIDE}")


def _version() -> str:
    """Return the commit of the tool."""
    argv = ["git", "-C", str(HERE), "describe", "--always", "--dirty", "--abbrev=7"]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="modules, and files of CPython, at the same time")
    parser.add_argument("--build", action="store_true", help="build the migrated modules and run CPython's tests")
    parser.add_argument(
        "--refleaks", action="store_true", help="run those tests with -R 3:3 as well, which takes hours"
    )
    parser.add_argument("--python", action="append", choices=PYTHONS, help="only this one; repeatable")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-stdlib", help="sources, builds and reports")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
