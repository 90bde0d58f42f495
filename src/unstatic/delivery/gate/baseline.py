"""The findings that a project knows and accepts, in a file; and what is new compared with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.delivery.gate.findings import Finding, Key
from unstatic.errors import UsageError

_VERSION = 1
_WRITE = "`unstatic scan --write-baseline FILE PATH...` writes one"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Findings against a baseline. Those that a comment keeps are neither new nor known."""

    new: tuple[Finding, ...]
    known: tuple[Finding, ...]
    kept: tuple[Finding, ...]
    gone: tuple[Key, ...]
    """What the baseline lists and nobody found any more."""


def text(findings: Iterable[Finding]) -> str:
    """Return the file for *findings*: a line for each, sorted, so that version control shows what changes."""
    keys = sorted(finding.key for finding in findings if not finding.kept)
    lines = ",\n  ".join(json.dumps(_entry(key)) for key in keys)
    listed = f"[\n  {lines}\n ]" if keys else "[]"
    return f'{{\n "tool": "unstatic",\n "baseline": {_VERSION},\n "findings": {listed}\n}}\n'


def _entry(key: Key) -> dict[str, str]:
    return {"extension": key.extension, "kind": key.kind, "name": key.name, "path": key.path}


def read(path: Path) -> tuple[Key, ...]:
    """Return what a baseline lists. Raises UsageError if there is none, or something else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise UsageError(f"--baseline {path}: there is no such file; {_WRITE}") from error
    except OSError as error:
        raise UsageError(
            f"--baseline {path}: can't be read: {error.strerror or error}; make one with --write-baseline"
        ) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--baseline {path}: isn't JSON: {error}; {_WRITE}") from error
    return _keys(path, data)


def _keys(path: Path, data: object) -> tuple[Key, ...]:
    if isinstance(data, dict) and "extensions" in data:
        raise UsageError(f"--baseline {path}: is a report of unstatic, not a baseline; {_WRITE}")
    if not isinstance(data, dict) or data.get("tool") != "unstatic" or "baseline" not in data:
        raise UsageError(f"--baseline {path}: isn't a baseline of unstatic; {_WRITE}")
    if data["baseline"] != _VERSION:
        raise UsageError(f"--baseline {path}: has version {data['baseline']!r}, not {_VERSION}; {_WRITE}")
    listed = data.get("findings")
    if not isinstance(listed, list):
        raise UsageError(f"--baseline {path}: `findings` isn't a list; {_WRITE}")
    return tuple(_key(path, number, item) for number, item in enumerate(listed, start=1))


def _key(path: Path, number: int, item: object) -> Key:
    values = [item.get(name) for name in _entry(Key("", "", "", ""))] if isinstance(item, dict) else [None]
    if not all(isinstance(value, str) for value in values):
        raise UsageError(f"--baseline {path}: finding {number} isn't one; {_WRITE}")
    return Key(*map(str, values))


def compare(findings: Sequence[Finding], listed: Sequence[Key], examined: frozenset[str]) -> Comparison:
    """Compare *findings* with what is *listed*. Only what belongs to *examined* extensions can be gone.

    Each entry accounts for one finding: of the same file if there is one, else of the same name elsewhere in the
    extension, for files get other names and functions move.
    """
    kept = tuple(finding for finding in findings if finding.kept)
    open_ = [finding for finding in findings if not finding.kept]
    left = Counter(listed)
    unmatched = [finding for finding in open_ if not _taken(left, finding.key)]
    moved = Counter(_anywhere(key) for key in left.elements())
    new = [finding for finding in unmatched if not _taken(moved, _anywhere(finding.key))]
    gone = [key for key in sorted(left.elements()) if key.extension in examined and _taken(moved, _anywhere(key))]
    is_new = set(map(id, new))
    known = tuple(finding for finding in open_ if id(finding) not in is_new)
    return Comparison(tuple(new), known, kept, tuple(gone))


def _anywhere(key: Key) -> Key:
    return Key(key.extension, key.kind, key.name, "")


def _taken(counts: Counter[Key], key: Key) -> bool:
    """Take one of *key* off *counts* if there is one."""
    if counts[key] <= 0:
        return False
    counts[key] -= 1
    return True
