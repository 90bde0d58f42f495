"""What the comparison of two observations says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from unstatic.verify.gotchas import gotcha_of

# problem: must not be; accepted: a listed difference; note: can't be judged here, with the reason.
Kind = Literal["problem", "accepted", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement about one place, which reads like a path: `surface/types/Stack/flags`."""

    kind: Kind
    where: str
    text: str

    @property
    def gotcha(self) -> str:
        """The entry of settings/gotchas.md that most findings at this place come from, or nothing."""
        return gotcha_of(self.where, self.text)

    def __str__(self) -> str:
        source = f" [{self.gotcha}]" if self.kind == "problem" and self.gotcha else ""
        return f"{self.kind}: {self.where}: {self.text}{source}"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A difference that the author of the expectation knows of; *where* may hold wildcards."""

    where: str
    why: str


def problems(findings: Sequence[Finding]) -> list[Finding]:
    """Return those that must not be."""
    return [finding for finding in findings if finding.kind == "problem"]


def accept(findings: Sequence[Finding], known: Sequence[Accepted]) -> list[Finding]:
    """Return the findings, those problems accepted that one of *known* names."""
    result = []
    for finding in findings:
        why = next((entry.why for entry in known if fnmatchcase(finding.where, entry.where)), "")
        if finding.kind == "problem" and why:
            finding = Finding("accepted", finding.where, f"{finding.text} ({why})")
        result.append(finding)
    return result
