"""The folder of the cache: entries are written whole, checked when they're read, and dropped when there are too many.

Several runs may use it at once. What can't be read or written is as if it weren't there.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

MOST_BYTES = 512 * 1024 * 1024
"""The size at which the entries that were used least recently go."""
RESULTS, HEADERS = "results", "headers"
"""The kinds of entries, each in a folder of its own."""
MADE = "made"
"""The folder of headers that stand in for those which a configuration makes."""
_MARK = b"unstatic cache 1\n"
_SUFFIX = ".entry"
_FILES = (_SUFFIX, ".pch")
_CHECK_EVERY = 64


@dataclass(frozen=True, slots=True)
class Info:
    """What there is in the cache."""

    folder: Path
    entries: int
    size: int
    """In bytes."""


def default_folder() -> Path:
    """Return the folder that UNSTATIC_CACHE_DIR names, else the one for caches on this system."""
    named = os.environ.get("UNSTATIC_CACHE_DIR")
    if named:
        return Path(named).absolute()
    from platformdirs import user_cache_path

    return user_cache_path("unstatic", appauthor=False)


def digest(*parts: bytes) -> str:
    """Return what stands for the contents of *parts*."""
    made = blake2b(digest_size=20)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.hexdigest()


class Store:
    """Reads and writes entries by key, which is a digest."""

    def __init__(self, folder: Path, kind: str = RESULTS) -> None:
        self.folder = folder
        self._entries = folder / kind

    def read(self, key: str) -> bytes | None:
        """Return an entry; None if there's none that is whole."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        start = data.find(b"\n", len(_MARK)) + 1
        body = data[start:]
        if not data.startswith(_MARK) or data[len(_MARK) : start] != digest(body).encode() + b"\n":
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return body

    def file(self, key: str) -> Path:
        """Return where a file is that a library writes and reads by itself; an entry has to tell if it's whole."""
        return self._entries / f"{key}.pch"

    def write(self, key: str, body: bytes) -> bool:
        """Keep an entry; tell whether that was possible."""
        path = self._path(key)
        try:
            temporary = self.temporary(key)
        except OSError:
            return False
        try:
            temporary.write_bytes(b"".join((_MARK, digest(body).encode(), b"\n", body)))
            temporary.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            return False
        if os.urandom(1)[0] % _CHECK_EVERY == 0:
            self.prune()
        return True

    def temporary(self, key: str) -> Path:
        """Return a path for a file that isn't whole yet, in the same folder. Raises OSError if that can't be made."""
        self._entries.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._entries / f"{key}.{os.getpid()}-{os.urandom(4).hex()}.tmp"

    def info(self) -> Info:
        """Return how much there is."""
        found = {item.name: item.stat().st_size for item in self._files()}
        return Info(self.folder, sum(name.endswith(_SUFFIX) for name in found), sum(found.values()))

    def clear(self) -> Info:
        """Remove every entry, and return what was there. Raises OSError if one can't be removed."""
        found = self.info()
        for item in self._files(everything=True):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(item.path)
        return found

    def prune(self, most: int = MOST_BYTES) -> None:
        """Remove the entries that were used least recently, until all fit into *most* bytes."""
        with contextlib.suppress(OSError):
            listed = sorted((item.stat().st_mtime_ns, item.stat().st_size, item.path) for item in self._files(True))
            size = sum(item[1] for item in listed)
            for _, length, path in listed:
                if size <= most:
                    return
                os.unlink(path)
                size -= length

    def _files(self, everything: bool = False) -> Iterator[os.DirEntry[str]]:
        """Yield the entries; with *everything* also what a crash left behind."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(self._entries) as found:
            yield from (item for item in found if item.name.endswith((*_FILES, ".tmp") if everything else _FILES))

    def _path(self, key: str) -> Path:
        return self._entries / f"{key}{_SUFFIX}"
