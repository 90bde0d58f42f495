"""Runs a command that may hang or leave children behind: after it, none of its process group is left."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.system.interrupts import held_back

# setuptools lets these replace the interpreter's own flags, and then two builds don't compare.
HIDDEN = ("CC", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended: *exit* is negative for a signal; *output* holds what it printed, both streams in order."""

    exit: int
    output: str
    seconds: float
    timed_out: bool = False


def own_environment() -> dict[str, str]:
    """Return a copy of this process's environment, which another thread may be changing."""
    while True:
        with contextlib.suppress(KeyError, RuntimeError):
            return dict(os.environ)


def plain_environment(added: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without what would make two builds differ, in plain English."""
    kept = {name: value for name, value in own_environment().items() if name not in HIDDEN}
    return kept | {"LC_ALL": "C.UTF-8"} | dict(added or {})


def run(
    command: Sequence[str] | str, cwd: Path, env: Mapping[str, str], timeout: float, log: Path, grace: float = 0
) -> Finished:
    """
    Run a command, or a line of shell, without input; everything it prints goes to *log* too.

    When it takes longer than *timeout* seconds, and when we are interrupted, the whole group is killed: at once, or
    *grace* seconds after it was asked to end.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    shown = command if isinstance(command, str) else " ".join(command)
    start = time.monotonic()
    with log.open("wb") as stream:
        stream.write(os.fsencode(f"$ {shown}\n"))
        stream.flush()
        process, status, late = None, -signal.SIGKILL, False
        try:
            # No signal may come between its birth and our knowing of it.
            with held_back():
                process = subprocess.Popen(
                    command,
                    shell=isinstance(command, str),
                    cwd=cwd,
                    env=dict(env),
                    stdin=subprocess.DEVNULL,
                    stdout=stream,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            if process is not None:
                if grace and process.poll() is None:
                    _ask_to_end(process, grace)
                kill_group(process.pid)
                process.wait()
        stream.write(f"\n[{'killed after' if late else 'took'} {time.monotonic() - start:.1f} s]\n".encode())
    output = log.read_bytes().decode(errors="replace")
    return Finished(status, output, time.monotonic() - start, late)


def _ask_to_end(process: subprocess.Popen[bytes], grace: float) -> None:
    """Only a process that unwinds takes those with it that it started in groups of their own."""
    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(grace)


def kill_group(leader: int) -> None:
    """Kill what is left of the process group of *leader*, which was started in a session of its own."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
