"""Keeps what a command worked out for an extension, and gives it again while nothing that it depends on changed."""

from __future__ import annotations

import contextlib
import json
import os
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import overload

from unstatic.cache import identity
from unstatic.cache.inputs import Disk, Inputs
from unstatic.cache.values import decode, encode
from unstatic.migration.outcome import Outcome, Step
from unstatic.project.scan import ExtensionInput
from unstatic.settings.config import Settings
from unstatic.system.reads import recording
from unstatic.system.store import Store, digest

# These change how a run goes, not what comes out.
_IRRELEVANT = {"jobs", "strict", "precompiled"}


def key_of(command: str, extension: ExtensionInput, settings: Settings) -> str:
    """Return what stands for a question: what is asked, of which sources, with which settings, by which program."""
    asked = {name: getattr(settings, name) for name in settings.__slots__ if name not in _IRRELEVANT}
    places = [os.path.realpath(path) for path in (extension.root, *(unit.path for unit in extension.units))]
    library = settings.libclang
    stamp = _stamp(library) if library is not None else None
    everything = (command, extension, asked, places, stamp, os.getcwd(), identity.program(), identity.surroundings())
    return digest(json.dumps(_plain(everything), sort_keys=True).encode())


def known(store: Store, key: str, disk: Disk) -> Outcome | None:
    """Return the kept answer, if all that it depends on is as it was."""
    body = store.read(key)
    if body is None:
        return None
    try:
        inputs, outcome, steps = body.split(b"\n", 2)
        if not Inputs.from_json(json.loads(inputs)).hold(disk):
            return None
        found, hunks = decode(json.loads(outcome))
        if not isinstance(found, Outcome):
            return None
        by_pair = {_pair(found, path): text for path, text in hunks.items()}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    return replace(found, steps=_Steps(steps), hunks=by_pair)


def _pair(outcome: Outcome, path: Path) -> tuple[bytes, bytes]:
    """Return the old and the new bytes of a file."""
    return outcome.before.get(path, b""), outcome.after.get(path, b"")


class _Steps(Sequence[Step]):
    """The steps of a kept outcome, which are most of it: unpacked when somebody looks at them."""

    def __init__(self, written: bytes) -> None:
        self._written = written

    @cached_property
    def _made(self) -> tuple[Step, ...]:
        found: tuple[Step, ...] = decode(json.loads(zlib.decompress(self._written)))
        return found

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self._made[index]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, _Steps) else other)

    def __hash__(self) -> int:
        return hash(self._made)


def kept(store: Store, key: str, extension: ExtensionInput, work: Callable[[], Outcome]) -> Outcome:
    """Return the answer that *work* gives, and keep it. What *work* raises isn't kept."""
    start = time.time_ns()
    with recording() as reads:
        outcome = work()
    if outcome.report.incomplete:
        # Where a missing header may turn up one day isn't known.
        return outcome
    root = Path(os.path.realpath(extension.root))
    inputs = Inputs.of(reads, root, (unit.path for unit in extension.units), Disk())
    if not inputs.are_newer(start) and None not in (inputs.files.get(str(unit.path)) for unit in extension.units):
        with contextlib.suppress(TypeError, RecursionError):
            store.write(key, _written(inputs, outcome))
    return outcome


def _written(inputs: Inputs, outcome: Outcome) -> bytes:
    """Return the entry: what it depends on, what nearly all commands need, and the rest. Raises TypeError."""
    hunks = {path: outcome.hunks[pair] for path in outcome.after if (pair := _pair(outcome, path)) in outcome.hunks}
    needed = encode((replace(outcome, steps=(), hunks={}), hunks))
    first, second, steps = (json.dumps(part).encode() for part in (inputs.to_json(), needed, encode(outcome.steps)))
    # Each step holds whole files, nearly as the one before.
    return b"\n".join((first, second, zlib.compress(steps, 1)))


def _plain(value: object) -> object:
    """Return any value in the terms of JSON; different values may not look alike."""
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Path):
        return ["path", str(value)]
    return [type(value).__name__, repr(value)]


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return (found.st_size, found.st_mtime_ns)


__all__ = ["kept", "key_of", "known"]
