"""What is done for one package: the commands of unstatic itself, in processes of their own, under limits."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from unstatic.batch import download
from unstatic.batch.isolation import Ended, Limits, run
from unstatic.batch.packages import Package, mismatch, stem
from unstatic.errors import NO_EXTENSION, UnstaticError, VerificationError
from unstatic.system.building.projects import copy_tree

Cause = Literal["", "not-an-extension", "error", "download", "time-limit", "memory-limit", "killed"]

DIFF, REPORT, TEXT, VERIFICATION = "migration.diff", "report.json", "report.txt", "verification.txt"
LOGS = "logs.txt"
_LONGEST_LOG = 50_000
_TEMPORARY: tuple[Cause, ...] = ("download", "killed")


@dataclass(frozen=True, slots=True)
class Task:
    """One package to work on; *key* stands for everything that the result depends on.

    *verify* are the options of a verification, or None for none. *downloads* keeps archives for later runs.
    """

    package: Package
    key: str
    arguments: tuple[str, ...]
    verify: tuple[str, ...] | None
    limits: Limits
    downloads: Path


@dataclass(frozen=True, slots=True)
class Result:
    """What came out: the *files* of the report by name, or why there are none.

    *seconds* are those of the clock; *mebibytes* the most that all processes of the package held at once.
    """

    name: str
    source: str
    key: str
    limits: Limits
    cause: Cause = ""
    error: str = ""
    exit_code: int = 0
    seconds: float = 0
    mebibytes: int = 0
    verified: bool | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def is_final(self) -> bool:
        """Whether the same run would end in the same way, as far as anybody can know."""
        return self.cause not in _TEMPORARY


def carry_out(task: Task) -> Result:
    """Work on one package. Never raises because of the package: what goes wrong is told in the result."""
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="unstatic-batch-", ignore_cleanup_errors=True) as folder:
            result = _carried_out(task, Path(folder).resolve())
    except download.DownloadFailed as error:
        result = failed(task, "download", str(error), error.exit_code)
    except UnstaticError as error:
        result = failed(task, "error", str(error), error.exit_code)
    except OSError as error:
        result = failed(task, "error", f"{error.filename or 'a temporary file'}: {error.strerror or error}", 4)
    return replace(result, seconds=round(time.monotonic() - start, 1))


def failed(task: Task, cause: Cause, error: str, exit_code: int = UnstaticError.exit_code) -> Result:
    """Return the result of a package that gave nothing."""
    return Result(task.package.name, task.package.source, task.key, task.limits, cause, error, exit_code)


def _carried_out(task: Task, folder: Path) -> Result:
    deadline = time.monotonic() + task.limits.seconds
    source = _source(task, folder)
    work = _Work(task, source, folder)
    ended = work.run(["diff", *work.arguments, "--report", str(folder / REPORT)], DIFF, TEXT, deadline)
    if ended.cause or not (folder / REPORT).exists():
        return work.broken(ended, "")
    if task.verify is None or not (folder / DIFF).stat().st_size:
        return work.done(ended, None)
    # Into a copy that is thrown away.
    command = ["migrate", *work.arguments, "--output", str(folder / "migrated"), "--verify", *task.verify]
    checked = work.run([*command, "--logs", str(folder / "logs")], "output", VERIFICATION, deadline)
    both = replace(checked, mebibytes=max(ended.mebibytes, checked.mebibytes))
    if checked.cause or checked.exit_code not in (0, VerificationError.exit_code):
        return work.broken(both, "the verification: ")
    return work.done(replace(both, exit_code=max(ended.exit_code, checked.exit_code)), checked.exit_code == 0)


def _source(task: Task, folder: Path) -> Path:
    """Return the package's project, unpacked into *folder* if it's an archive. Raises UnstaticError."""
    path = task.package.path or download.fetch(task.package, task.downloads)
    if task.package.path is not None and task.package.hashes:
        wrong = mismatch(path, task.package.hashes)
        if wrong:
            raise UnstaticError(f"{path}: isn't what was asked for: {wrong}")
    if not path.exists():
        raise UnstaticError(f"{path}: isn't there any more; restore it, or take it out of the batch")
    return path if path.is_dir() else copy_tree(path, folder / "source" / stem(path.name), task.limits.unpacked)


@dataclass(frozen=True, slots=True)
class _Work:
    """A package under way: its *source* folder, and the *folder* for what is written."""

    task: Task
    source: Path
    folder: Path

    @property
    def arguments(self) -> tuple[str, ...]:
        return (str(self.source), *self.task.arguments, *self.task.package.arguments)

    def run(self, command: Sequence[str], output: str, errors: str, deadline: float) -> Ended:
        """Run one command, standing in the project, so that places in reports are relative to it."""
        limits = replace(self.task.limits, seconds=max(deadline - time.monotonic(), 1))
        return run(command, self.source, self.folder / output, self.folder / errors, limits)

    def done(self, ended: Ended, verified: bool | None) -> Result:
        files = self.files(DIFF, REPORT, TEXT, VERIFICATION)
        failures = [item for item in json.loads(files[REPORT])["extensions"] if item["outcome"] == "failed"]
        error = next((note for item in failures for note in item["notes"]), "")
        if verified is False:
            error = f"the migrated package isn't proven to behave as before; {VERIFICATION} says why"
        result = failed(self.task, "error" if error else "", error, ended.exit_code)
        return replace(result, mebibytes=ended.mebibytes, verified=verified, files=files)

    def broken(self, ended: Ended, during: str) -> Result:
        """Return the result of a package whose commands ended too early; what was said until then stays."""
        files = self.files(DIFF, REPORT, TEXT, VERIFICATION) if during else self.files(TEXT)
        said = _last_words(files.get(VERIFICATION if during else TEXT, b""))
        _, found, why = said.partition(f"{NO_EXTENSION}: ")
        if found and not ended.cause and "--capture" not in why:
            return replace(failed(self.task, "not-an-extension", why, 0), mebibytes=ended.mebibytes, files=files)
        reason = _reason(ended, self.task.limits) or said or f"ended with {ended.how} and said nothing"
        code = ended.exit_code if ended.exit_code > 0 else UnstaticError.exit_code
        result = failed(self.task, ended.cause or "error", during + reason, code)
        return replace(result, mebibytes=ended.mebibytes, verified=False if during else None, files=files)

    def files(self, *names: str) -> dict[str, bytes]:
        """Return those of the files that were written; places of this machine are of no interest elsewhere."""
        found = {name: (self.folder / name).read_bytes() for name in names if (self.folder / name).exists()}
        logs = sorted((self.folder / "logs").glob("*.log"))
        if VERIFICATION in names and logs:
            found[LOGS] = b"\n".join(b"== %s\n%s" % (os.fsencode(f"logs/{log.name}"), _tail(log)) for log in logs)
        for place in (os.fsencode(self.source) + b"/", os.fsencode(self.folder) + b"/"):
            found = {name: data if name == DIFF else data.replace(place, b"") for name, data in found.items()}
        return found


def _tail(log: Path) -> bytes:
    """Return the end of a log, where the reason for a failure stands."""
    data = log.read_bytes()
    return data if len(data) <= _LONGEST_LOG else b"...\n" + data[-_LONGEST_LOG:]


def _reason(ended: Ended, limits: Limits) -> str:
    """Return why a command was ended from outside, or nothing if it wasn't."""
    return {
        "": "",
        "time-limit": f"took longer than {limits.seconds:g} seconds; give it more with --time-limit",
        "memory-limit": f"needed more than {limits.mebibytes} MiB; give it more with --memory-limit",
        "killed": f"was ended from outside ({ended.how}), maybe because the machine had no memory left; "
        "run the same command again, with fewer --jobs",
    }[ended.cause]


def _last_words(said: bytes) -> str:
    """Return the message that a command ended with."""
    lines = [line for line in said.decode(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("unstatic: ", "Error: "))] or lines
    return errors[-1].removeprefix("unstatic: ").removeprefix("Error: ") if errors else ""
