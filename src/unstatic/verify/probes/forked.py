"""
Run one piece of work in a forked child, where a crash is a value.

Everything in this folder runs under the interpreter that is being judged: Python 3.9 syntax, standard library only.
"""

import json
import os
import re
import select
import signal
import sys
import time

try:
    import ctypes
except ImportError:
    ctypes = None

# Linux has it.
PRCTL = getattr(ctypes.CDLL(None), "prctl", None) if ctypes is not None and sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1
# The exit status of a child that couldn't even say what it did.
UNANSWERED = 70
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
# What isn't plain data, a type's own `__doc__` for instance, is told by its repr.
ENCODER = json.JSONEncoder(default=repr)


def in_child(work, timeout, finalize=False):
    """
    Return what `work()` did in a child: one of the keys value, raised, crashed, exited, silent, timeout.

    With *finalize* the child ends as a program does, through the interpreter's own shutdown, and its exit status
    counts; else it leaves with `os._exit` as soon as the value is written.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _end_with(parent)
        os.close(reader)
        if finalize:
            _answer(work, writer)
            sys.exit(0)
        _answer_and_leave(work, writer)
    os.close(writer)
    text, late = _read(reader, timeout)
    os.close(reader)
    if late:
        os.kill(child, signal.SIGKILL)
    status = _wait(child, timeout)
    return _outcome(text, late or status is None, status, timeout)


def _end_with(parent):
    """Have this process killed as soon as *parent* is: nobody would end what it does then, which may be a loop."""
    if PRCTL is not None:
        PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(UNANSWERED)


def _answer_and_leave(work, writer):
    """Answer, and end this process whatever happens: what is raised here must not go on in the parent's code.

    A module that breaks its promises can have the next call fail, whichever that is, with an exception of its own.
    """
    try:
        _answer(work, writer)
        os._exit(0)
    finally:
        os._exit(UNANSWERED)


def _answer(work, writer):
    try:
        answer = {"value": work()}
    except BaseException as error:
        answer = {"raised": describe(error)}
    text = ENCODER.encode(answer).encode()
    while text:
        text = text[os.write(writer, text) :]
    os.close(writer)


def _read(reader, timeout):
    chunks = []
    deadline = time.monotonic() + timeout
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            return b"", True
        chunk = os.read(reader, 65536)
        if not chunk:
            return b"".join(chunks), False
        chunks.append(chunk)


def _wait(child, timeout):
    """Return the wait status, or None for a child that hung in its shutdown and had to be killed."""
    deadline = time.monotonic() + timeout
    # Nearly all have said everything and end at once; hundreds are waited for.
    pause = 0.0001
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _outcome(text, late, status, timeout):
    if late:
        return {"timeout": timeout}
    if os.WIFSIGNALED(status):
        return {"crashed": -os.WTERMSIG(status)}
    if os.WEXITSTATUS(status):
        return {"exited": os.WEXITSTATUS(status)}
    return json.loads(text.decode()) if text else {"silent": 0}


def describe(error):
    """Return the exception as text that is equal in two runs: addresses are blotted out."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, AssertionError):
        import traceback

        # A bare assert says nothing: name its line.
        frames = traceback.extract_tb(error.__traceback__)
        text += f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return blot(text)


def blot(text):
    """Return *text* without memory addresses."""
    return ADDRESS.sub("0x", text)


def attempt(work, timeout=20):
    """Return the outcome of `work()` in a child: the string or table that it returns, else "ok", or how it ended."""
    outcome = in_child(lambda: _line(work()), timeout)
    key, value = next(iter(outcome.items()))
    return value if key in ("value", "raised") else f"{key} {value}"


def tried(subject, ways):
    """Return how each of the functions *ways* ended: "ok", the exception, or the crash."""
    limit = max(20, subject.timeout // 2)
    return {name: attempt(lambda work=work: work(subject), limit) for name, work in ways.items()}


def _line(value):
    return value if isinstance(value, (str, dict)) else "ok"
