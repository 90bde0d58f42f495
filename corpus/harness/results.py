"""Shows results: a table for people, JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from harness.campaign import Result, Side, Verdict
from unstatic.verify.children import Json, Observation, Outcomes


def show(results: Sequence[Result], skipped: Sequence[str], console: Console) -> None:
    """Print one row per package and Python, then every problem in full."""
    table = Table(box=None, pad_edge=False)
    for heading in ("package", "python", "migration", "warnings", "tests before", "tests after", "own GIL", "verdict"):
        table.add_column(heading)
    for result in results:
        if not result.verdicts:
            table.add_row(result.pin.name, "", _migration(result), "", "", "", "", "not as expected")
        for verdict in result.verdicts:
            table.add_row(result.pin.name, verdict.python.version, _migration(result), *_cells(verdict))
    console.print(table)
    for minor in skipped:
        console.print(f"skipped: no Python {minor} with headers here")
    for result in results:
        for problem in result.all_problems:
            console.print(f"{result.pin.name}: {problem}", markup=False, highlight=False, soft_wrap=True)


def _migration(result: Result) -> str:
    if result.migration is None:
        return "-"
    outcome = ", ".join(sorted(set(result.migration.outcomes.values()))) or "failed"
    return f"{outcome} {result.migration.seconds:.1f}s"


def _cells(verdict: Verdict) -> tuple[str, ...]:
    warnings = f"{_warnings(verdict.before)} -> {_warnings(verdict.after)}"
    own = ", ".join(_short(seen) for seen in verdict.after.seen.values())
    end = "not as expected" if verdict.problems else "as expected"
    return warnings, _tests(verdict.before), _tests(verdict.after), own, end


def _warnings(side: Side) -> int:
    return sum(side.installed.warnings.values())


def _tests(side: Side) -> str:
    if side.tested is None:
        return "no build"
    told = f"{side.tested.counts.get('passed', 0)} passed, exit {side.tested.exit}"
    return told + (" (second try)" if side.tested.runs > 1 else "")


def _short(seen: Observation) -> str:
    value = _value(seen.plain, "own GIL")
    return value if value in ("ok", "not before 3.12") else "no"


def _value(outcomes: Outcomes, probe: str) -> Json:
    outcome = outcomes.get(probe)
    return outcome.get("value") if isinstance(outcome, dict) else None


def to_json(results: Sequence[Result], skipped: Sequence[str]) -> dict[str, Json]:
    """Return everything that was measured, without the places of this machine."""
    return {
        "version": 1,
        "skipped": [f"no Python {minor}" for minor in skipped],
        "packages": [_package(result) for result in results],
    }


def _package(result: Result) -> Json:
    migration = result.migration
    return {
        "name": result.pin.name,
        "version": result.pin.version,
        "as_expected": not result.all_problems,
        "problems": [*result.all_problems],
        "migration": None
        if migration is None
        else {
            "exit": migration.exit,
            "seconds": round(migration.seconds, 1),
            "outcomes": dict(migration.outcomes),
            "claims": {name: str(claim) for name, claim in migration.claims.items()},
            "lines_added": migration.lines[0],
            "lines_removed": migration.lines[1],
            "refused": list(migration.refused),
        },
        "pythons": {verdict.python.version: _verdict(verdict) for verdict in result.verdicts},
    }


def _verdict(verdict: Verdict) -> Json:
    kinds = Counter(finding.kind for finding in verdict.findings)
    return {
        "before": _side(verdict.before),
        "after": _side(verdict.after),
        "findings": [str(finding) for finding in verdict.findings],
        "counts": {str(kind): number for kind, number in kinds.items()},
    }


def _side(side: Side) -> Json:
    tested = side.tested
    return {
        "build_exit": side.installed.exit,
        "warnings": sum(side.installed.warnings.values()),
        "test_exit": tested.exit if tested else None,
        "test_counts": dict(tested.counts) if tested else None,
        "test_seconds": round(tested.seconds, 1) if tested else None,
        "mutable_data": {module: dict(data) if data is not None else None for module, data in side.data.items()},
        "probes": {module: _probes(seen) for module, seen in side.seen.items()},
    }


def _probes(seen: Observation) -> Json:
    """The surface is in the findings already."""
    strict: dict[str, Json] = {f"strict {name}": outcome for name, outcome in seen.strict.items()}
    return {name: outcome for name, outcome in seen.plain.items() if name != "surface"} | strict
