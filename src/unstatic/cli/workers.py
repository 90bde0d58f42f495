"""Work in other processes: when the parser crashes, that ends one extension and not the run."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pebble import ProcessPool

T = TypeVar("T")
R = TypeVar("R")

_COLLECT_AFTER = 1_000_000
"""How many new objects are waited for before a look for cycles: with the usual 700, that takes a sixth of the time."""


@dataclass(frozen=True, slots=True)
class Crash:
    """How a process ended that gave no result: `SIGSEGV`, or `exit code 1`."""

    cause: str


def spread(
    step: Callable[[T], R], items: Sequence[T], jobs: int, size_of: Callable[[T], int]
) -> Iterator[tuple[int, R | Crash]]:
    """Yield what *step* returns for each item, with the item's number, as it gets ready; *jobs* run at once.

    The largest by *size_of* begin first: if it began last, all others would wait for it. What *step* raises is raised.
    Where the system lets no pool start, as in some sandboxes, the work is done in this process.
    """
    if not items:
        return
    import multiprocessing
    from concurrent.futures import as_completed

    from pebble import ProcessExpired, ProcessPool

    # A fork has all modules at hand; elsewhere it isn't safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPool(min(jobs, len(items)), initializer=_begin, context=context)
    try:
        if not _starts(pool):
            yield from enumerate(map(step, items))
            return
        order = sorted(range(len(items)), key=lambda number: -size_of(items[number]))
        tidy = partial(_tidily, step)
        numbers: dict[Future[R], int] = {pool.schedule(tidy, args=(items[number],)): number for number in order}
        for future in as_completed(numbers):
            try:
                yield numbers[future], future.result()
            except ProcessExpired as expired:
                yield numbers[future], Crash(_cause(expired.exitcode))
    finally:
        # After Ctrl-C nobody wants what they would still give.
        pool.stop()  # type: ignore[no-untyped-call]  # pebble's annotations have gaps
        pool.join()


def _starts(pool: ProcessPool) -> bool:
    from concurrent.futures import BrokenExecutor

    try:
        return pool.active
    except (OSError, BrokenExecutor):
        return False


def _begin() -> None:
    """Prepare a process of the pool."""
    _end_at_once()
    # Facts are many small objects that stay until the end, and next to none of them is in a cycle.
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


def _tidily(step: Callable[[T], R], item: T) -> R:
    """Return what *step* returns, and look for the cycles that it left: they are among the youngest objects."""
    try:
        return step(item)
    finally:
        gc.collect(0)


def _end_at_once() -> None:
    # Pebble's own handler would wait for libclang to return.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def _cause(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
