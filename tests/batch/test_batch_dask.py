"""A batch on a real Dask cluster of two workers, of which one is killed half-way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

distributed = pytest.importorskip("distributed")

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
GOOD = (EXTENSIONS / "positional_type_without_gc" / "module.c").read_bytes()
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension('positional_type_without_gc', ['x.c'])])
"""


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Return a cluster of two processes on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


def project(folder: Path, source: bytes = GOOD) -> Path:
    folder.mkdir(parents=True)
    (folder / "setup.py").write_text(SETUP, encoding="utf-8")
    (folder / "x.c").write_bytes(source)
    return folder


def command(scheduler: str) -> list[str]:
    engine = ["--engine", "dask", "--scheduler", scheduler]
    return [sys.executable, "-m", "unstatic", "batch", "projects", "--output", "out", *engine]


def wait_until(condition: Callable[[], Any]) -> Any:
    end = time.monotonic() + 90
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def parents_of_packages() -> list[psutil.Process]:
    """Return the workers that have a package under way, below this process."""
    found = psutil.Process().children(recursive=True)
    children = [one for one in found if "unstatic.cli.commands.batch_child" in one.cmdline()]
    return [parent for child in children if (parent := child.parent()) is not None and parent not in children]


def test_a_killed_worker_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    blocked = project(tmp_path / "projects" / "a", b'#define PIPE "pipe.h"\n#include PIPE\n' + GOOD)
    os.mkfifo(blocked / "pipe.h")
    project(tmp_path / "projects" / "b")
    project(tmp_path / "projects" / "c")
    process = subprocess.Popen(command(cluster.scheduler_address), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: len(list((tmp_path / "out" / "packages").glob("*/result.json"))) == 2)
    # The one that is stuck; what it had goes to the other one.
    (worker,) = wait_until(parents_of_packages)
    (blocked / "pipe.h").unlink()
    (blocked / "pipe.h").touch()
    worker.kill()
    _, said = process.communicate(timeout=120)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))

    assert 0 == process.returncode, said
    assert [("a", "migrated"), ("b", "migrated"), ("c", "migrated")] == [
        (package["name"], package["outcome"]) for package in summary["packages"]
    ]


def test_a_scheduler_that_is_not_there(tmp_path: Path) -> None:
    project(tmp_path / "projects" / "a")
    done = subprocess.run(command("tcp://127.0.0.1:9"), cwd=tmp_path, capture_output=True, text=True, timeout=90)

    assert 4 == done.returncode
    assert "--scheduler tcp://127.0.0.1:9: no scheduler answers there; start one with `dask scheduler`" in done.stderr
    assert "Traceback" not in done.stderr
