"""Findings as workflow commands of GitHub Actions: notes at the lines of a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.delivery.gate.findings import TITLES, Finding
from unstatic.delivery.gate.places import Places
from unstatic.delivery.gate.watch import Watched

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def commands(watched: Watched, bases: Sequence[Path]) -> Iterator[str]:
    """Yield a command for each finding that is new, or for all if there is nothing to compare with.

    Paths are relative to the first of *bases* that they lie below: best the folder of the repository.
    """
    places = Places(bases)
    for failure in watched.failures:
        yield f"::error title=unstatic::{_data(f'{failure.extension}: {failure.reason}')}"
    for finding in watched.comparison.new:
        yield _annotation(finding, _COMMANDS[watched.level(finding)], places)


def _annotation(finding: Finding, command: str, places: Places) -> str:
    properties = {"title": f"unstatic: {TITLES[finding.kind]}"}
    location = finding.location
    if location is not None:
        column = places.character(location)
        properties = {
            "file": str(places.relative(location.path) or location.path),
            "line": str(location.line),
            **({"col": str(column)} if column is not None else {}),
            **properties,
        }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    rule = f" ({finding.rule})" if finding.rule else ""
    return f"::{command} {listed}::{_data(f'{finding.title}: {finding.message}{rule}')}"


def _data(text: str) -> str:
    return _printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _printable(text: str) -> str:
    """Return *text* with bytes of names that aren't UTF-8, and what moves a cursor, as escapes."""
    shown = re.sub(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]", lambda match: f"\\x{ord(match[0]):02x}", text)
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")
