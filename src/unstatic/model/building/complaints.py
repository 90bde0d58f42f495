"""What the parser says about an extension: enough to judge a rewrite by, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse.facts import Diagnostic, ParsedUnit
from unstatic.text.source import SourceFile

_UNDECLARED = re.compile(r"use of undeclared identifier '([A-Za-z_]\w*)'")
_NEXT_NAME = re.compile(rb"\s*([A-Za-z_]\w*)")

# The operations on vectors aren't declared here, so that they give an int: `__m128 sum = _mm_add_ps(a, b);`.
_VECTOR = re.compile(r"(?=.*\bincompatible\b)(?=.*'int')(?=.*\(vector of \d+ )")

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
    found: dict[Complaint, None] = {}
    # What is said of a header is the same item in all units that read it.
    seen: set[int] = set()
    for unit in units:
        for item in unit.diagnostics:
            if item.severity not in severities or item.is_stated or id(item) in seen or _VECTOR.match(item.message):
                continue
            if item.path is not None and item.path in unit.files:
                seen.add(id(item))
                found[item.path, item.offset, item.message] = None
    return tuple(found)


def unknown_names(units: Sequence[ParsedUnit]) -> tuple[str, ...]:
    """Return what the parser stumbled over that could be macros: names of nothing, and those where the form breaks."""
    return tuple(dict.fromkeys(name for unit in units for item in unit.diagnostics for name in _unknown(unit, item)))


def _unknown(unit: ParsedUnit, item: Diagnostic) -> Iterator[str]:
    undeclared = _UNDECLARED.match(item.message)
    if item.severity < 3 or item.path is None or item.path not in unit.files:
        return
    if undeclared is not None:
        yield undeclared[1]
    elif item.is_syntax:
        # What is missing is told where the token before it ends.
        found = _NEXT_NAME.match(unit.files[item.path].data, item.offset)
        if found is not None:
            yield found[1].decode()


def stated(unit: ParsedUnit) -> Iterator[str]:
    """Yield what the project's own `#error` lines say: how it was read isn't how it's meant to be compiled."""
    for item in unit.diagnostics:
        if item.is_stated and item.severity >= 3 and item.path is not None and item.path in unit.files:
            where = unit.files[item.path].location(item.offset)
            said = f"{where}: the code says that it can't be compiled like this ({item.message})"
            yield f"{said}; if it compiles for you, pass --capture, or the -D and -I of its build"
