"""Runs a command of unstatic in processes that can't harm anybody else: limited in time and memory."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psutil

from unstatic.settings.config import UNPACK_LIMIT
from unstatic.system.building.processes import kill_group
from unstatic.system.interrupts import held_back

_PERIOD = 0.1
_GRACE = 3.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a package may take, by the clock, and what all its processes may hold at once; 0 is no limit.

    *unpacked* is what its archive may unpack to, in MiB.
    """

    seconds: float
    mebibytes: int = 0
    unpacked: int = UNPACK_LIMIT


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended. *mebibytes* is the most that was seen of its resident memory."""

    exit_code: int
    cause: Literal["", "time-limit", "memory-limit", "killed"]
    mebibytes: int

    @property
    def how(self) -> str:
        """The signal, or the exit code."""
        with contextlib.suppress(ValueError):
            return signal.Signals(-self.exit_code).name
        return f"exit code {self.exit_code}"


def run(arguments: Sequence[str], cwd: Path, output: Path, errors: Path, limits: Limits) -> Ended:
    """Run `unstatic ARGUMENTS` with its streams in files, and return how it ended. None of its processes is left."""
    # -P: the package's folder, in which this runs, mustn't be where Python looks for modules.
    command = [sys.executable, "-P", "-m", "unstatic.cli.commands.batch_child", str(os.getpid()), *arguments]
    process = None
    with output.open("wb") as stdout, errors.open("wb") as stderr:
        try:
            # No signal may come between its birth and our knowing of it.
            with held_back():
                process = subprocess.Popen(
                    command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True
                )
            return _watched(process, limits)
        finally:
            if process is not None:
                _end(process)


def _watched(process: subprocess.Popen[bytes], limits: Limits) -> Ended:
    """Wait for the end, or for a limit to be reached."""
    deadline = time.monotonic() + limits.seconds
    parent = os.getppid()
    most = 0
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = process.wait(_PERIOD)
            return Ended(status, "killed" if status < 0 else "", most)
        if os.getppid() != parent:
            # Who wanted the result was killed.
            raise SystemExit(1)
        most = max(most, _resident(process.pid))
        if limits.mebibytes and most > limits.mebibytes:
            return Ended(-signal.SIGKILL, "memory-limit", most)
        if time.monotonic() > deadline:
            return Ended(-signal.SIGKILL, "time-limit", most)


def _resident(pid: int) -> int:
    """Return the mebibytes that a process and all that it started hold now."""
    total = 0
    with contextlib.suppress(psutil.Error):
        main = psutil.Process(pid)
        for one in (main, *main.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                total += one.memory_info().rss
    return total >> 20


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and all that it started, also what has a session of its own as builds do."""
    started = []
    with contextlib.suppress(psutil.Error):
        started = psutil.Process(process.pid).children(recursive=True)
    if process.poll() is None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.terminate()
            process.wait(_GRACE)
    kill_group(process.pid)
    for one in started:
        with contextlib.suppress(psutil.Error):
            one.kill()
    process.wait()
