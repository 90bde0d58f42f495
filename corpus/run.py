"""Migrates published packages with the released command line and proves them: `python corpus/run.py xxhash`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from harness import campaign, pins, results
from harness.campaign import Plan
from rich.console import Console

from unstatic.building import interpreters

HERE = Path(__file__).resolve().parent
DEFAULT_PYTHONS = ("3.11", "3.12", "3.13")


def main(arguments: list[str] | None = None) -> int:
    """Return 0 when everything was as the pins say, 1 when it wasn't, 2 when nothing could be run."""
    options = _options(arguments)
    wanted = options.python or list(DEFAULT_PYTHONS)
    found = {minor: interpreters.find(minor) for minor in wanted}
    pythons = tuple(python for python in found.values() if python is not None)
    skipped = [minor for minor, python in found.items() if python is None]
    if not pythons:
        print(f"no Python {' or '.join(wanted)} with headers here", file=sys.stderr)
        return 2
    done = []
    for name in options.package or sorted(path.stem for path in HERE.glob("*.toml")):
        done.append(_run(name, pythons, options))
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 160)
    results.show(done, skipped, console)
    data = json.dumps(results.to_json(done, skipped), indent=1) + "\n"
    answer = options.work / "results.json"
    answer.write_text(data, encoding="utf-8")
    console.print(f"everything that was measured: {answer}", soft_wrap=True)
    if options.write_results:
        _write_results(done, skipped)
    return 1 if any(result.all_problems for result in done) else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", nargs="*", help="names of pins in this folder; all when left out")
    parser.add_argument("--python", action="append", help=f"minor version; default {', '.join(DEFAULT_PYTHONS)}")
    parser.add_argument("--jobs", type=int, default=1, help="Pythons at the same time")
    parser.add_argument(
        "--work", type=Path, default=cache / "unstatic-corpus", help="downloads, tools, builds and logs"
    )
    parser.add_argument("--keep", type=Path, help="leave trees, builds and logs in this folder")
    parser.add_argument("--write-results", action="store_true", help="also write results/PACKAGE.json beside the pins")
    parser.add_argument("--no-migrate", action="store_true", help="compare the package with itself: tries the harness")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    unknown = [name for name in options.package if not (HERE / f"{name}.toml").exists()]
    if unknown:
        parser.error(f"no pin for {', '.join(unknown)}; there are {', '.join(p.stem for p in HERE.glob('*.toml'))}")
    return options


def _run(name: str, pythons: tuple[interpreters.Interpreter, ...], options: argparse.Namespace) -> campaign.Result:
    folder = options.keep.resolve() / name if options.keep else options.work / "runs" / name
    plan = Plan(
        pin=pins.read(HERE / f"{name}.toml"),
        pythons=pythons,
        cache=options.work,
        folder=folder,
        jobs=options.jobs,
        really=not options.no_migrate,
    )
    if sys.stderr.isatty():
        print(f"{name} ...", file=sys.stderr)
    result = campaign.run(plan)
    if not options.keep and not result.all_problems:
        campaign.clean(plan)
    return result


def _write_results(done: list[campaign.Result], skipped: list[str]) -> None:
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    for result in done:
        data = results.to_json([result], skipped)
        (folder / f"{result.pin.name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
