"""Runs packages side by side, each in a process of its own: whatever happens in one doesn't touch the others."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.context import SpawnProcess

from harness import campaign
from harness.campaign import Order
from harness.migration import GRACE

_CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Ended:
    """A package that is done: *fault* says why there may be no result."""

    order: Order
    fault: str


@dataclass(slots=True)
class _Running:
    order: Order
    process: SpawnProcess
    deadline: float


def run(
    orders: Sequence[Order], jobs: int, minutes: Callable[[Order], float], tick: Callable[[], None]
) -> Iterator[Ended]:
    """Run the orders, *jobs* at a time, calling *tick* often, and yield each as it ends. Interrupts end all of them."""
    waiting, running = list(orders), list[_Running]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_started(waiting.pop(0), minutes))
            running[0].process.join(0.2)
            tick()
            for one in list(running):
                late = time.monotonic() > one.deadline
                if late:
                    _end(one)
                if not one.process.is_alive():
                    running.remove(one)
                    yield Ended(one.order, _fault(one, late))
    finally:
        for one in running:
            one.process.terminate()
        for one in running:
            _end(one)


def _started(order: Order, minutes: Callable[[Order], float]) -> _Running:
    order.status.parent.mkdir(parents=True, exist_ok=True)
    order.status.write_text("starting", encoding="utf-8")
    process = _CONTEXT.Process(target=campaign.run, args=(order,))
    process.start()
    # Its steps have the limit; this is for what hangs between them.
    return _Running(order, process, time.monotonic() + (minutes(order) + 5) * 60)


def _end(one: _Running) -> None:
    one.process.terminate()
    one.process.join(3 * GRACE)
    one.process.kill()
    one.process.join()


def _fault(one: _Running, late: bool) -> str:
    step = one.order.status.read_text(encoding="utf-8")
    if late:
        return f"took too long while {step}"
    return f"ended with {one.process.exitcode} while {step}" if one.process.exitcode else ""
