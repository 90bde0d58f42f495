"""Carry out what `scan` is asked for as a gate: compare with a baseline, or write one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.errors import UnstaticError, UsageError

if TYPE_CHECKING:
    from unstatic.cli.engine import Result
    from unstatic.delivery.gate.findings import Key
    from unstatic.delivery.gate.watch import Watched


@dataclass(frozen=True, slots=True)
class Gate:
    """What the command line says about it; *listed* is what the baseline holds."""

    path: Path | None
    listed: tuple[Key, ...] | None
    fails_on_new: bool
    written: Path | None

    @property
    def is_asked_for(self) -> bool:
        """Whether anything is to be compared."""
        return self.path is not None or self.fails_on_new

    def of(self, found: Sequence[Result]) -> Watched:
        """Return what the scan found, compared as asked for."""
        return replace(of_results(found), listed=self.listed, path=self.path, fails_on_new=self.fails_on_new)


def gate(path: Path | None, fails_on_new: bool, written: Path | None) -> Gate:
    """Return the gate; the baseline is read before any work. Raises UsageError."""
    if written is not None and (path is not None or fails_on_new):
        raise UsageError("--write-baseline accepts everything that is there: leave out --baseline and --fail-on-new")
    if path is None:
        return Gate(None, None, fails_on_new, written)
    from unstatic.delivery.gate import baseline

    return Gate(path, baseline.read(path), fails_on_new, written)


def of_results(found: Sequence[Result]) -> Watched:
    """Return the findings of a run."""
    from unstatic.delivery.gate.watch import watched

    return watched([(result.report, result.root.resolve()) for result in found])


def write_baseline(path: Path, found: Sequence[Result]) -> int:
    """Write the findings as the baseline, and return how many. Raises UnstaticError, also if not all could be read."""
    from unstatic.delivery.gate import baseline
    from unstatic.delivery.write import write_file

    failed = [one.report.name for one in found if one.report.outcome == "failed" or one.report.incomplete]
    if failed:
        raise UnstaticError(
            f"{path}: not written, as {', '.join(failed)} couldn't be examined as a whole; mend that first"
        )
    findings = [finding for finding in of_results(found).all if not finding.kept]
    try:
        write_file(path, baseline.text(findings).encode())
    except OSError as error:
        raise UnstaticError(
            f"{path}: the baseline can't be written: {error.strerror or error}; name another file"
        ) from error
    return len(findings)
