"""Findings in SARIF 2.1.0, the format of code scanning services."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args
from urllib.parse import quote

from unstatic import __version__
from unstatic.delivery.gate.findings import MEANINGS, TITLES, Finding, Key, Kind
from unstatic.delivery.gate.places import Places
from unstatic.delivery.gate.watch import Failure, Watched
from unstatic.migration.report import Json
from unstatic.text.source import Location

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

# The page that says why, and what to do, for each kind.
_PAGES: dict[Kind, str] = {
    "static-type": "heap-types",
    "global-state": "module-state",
    "type-lifetime": "spec-lifetimes",
    "single-phase-init": "multi-phase-init",
    "process-state": "process-state",
    "keep-comment": "keep-comment",
}
_KINDS: tuple[Kind, ...] = get_args(Kind)


def document(watched: Watched, bases: Sequence[Path]) -> dict[str, Json]:
    """Return the log of one run; paths are relative to the first of *bases* that they lie below."""
    places = Places(bases)
    run: dict[str, Json] = {
        "tool": {"driver": {"name": "unstatic", "version": __version__, "rules": [_rule(kind) for kind in _KINDS]}},
        "invocations": [
            {
                "executionSuccessful": not watched.failures,
                "toolExecutionNotifications": [_notification(failure) for failure in watched.failures],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(watched, finding, places) for finding in watched.all],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(kind: Kind) -> Json:
    advice = f"`unstatic explain {_PAGES[kind]}` says more, and what to do."
    return {
        "id": kind,
        "name": "".join(word.capitalize() for word in kind.split("-")),
        "shortDescription": {"text": TITLES[kind].capitalize()},
        "fullDescription": {"text": MEANINGS[kind]},
        "help": {"text": f"{MEANINGS[kind]} {advice}"},
        "defaultConfiguration": {"level": "warning"},
    }


def _notification(failure: Failure) -> Json:
    return {"level": "error", "message": {"text": f"{failure.extension}: {failure.reason}"}}


def _result(watched: Watched, finding: Finding, places: Places) -> Json:
    result: dict[str, Json] = {
        "ruleId": finding.kind,
        "ruleIndex": _KINDS.index(finding.kind),
        "level": watched.level(finding),
        "message": {"text": f"{finding.title}: {finding.message}"},
        "locations": [_location(finding.location, places, finding.key)],
        "partialFingerprints": {"unstaticFinding/v1": _fingerprint(finding.key)},
        "properties": {"extension": finding.key.extension, "rule": finding.rule},
    }
    if finding.cause is not None and not finding.kept:
        result["relatedLocations"] = [{**_location(finding.cause, places), "message": {"text": finding.message}}]
    if watched.has_baseline and not finding.kept:
        result["baselineState"] = "new" if watched.is_new(finding) else "unchanged"
    result["suppressions"] = list(_suppressions(finding, places))
    return result


def _suppressions(finding: Finding, places: Places) -> Iterator[Json]:
    if finding.kept:
        found: dict[str, Json] = {"kind": "inSource", "justification": finding.kept}
        if finding.cause is not None:
            found["location"] = _location(finding.cause, places)
        yield found


def _location(location: Location | None, places: Places, key: Key | None = None) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if location is not None:
        region: dict[str, Json] = {"startLine": location.line}
        column = places.character(location)
        if column is not None:
            region["startColumn"] = column
        found["physicalLocation"] = {"artifactLocation": _artifact(location.path, places), "region": region}
    if key is not None:
        found["logicalLocations"] = [{"name": key.name, "fullyQualifiedName": f"{key.extension}:{key.name}"}]
    return found


def _artifact(path: Path, places: Places) -> dict[str, Json]:
    relative = places.relative(path)
    if relative is None:
        return {"uri": f"file://{quote(os.fsencode(path))}"}
    return {"uri": quote(os.fsencode(relative)), "uriBaseId": "%SRCROOT%"}


def _fingerprint(key: Key) -> str:
    """Return what tells a service that two runs found the same: like the baseline, it knows no lines."""
    text = "\0".join((key.extension, key.kind, key.name, key.path))
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
