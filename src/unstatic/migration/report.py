"""What happened to each extension, and its JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from unstatic.model.obstacle import Obstacle
from unstatic.objections.revision import Objection
from unstatic.text.source import Location, Span

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Kind = Literal["type", "global", "spec", "init", "function"]
Decided = Literal["migrate", "keep", "refuse"]
Outcome = Literal["migrated", "partial", "refused", "failed", "nothing-to-do"]
Holds = Literal["", "objects", "constants", "data"]

_PAST: dict[Decided, str] = {"migrate": "migrated", "keep": "kept", "refuse": "refused"}


@dataclass(frozen=True, slots=True)
class SubjectReport:
    """What was decided about one type, global, function or the module's initialisation, and why.

    *rule* is an id that `unstatic explain` knows, or empty.
    """

    name: str
    kind: Kind
    outcome: Decided
    reason: str
    rule: str = ""
    location: Location | None = None
    """What the reason speaks of."""
    declared: Location | None = None
    """Where the subject itself stands."""
    obstacles: tuple[Obstacle, ...] = ()
    """All that is in the way of a refused subject: the reason, and what else it would meet without that."""

    @property
    def subject(self) -> str:
        """The name by which obstacles and options speak of it, such as `type:Point`."""
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class KeepComment:
    """A comment by which a maintainer keeps something; *problem* says why it has no effect, or is empty."""

    name: str
    location: Location
    reason: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Residue:
    """Something that still keeps the module from being isolated."""

    name: str
    location: Location | None
    reason: str
    rule: str = ""
    holds: Holds = ""
    """What the variable leads to: Python objects, constants that all interpreters share, or C data only."""


@dataclass(frozen=True, slots=True)
class ExtensionReport:
    """Everything that is to be said about one extension.

    *files* are those that the migration changes, in an inventory the sources; relative to the project's root.
    """

    name: str
    outcome: Outcome
    files: tuple[str, ...] = ()
    types: tuple[SubjectReport, ...] = ()
    globals: tuple[SubjectReport, ...] = ()
    specs: tuple[SubjectReport, ...] = ()
    """The types that were heap types before and whose instances' lifetime is mended, or would have to be."""
    init: SubjectReport | None = None
    residue: tuple[Residue, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    """What the module says of itself once all is done: `multiple_interpreters` and `gil`."""
    source_claims: Mapping[str, str] = field(default_factory=dict)
    """What the source says of the same without unstatic."""
    notes: tuple[str, ...] = ()
    keep_comments: tuple[KeepComment, ...] = ()
    loading: str = ""
    """How the module can be loaded, compared with before, as a clause; empty where nothing is to be said of it."""
    lines_added: int = 0
    lines_removed: int = 0
    incomplete: tuple[str, ...] = ()
    """What an inventory couldn't read, and why."""
    has_syntax_errors: bool = False
    """Whether some of that is code of the project, and not a header that isn't there."""
    objections: tuple[Objection, ...] = ()
    """What a maintainer who reads the diff would object to, for a person to mend before it is given out."""
    read: tuple[str, ...] = ()
    """The project's files that all of this was read from, relative to its root; empty if nothing could be read."""
    skipped: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    """The parts of these files that aren't compiled here."""
    shared: Mapping[str, str] = field(default_factory=dict)
    """Headers that change and that sources of other modules include, each with the first of these."""
    lends: tuple[str, ...] = ()
    """The types that move and that capsules hand out to other extensions, as subjects."""
    keeps: tuple[str, ...] = ()
    """The modules whose C APIs are kept in variables of the process."""

    @property
    def subjects(self) -> tuple[SubjectReport, ...]:
        """The types, the globals, the specs and the initialisation, in this order."""
        return (*self.types, *self.globals, *self.specs, *((self.init,) if self.init else ()))

    @property
    def has_refusals(self) -> bool:
        """Whether anything that was asked for is not done."""
        refused = any(subject.outcome == "refuse" for subject in self.subjects)
        return refused or self.outcome in ("refused", "failed")


def stopped(report: ExtensionReport, reason: str) -> ExtensionReport:
    """Return an inventory as the report on a migration that failed for a *reason*: nothing of it moves."""

    def stays(item: SubjectReport) -> SubjectReport:
        if item.outcome != "migrate":
            return item
        return replace(item, outcome="refuse", reason="the extension can't be read as a whole", rule="parse-error")

    return replace(
        report,
        outcome="failed",
        files=(),
        types=tuple(map(stays, report.types)),
        globals=tuple(map(stays, report.globals)),
        specs=tuple(map(stays, report.specs)),
        init=report.init and stays(report.init),
        residue=(),
        claims=report.source_claims,
        notes=(reason,),
        loading="",
    )


def relocated(report: ExtensionReport, base: Path) -> ExtensionReport:
    """Return the report with every location below *base*, a real path, relative to it; the others stay absolute."""
    return replace(
        report,
        types=tuple(_subject_below(base, item) for item in report.types),
        globals=tuple(_subject_below(base, item) for item in report.globals),
        specs=tuple(_subject_below(base, item) for item in report.specs),
        init=_subject_below(base, report.init) if report.init else None,
        residue=tuple(replace(item, location=_below(base, item.location)) for item in report.residue),
        keep_comments=tuple(replace(item, location=place_below(base, item.location)) for item in report.keep_comments),
        incomplete=tuple(_text_below(base, text) for text in report.incomplete),
        notes=tuple(_text_below(base, text) for text in report.notes),
    )


def _text_below(base: Path, text: str) -> str:
    """Return a text that opens with a place, with that relative to *base*."""
    return text.removeprefix(f"{base}{os.sep}")


def _subject_below(base: Path, item: SubjectReport) -> SubjectReport:
    obstacles = tuple(replace(one, location=place_below(base, one.location)) for one in item.obstacles)
    declared = _below(base, item.declared)
    return replace(item, location=_below(base, item.location), declared=declared, obstacles=obstacles)


def _below(base: Path, location: Location | None) -> Location | None:
    return location and place_below(base, location)


def place_below(base: Path, location: Location) -> Location:
    """Return a place relative to *base*, a real path, if it is below that."""
    return Location(_path(base, location.path), location.line, location.column)


@lru_cache(maxsize=1024)
def _path(base: Path, path: Path) -> Path:
    return path.relative_to(base) if path.is_relative_to(base) else path


def to_json(reports: Sequence[ExtensionReport]) -> dict[str, Json]:
    """Return the object that `--report` writes; `report.schema.json` describes it."""
    return {"version": 1, "extensions": [_extension_json(report) for report in reports]}


def _extension_json(report: ExtensionReport) -> Json:
    return {
        "name": report.name,
        "outcome": report.outcome,
        "files": list(report.files),
        "types": [_subject_json(subject) for subject in report.types],
        "globals": [_subject_json(subject) for subject in report.globals],
        "specs": [_subject_json(subject) for subject in report.specs],
        "init": _subject_json(report.init) if report.init else None,
        "residue": [_residue_json(residue) for residue in report.residue],
        "claims": dict(report.claims),
        "source_claims": dict(report.source_claims),
        "notes": list(report.notes),
        "keep_comments": [_comment_json(comment) for comment in report.keep_comments],
        "loading": report.loading,
        "lines_added": report.lines_added,
        "lines_removed": report.lines_removed,
        "incomplete": list(report.incomplete),
        "objections": [_objection_json(objection) for objection in report.objections],
    }


def _subject_json(subject: SubjectReport) -> Json:
    return {
        "name": subject.name,
        "outcome": _PAST[subject.outcome],
        "reason": subject.reason,
        "location": _location_json(subject.location),
        "rule": subject.rule,
        "declared": _location_json(subject.declared),
        "obstacles": [_obstacle_json(obstacle) for obstacle in subject.obstacles],
    }


def _obstacle_json(obstacle: Obstacle) -> Json:
    return {
        "rule": obstacle.rule,
        "reason": obstacle.reason,
        "location": _location_json(obstacle.location),
        "follows": obstacle.follows,
    }


def _objection_json(objection: Objection) -> Json:
    return {
        "rule": objection.rule,
        "path": objection.path.as_posix(),
        "line": objection.line,
        "text": objection.text,
    }


def _comment_json(comment: KeepComment) -> Json:
    return {
        "name": comment.name,
        "location": _location_json(comment.location),
        "reason": comment.reason,
        "problem": comment.problem,
    }


def _residue_json(residue: Residue) -> Json:
    return {
        "name": residue.name,
        "location": _location_json(residue.location),
        "reason": residue.reason,
        "rule": residue.rule,
        "holds": residue.holds,
    }


def _location_json(location: Location | None) -> Json:
    if location is None:
        return None
    return {"path": location.path.as_posix(), "line": location.line, "column": location.column}


def counted(count: int, word: str) -> str:
    """Return a number with its noun: "1 type", "2 types"."""
    return f"{count} {word}{'' if count == 1 else 's'}"
