"""What is new, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.delivery.gate.findings import Finding, Key
from unstatic.delivery.gate.places import Places
from unstatic.delivery.gate.watch import Watched
from unstatic.migration.report import counted

_ADVICE = (
    "Migrate what is new (`unstatic diff`), or write beside it why it stays: `unstatic: keep NAME because REASON`. "
    "`--write-baseline FILE` accepts everything that is there."
)


def told(watched: Watched, bases: Sequence[Path]) -> str:
    """Return the text on what is new; paths are relative to the first of *bases* that they lie below."""
    return "\n".join(_lines(watched, Places(bases)))


def _lines(watched: Watched, places: Places) -> Iterator[str]:
    found = watched.comparison
    yield from (f"{one.extension}: not examined as a whole\n  error: {one.reason}" for one in watched.failures)
    yield from (_line(finding, places) for finding in found.new)
    yield from (f"gone: {_name(key)}" for key in found.gone)
    numbers = [f"{counted(len(found.new), 'new finding')}", f"{len(found.known)} known"]
    numbers += [f"{len(found.kept)} kept by comments"] if found.kept else []
    numbers += [f"{len(found.gone)} gone"] if found.gone else []
    yield f"{', '.join(numbers)}{f' ({watched.path})' if watched.path else ''}"
    if found.gone and not found.new:
        yield f"The baseline lists what isn't there any more: `--write-baseline {watched.path}` brings it up to date."
    if found.new:
        yield _ADVICE


def _line(finding: Finding, places: Places) -> str:
    location = finding.location
    place = ""
    if location is not None:
        place = f"{places.relative(location.path) or location.path}:{location.line}:{location.column}: "
    cause = finding.cause
    why = f"; see {places.relative(cause.path) or cause.path}:{cause.line}:{cause.column}" if cause else ""
    rule = f" ({finding.rule})" if finding.rule else ""
    return f"{place}new: {finding.title}: {finding.message}{why} [{finding.key.extension}]{rule}"


def _name(key: Key) -> str:
    return f"{key.kind} {key.name} of {key.path} [{key.extension}]"
