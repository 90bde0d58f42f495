"""Migrates published packages with the released command line and proves them: `python corpus/run.py xxhash`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from harness import campaign, expectation, pins, records, rows, scoreboard, side_by_side
from harness.campaign import Order
from harness.records import Result
from harness.side_by_side import Ended
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from unstatic.system.building import interpreters
from unstatic.system.interrupts import unwinding

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
DEFAULT_PYTHONS = ("3.11", "3.12", "3.13")


def main(arguments: list[str] | None = None) -> int:
    """Return 0 when everything was as the pins say or better, 1 when it wasn't, 2 when nothing could be run."""
    options = _options(arguments)
    wanted = options.python or list(DEFAULT_PYTHONS)
    minors = tuple(minor for minor in wanted if interpreters.find(minor) is not None)
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 160)
    for minor in set(wanted) - set(minors):
        console.print(f"skipped: no Python {minor} with headers here")
    if not minors:
        return 2
    names = options.package or sorted(path.stem for path in HERE.glob("*.toml"))
    orders = [Order(HERE / f"{name}.toml", options.work, minors, options.decisions) for name in names]
    results = _run(orders, options, console)
    if options.raise_pins:
        _raise_pins(orders, results)
    return 1 if len(results) < len(orders) or any(result["problems"] for result in results) else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", nargs="*", help="names of pins in this folder; all when left out")
    parser.add_argument("--python", action="append", help=f"minor version; default {', '.join(DEFAULT_PYTHONS)}")
    parser.add_argument("--jobs", type=int, default=1, help="packages at the same time")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-corpus", help="downloads, runs and results")
    parser.add_argument("--again", action="store_true", help="measure anew what is known already")
    parser.add_argument("--leave-results", action="store_true", help="don't write results/, RESULTS.md and the README")
    parser.add_argument("--decisions", action="store_true", help="only ask what the tool does: nothing is built")
    parser.add_argument("--raise-pins", action="store_true", help="write what was found into the pins' [expected]")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    options.leave_results |= options.decisions
    options.work.mkdir(parents=True, exist_ok=True)
    unknown = [name for name in options.package if not (HERE / f"{name}.toml").exists()]
    if unknown:
        parser.error(f"no pin for {', '.join(unknown)}; there are {', '.join(p.stem for p in HERE.glob('*.toml'))}")
    return options


def _run(orders: Sequence[Order], options: argparse.Namespace, console: Console) -> list[Result]:
    """Return the results, in the order in which they came; each is told and published at once."""
    results = []
    missing = []
    for order in orders:
        if options.again:
            campaign.forget(order)
        result = campaign.known(order)
        if result is None:
            missing.append(order)
        else:
            results.append(result)
            _tell(result, console, order, "known already")
    if not options.leave_results:
        _publish(results)
    with unwinding(), _progress(orders, len(results)) as progress:
        for ended in side_by_side.run(
            missing, options.jobs, lambda order: pins.read(order.path).minutes, progress.show
        ):
            result = _result_of(ended)
            progress.done(ended.order)
            if result is None:
                progress.console.print(f"[bold]{ended.order.name}[/]: {ended.fault}")
            else:
                results.append(result)
                _tell(result, progress.console, ended.order, f"{result['seconds']:.0f} s")
                if not options.leave_results:
                    _publish([result])
    return results


def _result_of(ended: Ended) -> Result | None:
    return None if ended.fault else records.read(ended.order.answer)


def _tell(result: Result, console: Console, order: Order, how: str) -> None:
    """Say in a line what came out, then whatever isn't as pinned."""
    verdict = "[red]not as pinned" if result["problems"] else "[green]as pinned, or better"
    proven = "proven" if rows.is_proven(result) else "not proven" if result["verification"] else "not verified"
    console.print(f"[bold]{result['name']}[/]: {rows.outcome(result)}, {proven}, {verdict}[/] ({how})")
    for word, lines in (
        ("problem", result["problems"]),
        ("better", result["better"]),
        ("upstream", result["upstream"]),
    ):
        for line in lines:
            console.print(f"  {word}: {line}", markup=False, highlight=False, soft_wrap=True)
    if result["problems"]:
        console.print(f"  logs: {order.status.parent}", markup=False, highlight=False, soft_wrap=True)


class _Display:
    """Shows how many packages are done and what the others are at, on a terminal only."""

    def __init__(self, progress: Progress, orders: Sequence[Order], done: int) -> None:
        self.console = progress.console
        self._progress = progress
        self._orders = orders
        self._over: set[str] = set()
        self._task = progress.add_task("", total=len(orders), completed=done)

    def show(self) -> None:
        """Show the present steps."""
        under_way = [f"{order.name}: {step}" for order in self._orders if (step := self._step(order))]
        self._progress.update(self._task, description="; ".join(under_way))

    def _step(self, order: Order) -> str:
        if order.name in self._over or not order.status.exists():
            return ""
        return order.status.read_text(encoding="utf-8")

    def done(self, order: Order) -> None:
        """Count one more."""
        self._over.add(order.name)
        order.status.unlink(missing_ok=True)
        self._progress.advance(self._task)


@contextmanager
def _progress(orders: Sequence[Order], done: int) -> Iterator[_Display]:
    console = Console(stderr=True, width=None if sys.stderr.isatty() else 160)
    columns = (SpinnerColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        yield _Display(progress, orders, done)


def _raise_pins(orders: Sequence[Order], results: Sequence[Result]) -> None:
    """Write what was found into the pins, whether it is more or less: the difference is for people to read."""
    paths = {order.name: order.path for order in orders}
    for result in results:
        path = paths[result["name"]]
        found = expectation.found_of(pins.read(path), result)
        path.write_text(pins.raised(path.read_text(encoding="utf-8"), found), encoding="utf-8")


def _publish(results: Sequence[Result]) -> None:
    """Write results/, and RESULTS.md and the README's summary from all that is there."""
    folder = HERE / "results"
    for result in results:
        # What couldn't even be tried says nothing.
        if result["migration"]:
            records.write(folder / f"{result['name']}.json", result)
    found = (records.read(path) for path in sorted(folder.glob("*.json")))
    scoreboard.write([result for result in found if result is not None], HERE, README)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on from here")
