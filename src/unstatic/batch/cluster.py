"""The packages of a batch on a dask.distributed cluster; the tasks are those of a local batch."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from unstatic.batch.task import Result, Task, carry_out, failed
from unstatic.errors import UnstaticError, UsageError

if TYPE_CHECKING:
    from distributed import Client, Future

_PATIENCE = "10s"


def run(tasks: Sequence[Task], scheduler: str) -> Iterator[Result]:
    """Yield the result of each task as it ends. What a lost worker was at goes to another one, as Dask does by itself.

    Raises UsageError without the extra, and UnstaticError if there is no scheduler or it goes away.
    """
    client = _connected(scheduler)
    try:
        from distributed import as_completed

        futures = {client.submit(carry_out, task, key=_key(task), pure=False): task for task in tasks}
        for future in as_completed(futures, loop=client.loop):
            yield _result(future, futures[future], scheduler)
    finally:
        client.close(timeout=5)


def _connected(scheduler: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError("--engine dask needs Dask; install it with: pip install 'unstatic[dask]'") from error
    # What matters is told by us; Dask would add its tracebacks.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UnstaticError(
            f"--scheduler {scheduler}: no scheduler answers there; start one with `dask scheduler`, and workers "
            "with `dask worker ADDRESS`"
        ) from error


def _key(task: Task) -> str:
    return f"{task.package.name}-{task.key}"


def _result(future: Future, task: Task, scheduler: str) -> Result:
    """Return the result of a task that has ended. Raises UnstaticError if nobody knows of it any more."""
    if future.status in ("cancelled", "lost"):
        raise UnstaticError(
            f"--scheduler {scheduler}: the scheduler is gone; start it again, and run the same command: what is done "
            "isn't done again"
        )
    error = future.exception()
    if error is None:
        result = future.result()
        assert isinstance(result, Result)
        return result
    if type(error).__name__ == "KilledWorker":
        return failed(task, "killed", "every worker that had it died; give it more memory, and run the command again")
    # Nothing of the package's: its own failures are results.
    return failed(task, "killed", f"the worker can't do it: {error!r}; does it have the same version of unstatic?")
