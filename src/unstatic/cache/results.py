"""Keeps what a command worked out for an extension, and gives it again while nothing that it depends on changed."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from unstatic.cache import identity
from unstatic.cache.inputs import Disk, Inputs
from unstatic.cache.values import decode, encode
from unstatic.config import Settings
from unstatic.outcome import Outcome
from unstatic.reads import recording
from unstatic.scan import ExtensionInput
from unstatic.store import Store, digest

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
        inputs, outcome = json.loads(body)
        if not Inputs.from_json(inputs).hold(disk):
            return None
        found = decode(outcome)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    return found if isinstance(found, Outcome) else None


def kept(store: Store, key: str, extension: ExtensionInput, work: Callable[[], Outcome]) -> Outcome:
    """Return the answer that *work* gives, and keep it. What *work* raises isn't kept."""
    start = time.time_ns()
    with recording() as reads:
        outcome = work()
    root = Path(os.path.realpath(extension.root))
    inputs = Inputs.of(reads, root, (unit.path for unit in extension.units), Disk())
    if not inputs.are_newer(start) and None not in (inputs.files.get(str(unit.path)) for unit in extension.units):
        with contextlib.suppress(TypeError, RecursionError):
            store.write(key, json.dumps([inputs.to_json(), encode(outcome)]).encode())
    return outcome


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
