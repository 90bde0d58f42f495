"""One build beside the original: what the probes say of both, and what it claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from unstatic.verify.children import Json, Outcomes
from unstatic.verify.findings import Finding

# own: works with a GIL per interpreter; shared: in legacy subinterpreters only; none: one copy per process.
Claim = Literal["own", "shared", "none"]


@dataclass(frozen=True, slots=True)
class Case:
    """One build's outcomes under one set of options, next to those of the original."""

    label: str
    module: str
    before: Outcomes
    after: Outcomes
    kept: tuple[str, ...] = ()
    """The types whose instances the original never frees."""
    is_partial: bool = False
    """Whether the migration's report says of static types or objects that they stay."""
    claimed: tuple[Claim, Claim] = ("none", "none")
    """What the original claims by its definition, and what the build does."""
    otherwise: Outcomes = field(default_factory=dict)
    """What the original gave under the other options."""
    refused: str = ""
    """Why what the module imports can't be imported in a further interpreter either; empty if it can."""

    def finding(self, kind: Literal["problem", "note"], probe: str, text: str) -> Finding:
        return Finding(kind, self.label + probe, text)


def table(outcomes: Outcomes, probe: str) -> Mapping[str, Json]:
    """Return the table that a probe gave; empty if it gave none."""
    outcome = outcomes.get(probe)
    value = outcome.get("value") if isinstance(outcome, dict) else None
    return value if isinstance(value, dict) else {}


def refused_imports(outcomes: Outcomes) -> str:
    """Return why what a module imports can't be imported in a further interpreter without it; empty if it can.

    NumPy says so, and a module that imports it for each interpreter can't be loaded where a copy of its dict could.
    """
    outcome = outcomes.get("legacy")
    value = outcome.get("value") if isinstance(outcome, dict) else None
    return str(value).partition("; without it: ")[2]


def claim_of(outcomes: Outcomes, *, is_partial: bool = False) -> Claim:
    """
    Return what the module claims by its definition.

    Before 3.12 no definition can say it: one with slots counts as isolated then, unless it refuses to be imported
    again, or *is_partial*: the migration's report says of static types or objects that they stay.
    """
    found, second = (outcomes.get(probe) for probe in ("definition", "twice"))
    value = found.get("value") if isinstance(found, dict) else None
    said = value.get("claim") if isinstance(value, dict) else "none"
    if said == "unknown":
        return "none" if is_partial or "ImportError" in str(second) else "shared"
    return "own" if said == "per-interpreter-gil" else "shared" if said == "shared-gil" else "none"


def brief(outcome: Json) -> Json:
    """Return an outcome as it is told: a text, or that there is a result."""
    value = outcome.get("value") if isinstance(outcome, dict) else None
    if value is None:
        return outcome
    return value if isinstance(value, str) else "a result"
