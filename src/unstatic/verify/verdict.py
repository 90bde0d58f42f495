"""What a verification found, per interpreter and module, and the checks that it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from unstatic.verify.children import Json, Outcomes
from unstatic.verify.findings import Finding, problems
from unstatic.verify.judging.case import Claim

Status = Literal["ok", "failed", "not provable"]

# What a reader sees of the probes. "strict" runs count for the same check.
CHECKS: Mapping[str, tuple[str, ...]] = {
    "works at all": ("import", "exercise"),
    "fingerprint of module and types": ("surface",),
    "Python subclasses": ("subclassed",),
    "recorded calls": ("outcomes",),
    "two modules, distinct and working": ("twice",),
    "module and types are freed": ("freed", "stored", "stored subclassed", "untouched"),
    "instances that contain themselves": ("entangled", "collecting"),
    "references": ("refcounts", "operations", "references", "chain"),
    "use after the module is gone": ("afterlife", "endings", "lent"),
    "failing imports": ("no memory", "failing imports", "not executed"),
    "first and further imports": ("reimport", "first import"),
    "restarted interpreter": ("restart",),
    "threads": ("threads",),
    "interpreter shutdown": ("shutdown", "shutdown with threads"),
    "subinterpreters as before": ("orders",),
    "legacy subinterpreters": ("legacy",),
    "subinterpreters with their own GIL": ("own GIL", "own GIL after main", "own GIL threads", "stress"),
    "no static objects left": ("statics", "symbols"),
    "address sanitizer": ("sanitized",),
}
_OTHERS = "other probes"
_NOT_CLAIMED = "nothing to judge: the module claims no more than one interpreter"
# Nobody judges these of a module that says it is one per process.
_OF_COPIES = ("twice", "freed", "stored", "stored subclassed", "references", "untouched", "statics", "symbols")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the verdict: *accepted* counts the expected differences, *detail* says why it isn't ok."""

    name: str
    status: Status
    accepted: int = 0
    detail: str = ""

    @property
    def short(self) -> str:
        """The check as a cell of a table."""
        return f"ok, {self.accepted} expected" if self.status == "ok" and self.accepted else self.status


@dataclass(frozen=True, slots=True)
class ModuleVerdict:
    """What was found of one extension module under one interpreter."""

    module: str
    claim: Claim
    exercised_by: str
    findings: tuple[Finding, ...]
    before: Outcomes
    after: Outcomes

    @property
    def checks(self) -> list[Check]:
        """The checks that were made, in the order of the table."""
        ran = {probe.removeprefix("strict ") for probe in (*self.before, *self.after)}
        found = {probe_of(finding) for finding in self.findings}
        rows = dict(CHECKS)
        rows[_OTHERS] = tuple(found - {probe for probes in CHECKS.values() for probe in probes})
        return [self._check(name, probes) for name, probes in rows.items() if ran & set(probes) or found & set(probes)]

    def _check(self, name: str, probes: Sequence[str]) -> Check:
        ours = [finding for finding in self.findings if probe_of(finding) in probes]
        wrong, notes = problems(ours), [finding for finding in ours if finding.kind == "note"]
        accepted = sum(finding.kind == "accepted" for finding in ours)
        if wrong:
            return Check(name, "failed", accepted, f"{wrong[0].where}: {wrong[0].text}")
        if self.claim == "none" and all(probe in _OF_COPIES for probe in probes):
            return Check(name, "not provable", accepted, _NOT_CLAIMED)
        # One probe of several that proves something is enough.
        silent = {finding.where.removeprefix("strict ") for finding in notes}
        if notes and all(probe in silent for probe in probes if probe in self.after):
            return Check(name, "not provable", accepted, notes[0].text)
        return Check(name, "ok", accepted)


@dataclass(frozen=True, slots=True)
class PythonVerdict:
    """What was found under one interpreter; *problems* are of the builds and the tests."""

    python: str
    modules: tuple[ModuleVerdict, ...]
    problems: tuple[str, ...]
    tests: tuple[str, str] | None
    new_warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not any(problems(module.findings) for module in self.modules)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The whole: *skipped* names interpreters that were asked for and aren't there."""

    before: str
    after: str
    pythons: tuple[PythonVerdict, ...]
    skipped: tuple[str, ...]

    @property
    def is_ok(self) -> bool:
        """Whether at least one interpreter was used, and nothing is wrong under any."""
        return bool(self.pythons) and all(python.is_ok for python in self.pythons)

    def failures(self) -> Iterator[str]:
        """Yield a line for everything that is wrong."""
        for python in self.pythons:
            yield from (f"Python {python.python}: {text}" for text in python.problems)
            for module in python.modules:
                for finding in problems(module.findings):
                    source = f" [{finding.gotcha}]" if finding.gotcha else ""
                    yield f"Python {python.python}: {module.module}: {finding.where}: {finding.text}{source}"


def probe_of(finding: Finding) -> str:
    """Return the probe that a finding comes from, the same with and without strict options."""
    return finding.where.removeprefix("strict ").partition("/")[0]


def to_json(verdict: Verdict) -> dict[str, Json]:
    """Return everything that was found as one object, for programs."""
    return {
        "version": 1,
        "ok": verdict.is_ok,
        "before": verdict.before,
        "after": verdict.after,
        "skipped": list(verdict.skipped),
        "pythons": [_python_json(python) for python in verdict.pythons],
    }


def _python_json(python: PythonVerdict) -> Json:
    return {
        "python": python.python,
        "ok": python.is_ok,
        "problems": list(python.problems),
        "notes": list(python.notes),
        "new_warnings": list(python.new_warnings),
        "tests": {"before": python.tests[0], "after": python.tests[1]} if python.tests else None,
        "modules": [_module_json(module) for module in python.modules],
    }


def _module_json(module: ModuleVerdict) -> Json:
    return {
        "name": module.module,
        "claim": module.claim,
        "exercised_by": module.exercised_by,
        "checks": [
            {"name": check.name, "status": check.status, "expected_differences": check.accepted, "detail": check.detail}
            for check in module.checks
        ],
        "findings": [
            {"kind": finding.kind, "where": finding.where, "text": finding.text, "gotcha": finding.gotcha}
            for finding in module.findings
        ],
    }
