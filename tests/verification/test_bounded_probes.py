"""Probes end in time, whatever the module does: what takes too long is told, and nothing of it goes on."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from unstatic.system.building import interpreters
from unstatic.verify.children import PROBES, Effort, Observation, Subject, observe

NESTED = """
import time


def exercise(module):
    return [module.Formatter()]


def nest(module, inner):
    with open(LOG, "a") as stream:
        stream.write("nested ")
    time.sleep(SECONDS)
    return module.Formatter()
"""


def nested(seconds: float, folder: Path, effort: Effort) -> tuple[Observation, int]:
    """Return what the probe of nested instances gives where each level takes so long, and how many were made."""
    log = folder / "log"
    exercise = NESTED.replace("LOG", repr(str(log))).replace("SECONDS", str(seconds))
    found = observe(Path(sys.executable), Subject("string", (), exercise), effort)
    return found, log.read_text().count("nested") if log.exists() else 0


def test_instances_that_take_long_to_nest_are_nested_less_deep(tmp_path: Path) -> None:
    effort = Effort(quick=True, timeout=60, plain=("chain",), strict=())

    found, _ = nested(0.3, tmp_path, effort)

    assert isinstance(found.plain["chain"], dict)
    assert "instances can't be nested deep in a few seconds" in str(found.plain["chain"]["value"])


def test_a_probe_that_takes_too_long_is_not_repeated_with_more_checks(tmp_path: Path) -> None:
    effort = Effort(quick=True, timeout=1, plain=("chain",), strict=("chain",))

    found, levels = nested(60, tmp_path, effort)

    assert {"chain": {"timeout": 1}} == found.plain == found.strict
    # On a busy machine not even the first may have begun.
    assert levels <= 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_nothing_goes_on_after_a_probe_that_took_too_long(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    code = f"""
import sys, time
sys.path.insert(0, {str(PROBES)!r})
from forked import in_child
def forever():
    while True:
        time.sleep(0.01)
        open({str(alive)!r}, "w").close()
print(in_child(lambda: in_child(forever, 60), 1))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    alive.unlink(missing_ok=True)
    time.sleep(0.3)

    assert done.stdout == "{'timeout': 1}\n"
    assert not alive.exists()


def test_code_that_imports_threading_ends_in_interpreters_with_their_own_gil() -> None:
    # From 3.13 on, no thread waits there.
    python = interpreters.find("3.12")
    if python is None:
        pytest.skip("no Python 3.12 with headers here")
    exercise = "import threading\n\n\ndef exercise(module):\n    return [threading.Lock()]\n"
    effort = Effort(quick=True, timeout=30, plain=("own GIL threads",), strict=())

    found = observe(python.executable, Subject("string", (), exercise), effort)

    assert {"own GIL threads": {"value": "ok"}} == found.plain
