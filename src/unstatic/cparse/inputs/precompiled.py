"""Headers of others with which a unit begins, parsed once and kept: most of the time of a parse goes into Python.h.

The library accepts precompiled headers that were made with other macros, and gives wrong facts then. So each is kept
under everything that it was made from: the library, all arguments, the directives up to the last header, and the
times of the folders in which headers are looked for. The library itself compares the headers' sizes and times.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from ctypes import c_void_p
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from unstatic.cparse.inputs.inputs import ProjectFiles
from unstatic.cparse.inputs.prefix import Prefix, prefixes_of, searched_folders
from unstatic.cparse.library import INCOMPLETE, Library, parsed_file
from unstatic.cparse.positions import Positions
from unstatic.cparse.walks import walker
from unstatic.errors import ParseError
from unstatic.system.reads import SYSTEM_FOLDERS, VARIABLES
from unstatic.system.store import HEADERS, Store, digest

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

_SCHEME = 2
# Made when it's asked for a second time: for a single parse, that would cost more than it saves.
_WORTH_IT = 2
# In bytes. Those of Python.h take 3 MB, those of large C++ libraries 100.
_ROOM = 256 << 20
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
        self.held: dict[tuple[str, Path], bool] = {}
        """Whether a project, by its root, has one of the headers."""


_SHELF = _Shelf()


def precompiled_for(
    library: Library, folder: Path, path: Path, root: Path, arguments: Sequence[str], memory: Mapping[Path, bytes]
) -> Precompiled | None:
    """
    Return the headers with which the unit *path* (a real path) begins, kept below *folder*; None if there are none.

    That is so as well when they would change what the unit itself says, or when one of them is the project's.
    """
    if any(item in _REFUSED for item in arguments):
        return None
    store = Store(folder, HEADERS)
    for prefix in prefixes_of(path, root, arguments, memory):
        found = _shelved(library, store, prefix, arguments)
        if found is not None and not _holds(found, path, root):
            return found
    return None


def _shelved(library: Library, store: Store, prefix: Prefix, arguments: Sequence[str]) -> Precompiled | None:
    """Return the headers of one prefix, made if they aren't kept and were asked for before."""
    key = _key(library, prefix, arguments)
    if key not in _SHELF.known:
        try:
            found = _kept(store, key)
        except LookupError:
            _SHELF.asked[key] += 1
            if _SHELF.asked[key] < _WORTH_IT:
                return None
            found = _made(library, store, key, prefix, arguments)
        _SHELF.known[key] = found
    return _SHELF.known[key]


def _holds(found: Precompiled, path: Path, root: Path) -> bool:
    """Tell whether one of the headers is a file of the project."""
    known = _SHELF.held.get((found.key, root))
    if known is None:
        known = _SHELF.held[found.key, root] = _looks_held(found, path, root)
    return known


def _looks_held(found: Precompiled, path: Path, root: Path) -> bool:
    own = os.path.join(root, "")
    if not any(os.path.join(item, "").startswith(own) for item in found.folders):
        return False
    headers = [Path(os.path.realpath(name)) for name in found.names]
    project = ProjectFiles(path, root, frozenset(item.parent for item in headers if item.name == "Python.h"))
    return any(project.holds(item) for item in headers)


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
    """Return what an earlier run made, or that it can't be made. Raises LookupError if there's nothing, or damaged.

    The library trusts what it reads, so the file is compared with what was written.
    """
    try:
        read = json.loads(store.read(key) or b"")
        if read is None:
            return None
        made, names, folders = read
        if digest(store.file(key).read_bytes()) != made:
            raise LookupError
    except (OSError, ValueError, TypeError) as error:
        raise LookupError from error
    with suppress(OSError):
        os.utime(store.file(key))
    return Precompiled(store.file(key), key, tuple(names), tuple(folders))


def _made(library: Library, store: Store, key: str, prefix: Prefix, arguments: Sequence[str]) -> Precompiled | None:
    """Make the file; None if that can't be done, or if the headers interfere with the lines before them."""
    header = Path(os.path.realpath(store.file(key))).with_suffix(".h")
    language = arguments[arguments.index("-x") + 1]
    given = ["-x", f"{language}-header", *arguments[2:]]
    # Read a second time, as they will be, the lines mustn't mean anything else, nor the headers say anything new.
    once = b"\n".join((*prefix.lines, b""))
    try:
        temporary = store.temporary(key)
    except OSError:
        return None
    try:
        if not _has_room(temporary.parent):
            return None
        with parsed_file(library, header, given, {header: once + once}, INCOMPLETE) as unit:
            found = (library.file_name(handle) for handle in library.entered(unit))
            names = [name for name in found if name != str(header)]
            silent = not library.call["getNumDiagnostics"](unit) and not _interferes(names, prefix)
            if not silent or not _is_stable(library, unit, language, header, once, prefix):
                store.write(key, json.dumps(None).encode())
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


def _has_room(folder: Path) -> bool:
    """Tell whether a large file can be written to a folder: the library ends the process where that fails."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0] if resource is not None else -1
    return shutil.disk_usage(folder).free >= _ROOM and (limit < 0 or limit >= _ROOM)


def _is_stable(library: Library, unit: c_void_p, language: str, header: Path, once: bytes, prefix: Prefix) -> bool:
    """Tell whether *once* means the same the second time that *header* has it, and nothing of it is code."""
    positions = Positions(library, header.__eq__, {header: once + once})
    with walker(library, positions, unit, language) as walking:
        found = walking.preprocessing
    skipped = found.skipped(()).get(header, ())
    ends = accumulate(len(line) + 1 for line in prefix.lines)
    places = [end - 1 for index, end in enumerate(ends) if index in prefix.code]
    if not all(any(place in span for span in skipped) for place in places):
        return False
    spans = sorted([*skipped, *(item.span for item in found.macros), *(item.span for item in found.expansions)])
    first = [span for span in spans if span.start < len(once)]
    again = [(span.start - len(once), span.end - len(once)) for span in spans[len(first) :]]
    return first == again


def _interferes(names: Sequence[str], prefix: Prefix) -> bool:
    """Tell whether a header defines, undefines or asks for one of the prefix's macros in a way that outlasts it."""
    words = "|".join(re.escape(name) for name in sorted(prefix.names))
    if not words:
        return False
    pattern = re.compile(rf"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(?:{words})\b".encode(), re.MULTILINE)
    return any(pattern.search(Path(name).read_bytes()) for name in names)
