"""Run commands one after the other and print what each cost, as JSON: a small process, as memory is inherited.

    echo '[{"argv": ["true"], "env": {}, "limit": 60}]' | python -S -E bench/launch.py

What a child reports as its largest size in memory is at least that of the process which started it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time


def spend(argv: list[str], env: dict[str, str], limit: float) -> dict[str, object]:
    """Return seconds of processors and of the clock, the largest size in kB, the exit code and the last line of stderr.

    The exit code is negative for a signal; None means that the time limit, in seconds, was exceeded.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, **env},
        start_new_session=True,
    )
    ended = threading.Event()
    late: list[bool] = []

    def stop() -> None:
        if not ended.is_set():
            late.append(True)
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, stop)
    timer.daemon = True
    timer.start()
    assert process.stderr is not None
    told = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    ended.set()
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    lines = told.decode(errors="replace").strip().splitlines()
    return {
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": time.perf_counter() - start,
        "peak": usage.ru_maxrss,
        "exit": None if late else process.returncode,
        "told": lines[-1] if lines else "",
    }


if __name__ == "__main__":
    orders = json.load(sys.stdin)
    json.dump([spend(order["argv"], order["env"], order["limit"]) for order in orders], sys.stdout)
