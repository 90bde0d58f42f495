"""Python.h and what stands before it, parsed once and kept: most of the time of a parse goes into these headers.

The library accepts precompiled headers that were made with other macros, and gives wrong facts then. So each is kept
under everything that it was made from: the library, all arguments, the directives before Python.h, and the times of
the folders in which headers are looked for. The library itself compares the headers' sizes and times.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from unstatic.cparse.library import INCOMPLETE, Library, parsed_file
from unstatic.cparse.prefix import Prefix, prefix_of, searched_folders
from unstatic.errors import ParseError
from unstatic.reads import SYSTEM_FOLDERS, VARIABLES
from unstatic.store import HEADERS, Store, digest

_SCHEME = 1
# Made when it's asked for a second time: for a single parse, that would cost more than it saves.
_WORTH_IT = 2
_REFUSED = ("-include", "-imacros", "-ivfsoverlay", "-include-pch", "-iquote", "-idirafter")


@dataclass(frozen=True, slots=True)
class Precompiled:
    """A precompiled header: its file, and the headers in it."""

    file: Path
    key: str
    names: tuple[str, ...]
    folders: tuple[str, ...]
    """The real paths of the headers' folders."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """What a parse is given to begin with them."""
        return "-include-pch", str(self.file)


class _Shelf:
    """The precompiled headers that this process knows, by key; None for one that can't be had."""

    def __init__(self) -> None:
        self.known: dict[str, Precompiled | None] = {}
        self.asked: Counter[str] = Counter()


_SHELF = _Shelf()


def precompiled_for(
    library: Library, folder: Path, path: Path, root: Path, arguments: Sequence[str], memory: Mapping[Path, bytes]
) -> Precompiled | None:
    """
    Return the headers with which the unit *path* (a real path) begins, kept below *folder*; None if there are none.

    That is so as well when more than directives stands before Python.h, or when one of the headers is the project's.
    """
    if any(item in _REFUSED for item in arguments):
        return None
    prefix = prefix_of(path, root, arguments, memory)
    if prefix is None:
        return None
    key = _key(library, prefix, arguments)
    if key not in _SHELF.known:
        store = Store(folder, HEADERS)
        found = _kept(store, key)
        if found is None:
            _SHELF.asked[key] += 1
            if _SHELF.asked[key] < _WORTH_IT:
                return None
            found = _made(library, store, key, prefix, arguments)
        _SHELF.known[key] = found
    found = _SHELF.known[key]
    own = os.path.join(root, "")
    return None if found is None or any(os.path.join(item, "").startswith(own) for item in found.folders) else found


def drop(found: Precompiled) -> None:
    """Forget *found*, which the library doesn't take any more, as a header has changed."""
    _SHELF.known[found.key] = None
    with suppress(OSError):
        found.file.unlink()


def _key(library: Library, prefix: Prefix, arguments: Sequence[str]) -> str:
    everything = (
        _SCHEME,
        _library_stamp(library.path),
        list(arguments),
        [line.decode("latin-1") for line in prefix.lines],
        sorted(prefix.names),
        [(name, _time(name)) for name in (*searched_folders(arguments), *SYSTEM_FOLDERS)],
        [os.environ.get(name) for name in VARIABLES],
    )
    return digest(json.dumps(everything).encode("utf-8", "surrogateescape"))


@lru_cache(maxsize=4)
def _library_stamp(path: Path) -> tuple[str, int, int]:
    found = path.stat()
    return str(path), found.st_size, found.st_mtime_ns


def _time(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _kept(store: Store, key: str) -> Precompiled | None:
    """Return what an earlier run made, if it is whole: the library trusts what it reads there."""
    body = store.read(key)
    if body is None:
        return None
    try:
        made, names, folders = json.loads(body)
        if digest(store.file(key).read_bytes()) != made:
            return None
    except (OSError, ValueError, TypeError):
        return None
    with suppress(OSError):
        os.utime(store.file(key))
    return Precompiled(store.file(key), key, tuple(names), tuple(folders))


def _made(library: Library, store: Store, key: str, prefix: Prefix, arguments: Sequence[str]) -> Precompiled | None:
    """Make the file; None if that can't be done, or if the headers interfere with the lines before them."""
    header = store.file(key).with_suffix(".h")
    language = arguments[arguments.index("-x") + 1]
    given = ["-x", f"{language}-header", *arguments[2:]]
    # Read a second time, as they will be, the headers mustn't say anything new.
    again = (line for line in prefix.lines if line.startswith(b"#include"))
    text = b"\n".join((*prefix.lines, *again, b""))
    try:
        temporary = store.temporary(key)
    except OSError:
        return None
    try:
        with parsed_file(library, header, given, {header: text}, INCOMPLETE) as unit:
            found = (library.file_name(handle) for handle in library.entered(unit))
            names = [name for name in found if name != str(header)]
            if library.call["getNumDiagnostics"](unit) or _interferes(names, prefix):
                return None
            if library.call["saveTranslationUnit"](unit, os.fsencode(temporary), 0):
                return None
        made = digest(temporary.read_bytes())
        temporary.replace(store.file(key))
    except (OSError, ParseError):
        return None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    folders = sorted({os.path.dirname(os.path.realpath(name)) for name in names})
    store.write(key, json.dumps([made, names, folders]).encode())
    return Precompiled(store.file(key), key, tuple(names), tuple(folders))


def _interferes(names: Sequence[str], prefix: Prefix) -> bool:
    """Tell whether a header defines, undefines or asks for one of the prefix's macros in a way that outlasts it."""
    words = "|".join(re.escape(name) for name in sorted(prefix.names))
    if not words:
        return False
    pattern = re.compile(rf"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(?:{words})\b".encode(), re.MULTILINE)
    return any(pattern.search(Path(name).read_bytes()) for name in names)
