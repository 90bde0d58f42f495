"""A report as findings: what isn't isolated yet, one by one, with a name that outlives changes of lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from unstatic.migration.report import ExtensionReport, KeepComment, SubjectReport
from unstatic.text.source import Location

Kind = Literal["static-type", "global-state", "type-lifetime", "single-phase-init", "process-state", "keep-comment"]

_SUBJECTS: dict[str, Kind] = {
    "type": "static-type",
    "global": "global-state",
    "spec": "type-lifetime",
    "init": "single-phase-init",
}
TITLES: dict[Kind, str] = {
    "static-type": "static type",
    "global-state": "static variable",
    "type-lifetime": "heap type that its instances don't count for",
    "single-phase-init": "single-phase initialisation",
    "process-state": "state that modules may share",
    "keep-comment": "keep comment without effect",
}
MEANINGS: dict[Kind, str] = {
    "static-type": "A type object that is one for the whole process: all interpreters share it.",
    "global-state": "A variable that is one for the whole process, for objects or for data that can change.",
    "type-lifetime": "A type from a spec whose instances never release it, or don't show that they hold it.",
    "single-phase-init": "PyInit_... makes the module itself, so the import system can make only one of it.",
    "process-state": "Something that may keep state of the whole process, as a library that is linked in.",
    "keep-comment": "A comment that asks to keep something, and names nothing that is there or gives no reason.",
}
_FATES = {"migrate": "it can be migrated", "keep": "it stays", "refuse": "it can't be migrated yet"}


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a finding is recognised by: no line and no reason, as both change with code elsewhere."""

    extension: str
    kind: str
    name: str
    path: str
    """Relative to the project, with slashes."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that keeps the module from being isolated, or a comment that says so in vain."""

    key: Key
    message: str
    rule: str
    """What `unstatic explain` tells more about, or empty."""
    location: Location | None
    """Where it stands."""
    cause: Location | None = None
    """What the message speaks of, if that is elsewhere."""
    kept: str = ""
    """The reason of the comment that keeps it, or empty."""

    @property
    def kind(self) -> Kind:
        """What is found."""
        kind: Kind = self.key.kind  # type: ignore[assignment]  # made here only
        return kind

    @property
    def title(self) -> str:
        """What is found, with its name."""
        return f"{TITLES[self.kind]} {self.key.name}".strip()


def findings(report: ExtensionReport, root: Path) -> tuple[Finding, ...]:
    """Return the findings of one extension in the project at *root*, a real path, in the order of their places."""
    in_vain = (_in_vain(report, root, comment) for comment in report.keep_comments if comment.problem)
    found = (*_subjects(report, root), *_remains(report, root), *in_vain)
    return tuple(sorted(found, key=_place))


def _place(finding: Finding) -> tuple[str, int, int]:
    location = finding.location
    return (str(location.path), location.line, location.column) if location else ("", 0, 0)


def _subjects(report: ExtensionReport, root: Path) -> Iterator[Finding]:
    for subject in report.subjects:
        if not _is_fine(subject):
            location = subject.declared or subject.location
            cause = subject.location if subject.location != location else None
            key = Key(report.name, _SUBJECTS[subject.kind], _plain_name(subject), _path(location, root))
            message = f"{_FATES[subject.outcome]}: {subject.reason}"
            kept = _reasons(report).get(subject.location, "") if subject.rule == "keep-comment" else ""
            yield Finding(key, message, subject.rule, location, cause, kept)


def _is_fine(subject: SubjectReport) -> bool:
    """Tell whether there is nothing to be done about a subject, or nobody asked about it."""
    is_multi_phase = subject.kind == "init" and subject.rule == "init"
    return subject.outcome == "keep" and (is_multi_phase or subject.rule == "only")


def _plain_name(subject: SubjectReport) -> str:
    """Return the name without the file that tells it from a namesake: that comes and goes with the other one."""
    place = subject.declared
    return subject.name.removeprefix(f"{place.path.name}:") if place else subject.name


def _reasons(report: ExtensionReport) -> dict[Location | None, str]:
    return {comment.location: comment.reason for comment in report.keep_comments}


def _remains(report: ExtensionReport, root: Path) -> Iterator[Finding]:
    """Yield what remains and is no type or variable of the project, as a library that is linked in."""
    told = {(subject.location, subject.reason) for subject in report.subjects}
    for item in report.residue:
        if (item.location, item.reason) not in told:
            key = Key(report.name, "process-state", item.name, _path(item.location, root))
            yield Finding(key, item.reason, item.rule, item.location)


def _in_vain(report: ExtensionReport, root: Path, comment: KeepComment) -> Finding:
    key = Key(report.name, "keep-comment", comment.name, _path(comment.location, root))
    return Finding(key, comment.problem, "keep-comment", comment.location)


def _path(location: Location | None, root: Path) -> str:
    if location is None:
        return ""
    below = location.path.is_relative_to(root)
    return (location.path.relative_to(root) if below else Path(location.path.name)).as_posix()
