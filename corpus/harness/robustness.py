"""Runs `unstatic diff` in a child process on a project that was broken at random, and judges how that ends."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from random import Random

from unidiff.patch import PatchSet

from harness.mutations import mutated
from unstatic.system.building.processes import plain_environment, run

SUFFIXES = (".c", ".cpp", ".h")
GRACE = 5
# By exit status; any other is a bug.
RESULT_REFUSED = "result refused"
_ENDS = {0: "ok", 4: "input refused", 5: RESULT_REFUSED}
GOOD = ("changes", "nothing to change", "input refused", RESULT_REFUSED)


@dataclass(frozen=True, slots=True)
class Project:
    """A project as it was published, and the options that `unstatic diff` needs for it."""

    name: str
    root: Path
    options: tuple[str, ...] = ()

    @property
    def files(self) -> list[Path]:
        """The C files and headers, relative to the root."""
        found = (path.relative_to(self.root) for path in self.root.rglob("*") if path.suffix in SUFFIXES)
        return sorted(path for path in found if (self.root / path).is_file())


@dataclass(frozen=True, slots=True)
class Case:
    """One broken project: *number* and the project's name make its random numbers, so it can be had again."""

    project: Project
    seed: int
    number: int

    @property
    def label(self) -> str:
        """A name for folders and messages."""
        return f"{self.project.name}-{self.seed}-{self.number}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a case ended: one of GOOD, or what must not be; *file* is the one that was broken."""

    case: Case
    file: Path
    outcome: str
    seconds: float
    output: str

    @property
    def is_good(self) -> bool:
        """Whether the tool kept what it promises."""
        return self.outcome in GOOD

    @property
    def is_worth_a_look(self) -> bool:
        """Whether only the check of the result kept it from worse."""
        return self.outcome == RESULT_REFUSED


def attempt(case: Case, work: Path, limit: float) -> Ended:
    """Break a copy of the project in *work*, run the tool on it, and remove the copy if it ends well."""
    random = Random(case.label)
    root = work / case.label / case.project.root.name
    shutil.rmtree(root.parent, ignore_errors=True)
    shutil.copytree(case.project.root, root, symlinks=True)
    file = random.choice(case.project.files)
    (root / file).write_bytes(mutated((root / file).read_bytes(), random))
    before = dict(_state(root))
    log, answer = root.parent / "log", root.parent / "diff"
    # In the project: paths in the diff are relative to where it is made.
    command = [sys.executable, "-m", "unstatic", "diff", ".", *case.project.options]
    # Only the diff may be on stdout.
    shell = ["sh", "-c", 'answer=$1; shift; exec "$@" > "$answer"', "sh", str(answer), *command]
    ended = run(shell, root, plain_environment(), limit, log, grace=GRACE)
    outcome = "hang" if ended.timed_out else _outcome(ended.exit, ended.output, answer.read_bytes(), root)
    if dict(_state(root)) != before:
        outcome = "files of the project changed"
    result = Ended(case, file, outcome, ended.seconds, ended.output)
    if result.is_good and not result.is_worth_a_look:
        shutil.rmtree(root.parent)
    return result


def _state(root: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    for path in root.rglob("*"):
        about = path.lstat()
        yield path, (about.st_size, about.st_mtime_ns)


def _outcome(status: int, output: str, diff: bytes, root: Path) -> str:
    if "Traceback (most recent call last)" in output:
        return "traceback"
    if status not in _ENDS:
        return f"exit status {status}"
    if status or not diff:
        return _ENDS[status] if status else "nothing to change"
    return next(_faults(diff, root), "changes")


def _faults(diff: bytes, root: Path) -> Iterator[str]:
    """Yield what is wrong with a diff: where it would write, and that it doesn't apply."""
    for file in PatchSet.from_string(diff.decode("latin-1")):
        path = PurePosixPath(file.path)
        if path.is_absolute() or ".." in path.parts or (root / path).is_file() == file.is_added_file:
            yield f"edits {path}, outside of the project"
    command = ["patch", "--dry-run", "--silent", "--strip=1", f"--directory={root}"]
    applied = subprocess.run(command, input=diff, capture_output=True)
    if applied.returncode:
        yield f"the diff doesn't apply: {applied.stdout.decode(errors='replace')[:200]}"


def cases(projects: Sequence[Project], seed: int, number: int) -> list[Case]:
    """Return *number* cases, the projects in turn."""
    return [Case(projects[index % len(projects)], seed, index) for index in range(number)]
