"""What came out of a batch as a whole: one document for programs, one table for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import unstatic
from unstatic.batch.task import REPORT, Result
from unstatic.migration.report import Json
from unstatic.reporting.causes import causes
from unstatic.settings.rules import explanations

OUTCOMES = ("migrated", "partial", "refused", "nothing-to-do", "not-an-extension", "failed")
_APT = re.compile(r"apt install ([\w.+-]+)")
_PLACE = re.compile(r"^\S+?:\d+(:\d+)?: ")
_VERDICTS = ("migrated", "kept", "refused")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many types or globals were migrated, kept and refused."""

    migrated: int = 0
    kept: int = 0
    refused: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.migrated + other.migrated, self.kept + other.kept, self.refused + other.refused)

    @property
    def total(self) -> int:
        """All of them."""
        return self.migrated + self.kept + self.refused


@dataclass(frozen=True, slots=True)
class Line:
    """One package of the summary."""

    result: Result
    outcome: str
    extensions: int
    types: Counts
    globals: Counts
    claims: tuple[str, ...]
    lines_added: int
    lines_removed: int
    rules: Counter[str]
    """How many subjects each rule refused."""
    remains: Counter[str]
    """How many things keep modules from more, by rule."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """A rule that keeps subjects from moving: how many, and in which packages."""

    rule: str
    title: str
    subjects: int
    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why packages failed, in words that don't name a place in one of them."""

    reason: str
    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole batch; *waiting* are the packages that an interrupt left undone."""

    lines: tuple[Line, ...]
    waiting: tuple[str, ...] = field(default=())

    @property
    def outcomes(self) -> dict[str, int]:
        """How many packages came to which end."""
        return {name: sum(line.outcome == name for line in self.lines) for name in OUTCOMES}

    @property
    def types(self) -> Counts:
        """The types of all packages."""
        return sum((line.types for line in self.lines), Counts())

    @property
    def globals(self) -> Counts:
        """The globals of all packages."""
        return sum((line.globals for line in self.lines), Counts())

    @property
    def blockers(self) -> tuple[Blocker, ...]:
        """What refused subjects, the most frequent first."""
        return _blockers((line.result.name, line.rules) for line in self.lines)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Why packages failed, the most frequent reason first."""
        packages: dict[str, list[str]] = {}
        for line in self.lines:
            if line.outcome == "failed":
                packages.setdefault(_reason(line.result), []).append(line.result.name)
        found = (Failure(reason, tuple(names)) for reason, names in packages.items())
        return tuple(sorted(found, key=lambda one: (-len(one.packages), one.reason)))

    @property
    def to_install(self) -> tuple[str, ...]:
        """Debian's packages that have the headers which weren't found."""
        errors = (line.result.error for line in self.lines if line.outcome == "failed")
        return tuple(sorted({name for error in errors for name in _APT.findall(error)}))

    @property
    def remains(self) -> tuple[Blocker, ...]:
        """What keeps migrated modules from being isolated as a whole, the most frequent first."""
        return _blockers((line.result.name, line.remains) for line in self.lines)


def _reason(result: Result) -> str:
    package = _APT.search(result.error)
    if package is not None:
        return f"headers of {package[1]} are missing"
    return _PLACE.sub("", result.error) or result.cause


def summarise(results: Iterable[Result], waiting: Sequence[str] = ()) -> Summary:
    """Return the summary of *results*, in the order of the packages' names."""
    return Summary(tuple(map(_line, sorted(results, key=lambda result: result.name))), tuple(sorted(waiting)))


def _line(result: Result) -> Line:
    document = json.loads(result.files[REPORT]) if REPORT in result.files else {"extensions": []}
    extensions = document["extensions"]
    return Line(
        result,
        _outcome(result, [one["outcome"] for one in extensions]),
        len(extensions),
        _counts(extensions, "types"),
        _counts(extensions, "globals"),
        tuple(sorted({one["claims"].get("multiple_interpreters", "none") for one in extensions})),
        sum(one.get("lines_added", 0) for one in extensions),
        sum(one.get("lines_removed", 0) for one in extensions),
        Counter(rule for one in extensions for found in causes(one, "types", "globals", "init") for rule in found),
        Counter(item["rule"] for one in extensions for item in one["residue"] if item.get("rule")),
    )


def _counts(extensions: Sequence[dict[str, list[dict[str, str]]]], kind: str) -> Counts:
    found = Counter(item["outcome"] for one in extensions for item in one[kind])
    return Counts(*(found[name] for name in _VERDICTS))


def _outcome(result: Result, outcomes: Sequence[str]) -> str:
    """Return the outcome of a package: that of its extensions, partial if they differ, failed if the proof failed."""
    if result.cause == "not-an-extension":
        return result.cause
    if result.verified is False or not outcomes:
        return "failed"
    told = set(outcomes) - {"nothing-to-do"} or {"nothing-to-do"}
    return told.pop() if len(told) == 1 else "partial"


def _blockers(found: Iterable[tuple[str, Counter[str]]]) -> tuple[Blocker, ...]:
    known = explanations()
    subjects: Counter[str] = Counter()
    packages: dict[str, list[str]] = {}
    for name, rules in found:
        subjects.update(rules)
        for rule in rules:
            packages.setdefault(rule, []).append(name)
    listed = (
        Blocker(rule, known[rule].title if rule in known else "", count, tuple(packages[rule]))
        for rule, count in subjects.items()
    )
    return tuple(sorted(listed, key=lambda one: (-len(one.packages), -one.subjects, one.rule)))


def to_json(summary: Summary) -> dict[str, object]:
    """Return the object of summary.json; `batch/summary.schema.json` describes it."""
    return {
        "version": 1,
        "tool": f"unstatic {unstatic.__version__}",
        "packages": [_package_json(line) for line in summary.lines],
        "waiting": list(summary.waiting),
        "totals": {
            "packages": dict(summary.outcomes),
            "types": _counts_json(summary.types),
            "globals": _counts_json(summary.globals),
        },
        "blockers": [_blocker_json(one) for one in summary.blockers],
        "remains": [_blocker_json(one) for one in summary.remains],
    }


def _package_json(line: Line) -> dict[str, Json | float]:
    result = line.result
    return {
        "name": result.name,
        "source": result.source,
        "outcome": line.outcome,
        "cause": result.cause,
        "error": result.error,
        "exit_code": result.exit_code,
        "verified": result.verified,
        "seconds": result.seconds,
        "mebibytes": result.mebibytes,
        "extensions": line.extensions,
        "types": _counts_json(line.types),
        "globals": _counts_json(line.globals),
        "claims": list(line.claims),
        "lines_added": line.lines_added,
        "lines_removed": line.lines_removed,
        "rules": dict(sorted(line.rules.items())),
        "files": [f"packages/{result.name}/{name}" for name in sorted(result.files)],
    }


def _counts_json(counts: Counts) -> Json:
    return {"migrated": counts.migrated, "kept": counts.kept, "refused": counts.refused}


def _blocker_json(blocker: Blocker) -> Json:
    return {
        "rule": blocker.rule,
        "title": blocker.title,
        "subjects": blocker.subjects,
        "packages": list(blocker.packages),
    }


def to_csv(summary: Summary) -> str:
    """Return the packages as a table with a heading, one per line."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for row in _rows(summary):
        writer.writerow(row)
    return stream.getvalue()


def _rows(summary: Summary) -> Iterator[Sequence[str | int | float]]:
    yield (
        *("package", "outcome", "cause", "extensions", "types", "types migrated", "globals", "globals migrated"),
        *("interpreters", "lines added", "lines removed", "verified", "seconds", "MiB", "rules", "error"),
    )
    for line in summary.lines:
        result = line.result
        verified = "" if result.verified is None else "yes" if result.verified else "no"
        rules = " ".join(f"{rule}:{count}" for rule, count in sorted(line.rules.items()))
        yield (
            *(result.name, line.outcome, result.cause, line.extensions, line.types.total, line.types.migrated),
            *(line.globals.total, line.globals.migrated, " ".join(line.claims), line.lines_added, line.lines_removed),
            *(verified, result.seconds, result.mebibytes, rules, result.error),
        )
