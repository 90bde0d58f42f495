"""Work in other processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from unstatic.cli.workers import Crash, spread


def squared(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_results_come_with_the_numbers_of_their_items_and_crashes_end_one_item() -> None:
    found = dict(spread(squared, [1, 2, 3, 4], 2, lambda number: number))

    assert {0: 1, 1: 4, 2: Crash("SIGKILL"), 3: 16} == found


def begun(path: Path) -> Path:
    with (path.parent / "order").open("a") as file:
        file.write(path.name)
    return path


def test_the_largest_begin_first(tmp_path: Path) -> None:
    sizes = {tmp_path / "a": 1, tmp_path / "b": 30, tmp_path / "c": 2}

    found = list(spread(begun, list(sizes), 1, sizes.__getitem__))

    assert "bca" == (tmp_path / "order").read_text()
    assert [(0, tmp_path / "a"), (1, tmp_path / "b"), (2, tmp_path / "c")] == sorted(found)
