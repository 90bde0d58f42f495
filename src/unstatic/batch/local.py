"""The packages of a batch on this machine: a pool of processes, of which none can take another down."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, as_completed
from typing import NoReturn

from pebble import ProcessExpired, ProcessPool

from unstatic.batch.task import Result, Task, carry_out, failed
from unstatic.errors import UnstaticError

_KILLED = "the process that worked on it was killed; run the same command again, and it will be tried again"


def run(tasks: Sequence[Task], jobs: int, work: Callable[[Task], Result] = carry_out) -> Iterator[Result]:
    """Yield the result of each task as it ends; up to *jobs* run at once. An interrupt ends all of them."""
    if not tasks:
        return
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPool(min(jobs, len(tasks)), initializer=_unwind_when_stopped, context=context)
    try:
        futures: dict[Future[Result], Task] = {pool.schedule(work, args=(task,)): task for task in tasks}
        for future in as_completed(futures):
            try:
                yield future.result()
            except ProcessExpired:
                yield failed(futures[future], "killed", _KILLED)
    except BrokenExecutor as error:
        raise UnstaticError(f"no pool of processes can be started here: {error}; try --jobs 1") from error
    finally:
        pool.stop()  # type: ignore[no-untyped-call]  # pebble's annotations have gaps
        pool.join()


def _unwind_when_stopped() -> None:
    """Let what a stopped worker has started go away with it; the terminal's Ctrl-C is for the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)
