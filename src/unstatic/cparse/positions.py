"""Places in files: which file a parser location means, at which byte, and which macro call it comes from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from ctypes import byref, c_uint, c_void_p
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from weakref import WeakValueDictionary

from unstatic.cparse.facts import MacroExpansion
from unstatic.cparse.library import Cursor, Library, Place, Range
from unstatic.cparse.rows import LOADED, MACRO_BIT, Row, Rows
from unstatic.text.source import SourceFile, Span


@dataclass(slots=True, eq=False)
class ReadFile:
    """A file of the unit; `source` is None unless it belongs to the project."""

    path: Path
    source: SourceFile | None
    expansions: dict[int, MacroExpansion] = field(default_factory=dict)
    """Macro uses by the offset of the macro's name."""
    data: bytes = field(init=False)
    """The contents of a project file."""

    def __post_init__(self) -> None:
        self.data = self.source.data if self.source else b""

    def spells(self, name: bytes, offset: int) -> bool:
        """Tell whether *name* stands at *offset*, and no macro is expanded there."""
        return self.data.startswith(name, offset) and offset not in self.expansions


@lru_cache(maxsize=4096)
def _path(name: str) -> Path:
    """Return the same object for the same file in all units: facts are looked up by their paths all the time."""
    return Path(name)


_in_use: WeakValueDictionary[tuple[Path, int], SourceFile] = WeakValueDictionary()


def _source(path: Path, data: bytes) -> SourceFile:
    """Return the same object for the same text in all units: each of them may read the same large headers."""
    key = path, hash(data)
    found = _in_use.get(key)
    if found is None or found.data != data:
        found = _in_use[key] = SourceFile(path, data)
    return found


class Positions:
    """Takes parser locations apart. `is_project` decides on real paths; contents come from *memory* or the disk."""

    def __init__(self, library: Library, is_project: Callable[[Path], bool], memory: Mapping[Path, bytes]) -> None:
        self._library = library
        self._is_project = is_project
        self._memory = memory
        self._by_handle: dict[int, ReadFile] = {}
        self._by_path: dict[Path, ReadFile] = {}
        self._folders: dict[str, str] = {}
        self._handle = c_void_p()
        self._offset = c_uint()
        self._file_out, self._offset_out = byref(self._handle), byref(self._offset)
        self._location_of = library.call["getCursorLocation"]
        self._extent_of = library.call["getCursorExtent"]
        self._file_location = library.call["getFileLocation"]
        self._expansion_location = library.call["getExpansionLocation"]
        self._rows: Rows[ReadFile] = Rows(self._length_of)
        self._row: Row[ReadFile] = self._rows.at(MACRO_BIT)

    @property
    def files(self) -> list[ReadFile]:
        """The project files that were met so far."""
        return [file for file in self._by_path.values() if file.source]

    def file_of(self, handle: int) -> ReadFile:
        """Return the file of a library handle."""
        found = self._by_handle.get(handle)
        if found is None:
            name = self._library.file_name(handle)
            found = self._by_handle[handle] = self.file_at(self._real_path(name))
        return found

    def _real_path(self, name: str) -> Path:
        if os.path.islink(name):
            return _path(os.path.realpath(name))
        # Hundreds of headers share a few folders, and finding links takes a system call for each part of a path.
        folder, base = os.path.split(name)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return _path(os.path.join(self._folders[folder], base))

    def file_at(self, path: Path) -> ReadFile:
        """Return the file of a real path."""
        found = self._by_path.get(path)
        if found is None:
            source = _source(path, self._contents(path)) if self._is_project(path) else None
            found = self._by_path[path] = ReadFile(path, source)
        return found

    def _contents(self, path: Path) -> bytes:
        found = self._memory.get(path)
        return path.read_bytes() if found is None else found

    def _length_of(self, file: ReadFile) -> int | None:
        if file.source is not None:
            return len(file.source.data)
        if file.path in self._memory:
            return len(self._memory[file.path])
        try:
            return file.path.stat().st_size
        except OSError:
            return None

    def _known(self, code: int) -> tuple[ReadFile, int] | None:
        """Return what a location's code means; None if the library has to be asked."""
        row = self._row
        if not row.first <= code <= row.last:
            row = self._rows.at(code)
            if row.file is None:
                return None
            self._row = row
        return row.file, code - row.first  # type: ignore[return-value]  # a row that holds a code has a file

    def not_outside(self, codes: Iterable[int]) -> list[int]:
        """Return the indexes of the codes that aren't known to mean files of others; quick, as most mean those."""
        found: list[int] = []
        first, last = 0, -1
        for index, code in enumerate(codes):
            if first <= code <= last or LOADED <= code < MACRO_BIT:
                continue
            row = self._rows.at(code)
            if row.file is None or row.file.source is not None:
                found.append(index)
            else:
                first, last = row.first, row.last
        return found

    def written(self, place: Place) -> tuple[ReadFile, int] | None:
        """Return where a location's text stands: in macro arguments that of the argument, else the macro's name."""
        found = self._known(place.code)
        if found is not None:
            return found
        self._file_location(place, self._file_out, None, None, self._offset_out)
        return self._taken(place.code)

    def expanded(self, place: Place) -> tuple[ReadFile, int] | None:
        """Return where a location is in the text before preprocessing: inside macros, the outermost macro's name."""
        found = self._known(place.code)
        if found is not None:
            return found
        self._expansion_location(place, self._file_out, None, None, self._offset_out)
        return self._taken(place.code)

    def _taken(self, code: int) -> tuple[ReadFile, int] | None:
        handle = self._handle.value
        if handle is None:
            return None
        file, offset = self._by_handle.get(handle) or self.file_of(handle), self._offset.value
        if code < MACRO_BIT:
            self._row = self._rows.learn(code, file, offset)
        return file, offset

    def name_of(self, cursor: Cursor) -> tuple[ReadFile, int] | None:
        """Return where the name of *cursor* is written."""
        place = self._location_of(cursor)
        code, row = place.code, self._row
        # Most names stand in the file in which the one before stands.
        if row.first <= code <= row.last:
            return row.file, code - row.first  # type: ignore[return-value]  # a row that holds a code has a file
        return self.written(place)

    def use_around(self, cursor: Cursor) -> tuple[ReadFile, int] | None:
        """Return where the outermost macro is used that *cursor* comes out of; None if it comes out of none."""
        found = self.expanded(self._location_of(cursor))
        return found if found is not None and found[1] in found[0].expansions else None

    def is_in_project(self, cursor: Cursor) -> bool:
        """Tell whether *cursor* comes to be in a file of the project, macros expanded."""
        found = self.expanded(self._location_of(cursor))
        return found is not None and found[0].source is not None

    def home_of(self, cursor: Cursor) -> ReadFile | None:
        """Return the file in which *cursor* comes to be, macros expanded."""
        found = self.expanded(self._location_of(cursor))
        return found[0] if found else None

    def ends_of(self, extent: Range) -> tuple[Place, Place]:
        """Return the two locations of a range."""
        return Place(extent.first, extent.second, extent.begin), Place(extent.first, extent.second, extent.end)

    def span_of(self, cursor: Cursor) -> tuple[ReadFile, Span] | None:
        """Return the range of *cursor*, macro calls at its ends taken in whole; None if it isn't in one file."""
        extent = self._extent_of(cursor)
        row = self._row
        if row.file is not None and row.first <= extent.begin <= extent.end <= row.last:
            return row.file, Span(extent.begin - row.first, extent.end - row.first)
        first, last = self.ends_of(extent)
        start, end = self.expanded(first), self.expanded(last)
        if start is None or end is None or start[0] is not end[0]:
            return None
        file, offset = end
        # An end inside a macro argument is reported as the start of the macro call.
        if offset in file.expansions and self.written(last) != end:
            offset = file.expansions[offset].span.end
        return file, Span(start[1], max(start[1], offset))

    def raw_span(self, cursor: Cursor) -> tuple[ReadFile, Span] | None:
        """Return the range of a preprocessing record, which never lies in a macro's body."""
        extent = self._extent_of(cursor)
        row = self._row
        if row.file is not None and row.first <= extent.begin <= extent.end <= row.last:
            return row.file, Span(extent.begin - row.first, extent.end - row.first)
        first, last = self.ends_of(extent)
        start, end = self.written(first), self.written(last)
        if start is None or end is None or start[0] is not end[0]:
            return None
        return start[0], Span(start[1], end[1])
