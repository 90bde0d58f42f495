"""Ctrl-C, SIGTERM and SIGHUP: they unwind the program, and never in the middle of what must happen as a whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def unwinding() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit meanwhile, so that temporary files go away as they do after Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Not if the signal is ignored, as under nohup.
    changed = [number for number in _STOPPING if signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def held_back() -> Iterator[Callable[[], None]]:
    """Hold back signals meanwhile. The function that is given lets those act that came so far, and so does the end."""
    handlers = {number: handler for number in _STOPPING if callable(handler := signal.getsignal(number))}
    if threading.current_thread() is not threading.main_thread():
        handlers = {}
    caught: list[int] = []

    def act() -> None:
        if caught:
            number = caught.pop()
            handlers[number](number, None)

    for number in handlers:
        signal.signal(number, lambda number, frame: caught.append(number))
    try:
        yield act
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    act()


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
