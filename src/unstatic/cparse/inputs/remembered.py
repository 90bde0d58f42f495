"""Parses that are made again and again while extensions of the same files are worked on, kept for the next of these.

Each of them reads the units of the others, and most of their steps leave the same text.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from unstatic.cparse.facts import ParsedUnit, Reference
from unstatic.system.store import digest
from unstatic.text.source import SourceFile

Question = tuple[object, ...]
_Before = tuple[Mapping[Path, str], Mapping[Path, object]]
_MOST_BYTES = 1 << 25


@dataclass(frozen=True, slots=True)
class Told:
    """What a parse noted of what it depends on, for who asks for that."""

    names: Sequence[str]
    arguments: list[str]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One parse: what it was made from, and what came of it."""

    beyond: _Before | None
    files: Mapping[Path, str]
    """What stands for the contents of the project's files."""
    others: Mapping[str, tuple[int, int]]
    """The headers of others, with their times and sizes."""
    packed: bytes
    told: Told


class _Contents:
    """The files of a project as they are now, each looked at once."""

    def __init__(self, memory: Mapping[Path, bytes]) -> None:
        self._memory = memory
        self._known: dict[Path, tuple[bytes, str]] = {}

    def data(self, path: Path) -> bytes:
        """Return the contents of a file."""
        return self._at(path)[0]

    def are(self, files: Mapping[Path, str]) -> bool:
        """Tell whether the files have these contents."""
        return all(self._at(path)[1] == known for path, known in files.items())

    def _at(self, path: Path) -> tuple[bytes, str]:
        found = self._known.get(path)
        if found is None:
            data = self._memory.get(path)
            if data is None:
                try:
                    data = path.read_bytes()
                except OSError:
                    return b"", ""
            found = self._known[path] = data, digest(data)
        return found


class Remembered:
    """The parses that this process keeps: as many as fit, the last ones."""

    def __init__(self) -> None:
        self._entries: dict[Question, deque[_Entry]] = {}
        self._order: deque[tuple[Question, int]] = deque()
        self._size = 0

    def find(
        self, question: Question, memory: Mapping[Path, bytes], beyond: ParsedUnit | None
    ) -> tuple[ParsedUnit, Told] | None:
        """Return the parse that a question led to, if nothing changed since; *memory* replaces what is on disk."""
        contents, before = _Contents(memory), _before(beyond)
        for entry in self._entries.get(question, ()):
            is_same = entry.beyond == before and contents.are(entry.files)
            if is_same and all(_state(name) == state for name, state in entry.others.items()):
                files = {path: SourceFile(path, contents.data(path)) for path in entry.files}
                return replace(_unpacked(entry.packed), files=files), entry.told
        return None

    def keep(self, question: Question, beyond: ParsedUnit | None, found: ParsedUnit, told: Told) -> None:
        """Keep what a question led to, unless something was missing: it could be there the next time."""
        if told.missing:
            return
        own = {_real(str(path)) for path in found.files}
        others = {name: _state(name) for name in told.names if _real(name) not in own}
        packed = _packed(found)
        entry = _Entry(_before(beyond), _digests(found), others, packed, told)
        self._entries.setdefault(question, deque()).append(entry)
        self._order.append((question, len(packed)))
        self._size += len(packed)
        while self._size > _MOST_BYTES:
            oldest, size = self._order.popleft()
            self._entries[oldest].popleft()
            self._size -= size


REMEMBERED = Remembered()


def _packed(unit: ParsedUnit) -> bytes:
    """Return a parse without its files in a tenth of the memory, references by columns: most of it are those."""
    columns = tuple(zip(*unit.references, strict=True))
    rest = replace(unit, files={}, references=())
    return zlib.compress(pickle.dumps((rest, columns), pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(packed: bytes) -> ParsedUnit:
    unit, columns = pickle.loads(zlib.decompress(packed))
    new = tuple.__new__
    found: ParsedUnit = replace(unit, references=tuple([new(Reference, row) for row in zip(*columns, strict=True)]))
    return found


@lru_cache(maxsize=4096)
def _real(name: str) -> str:
    """Return a path without links, as it was when it was first asked for: a run leaves them alone."""
    return os.path.realpath(name)


def _before(beyond: ParsedUnit | None) -> _Before | None:
    """Return what tells one parse of a unit from another."""
    return None if beyond is None else (_digests(beyond), beyond.skipped)


def _digests(unit: ParsedUnit) -> dict[Path, str]:
    return {path: digest(file.data) for path, file in unit.files.items()}


def _state(name: str) -> tuple[int, int]:
    try:
        found = os.stat(name)
    except OSError:
        return 0, -1
    return found.st_mtime_ns, found.st_size
