"""What the parser says about an extension: enough to judge a rewrite by, without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse.facts import ParsedUnit
from unstatic.text.source import SourceFile

Complaint = tuple[Path, int, str]
"""Path, byte offset, message."""


@dataclass(frozen=True, slots=True)
class Complaints:
    """What the parser said, each complaint about a file of the project once."""

    sources: Mapping[Path, SourceFile]
    """The files of the project."""
    errors: tuple[Complaint, ...]
    warnings: tuple[Complaint, ...]
    foreign_errors: tuple[str, ...]
    """Errors in files of others, such as where a template of the library is instantiated."""
    forced_errors: tuple[Complaint, ...]
    """Errors and warnings in groups that the parser was made to read."""


def complaints_of(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit]) -> Complaints:
    """Return what was said when *units* were parsed, and in *passes*, which read groups that these skip."""
    return Complaints(
        {path: source for unit in reversed((*units, *passes)) for path, source in unit.files.items()},
        _complaints(units, (3, 4)),
        _complaints(units, (2,)),
        tuple(
            item.message
            for unit in units
            for item in unit.diagnostics
            if item.severity >= 3 and item.path not in unit.files
        ),
        _complaints(passes, (2, 3, 4)),
    )


def _complaints(units: Sequence[ParsedUnit], severities: tuple[int, ...]) -> tuple[Complaint, ...]:
    found = {
        (item.path, item.offset, item.message): None
        for unit in units
        for item in unit.diagnostics
        if item.severity in severities and item.path is not None and item.path in unit.files
    }
    return tuple(found)
