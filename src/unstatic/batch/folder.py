"""The folder of a batch: a report per package, each there as a whole or not at all. What is there isn't done again."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from unstatic.batch.isolation import Limits
from unstatic.batch.task import Result, Task
from unstatic.delivery.write import fill_folder, write_file
from unstatic.errors import UnstaticError, UsageError

_MARK = "batch.json"
_RESULT = "result.json"
_FORMAT = {"version": 1, "what": "the folder of `unstatic batch`; run the same command again to go on with it"}


class BatchFolder:
    """The report folder at *path*, which is made, or must be one of ours. Raises UsageError and UnstaticError."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"--output {path}: exists and isn't a folder; name a new one")
        if self.path.is_dir() and any(self.path.iterdir()) and not (self.path / _MARK).is_file():
            raise UsageError(f"--output {path}: isn't empty and isn't the folder of a batch; name a new one")
        with self._writing():
            self.packages.mkdir(parents=True, exist_ok=True)
            write_file(self.path / _MARK, _json(_FORMAT))

    @property
    def packages(self) -> Path:
        """The reports, a folder per package."""
        return self.path / "packages"

    @property
    def downloads(self) -> Path:
        """The archives that were downloaded, a folder per package."""
        return self.path / "downloads"

    def known(self, task: Task) -> Result | None:
        """Return what an earlier run found out about the task, if that still stands."""
        own = self.packages / task.package.name
        try:
            values = json.loads((own / _RESULT).read_text(encoding="utf-8"))
            limits, names = Limits(**values.pop("limits")), values.pop("files")
            files = {name: (own / name).read_bytes() for name in names}
            result = Result(**values, limits=limits, files=files)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
        is_limited = result.cause in ("time-limit", "memory-limit")
        still_stands = result.key == task.key and result.is_final and (not is_limited or limits == task.limits)
        return result if still_stands else None

    def keep(self, result: Result) -> None:
        """Write the report of one package. Raises UnstaticError if the disk is full or may not be written to."""
        own = self.packages / result.name
        values = asdict(result) | {"files": sorted(result.files)}
        with self._writing():
            if own.exists():
                shutil.rmtree(own)
            fill_folder(own, {**result.files, _RESULT: _json(values)})

    def write(self, name: str, data: bytes) -> None:
        """Write one file of the whole batch. Raises UnstaticError."""
        with self._writing():
            write_file(self.path / name, data)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        advice = "make room or name another folder, and run the same command again: what is done isn't done again"
        try:
            yield
        except OSError as error:
            place = error.filename or self.path
            raise UnstaticError(f"{place}: can't be written: {error.strerror or error}; {advice}") from error
        except UnstaticError as error:
            raise UnstaticError(f"{error}; {advice}") from error


def _json(values: object) -> bytes:
    return (json.dumps(values, indent=1, sort_keys=True) + "\n").encode()
