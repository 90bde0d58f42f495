"""One run of a scan as what is told about it: findings, what is new among them, and what couldn't be examined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from unstatic.delivery.gate import baseline
from unstatic.delivery.gate.baseline import Comparison
from unstatic.delivery.gate.findings import Finding, Key, findings
from unstatic.migration.report import ExtensionReport, Json

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Failure:
    """An extension that couldn't be examined, or not as a whole."""

    extension: str
    reason: str


@dataclass(frozen=True)
class Watched:
    """What a run found; *listed* is what the baseline at *path* holds, None without one."""

    all: tuple[Finding, ...]
    failures: tuple[Failure, ...] = ()
    examined: frozenset[str] = frozenset()
    listed: tuple[Key, ...] | None = None
    path: Path | None = None
    fails_on_new: bool = False

    @property
    def has_baseline(self) -> bool:
        """Whether there is anything to compare with."""
        return self.listed is not None

    @cached_property
    def comparison(self) -> Comparison:
        """The findings against the baseline; without one, all are new."""
        return baseline.compare(self.all, self.listed or (), self.examined)

    @cached_property
    def _new(self) -> frozenset[int]:
        return frozenset(map(id, self.comparison.new))

    def is_new(self, finding: Finding) -> bool:
        """Tell whether one of the findings is new."""
        return id(finding) in self._new

    def level(self, finding: Finding) -> Level:
        """Return how loudly a finding is to be told: what fails the run is an error."""
        if finding.kept or (self.has_baseline and not self.is_new(finding)):
            return "note"
        return "error" if self.fails_on_new else "warning"


def watched(reports: Sequence[tuple[ExtensionReport, Path]]) -> Watched:
    """Return what *reports* found, each with the real path of its project's root."""
    lacking = [(report.name, _lacking(report)) for report, _ in reports]
    failures = [Failure(name, reason) for name, reasons in lacking for reason in reasons]
    return Watched(
        all=tuple(finding for report, root in reports for finding in findings(report, root)),
        failures=tuple(failures),
        examined=frozenset(name for name, reasons in lacking if not reasons),
    )


def _lacking(report: ExtensionReport) -> tuple[str, ...]:
    """Return why an extension wasn't examined, or not as a whole."""
    return report.notes if report.outcome == "failed" else report.incomplete


def to_json(watched: Watched) -> dict[str, Json]:
    """Return what the report says of a comparison."""
    found = watched.comparison
    return {
        "baseline": str(watched.path) if watched.path else None,
        "new": [_finding(finding) for finding in found.new],
        "known": len(found.known),
        "kept": len(found.kept),
        "gone": [_key(key) for key in found.gone],
    }


def _finding(finding: Finding) -> dict[str, Json]:
    return {**_key(finding.key), "message": finding.message, "rule": finding.rule}


def _key(key: Key) -> dict[str, Json]:
    return {"extension": key.extension, "kind": key.kind, "name": key.name, "path": key.path}
