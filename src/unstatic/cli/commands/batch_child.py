"""A command of unstatic for one package of a batch, which ends when nobody waits for it any more."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from unstatic.cli import engine, main

_PERIOD = 1.0
_GRACE = 3.0


def _end_with(parent: int) -> None:
    """End this process and its group once *parent* is gone: it may have been killed, and could tell nobody."""
    while os.getppid() == parent:
        time.sleep(_PERIOD)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    # What is told on stderr becomes the report's text.
    engine.PROGRESS_EVERY = threading.TIMEOUT_MAX
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    sys.exit(main(sys.argv[2:]))
