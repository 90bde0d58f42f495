"""Places in files: which file a parser location means, at which byte, and which macro call it comes from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from ctypes import byref, c_uint, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unstatic.cparse.facts import MacroExpansion
from unstatic.cparse.library import Cursor, Library
from unstatic.source import SourceFile, Span


@dataclass(slots=True, eq=False)
class ReadFile:
    """A file of the unit; `source` is None unless it belongs to the project."""

    path: Path
    source: SourceFile | None
    expansions: dict[int, MacroExpansion] = field(default_factory=dict)
    """Macro uses by the offset of the macro's name."""

    @property
    def data(self) -> bytes:
        """The contents of a project file."""
        return self.source.data if self.source else b""

    def spells(self, name: bytes, offset: int) -> bool:
        """Tell whether *name* stands at *offset*, and no macro is expanded there."""
        return self.data.startswith(name, offset) and offset not in self.expansions


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
        self._file_location = library.call["getFileLocation"]
        self._expansion_location = library.call["getExpansionLocation"]

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
            return Path(os.path.realpath(name))
        # Hundreds of headers share a few folders, and finding links takes a system call for each part of a path.
        folder, base = os.path.split(name)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return Path(self._folders[folder], base)

    def file_at(self, path: Path) -> ReadFile:
        """Return the file of a real path."""
        found = self._by_path.get(path)
        if found is None:
            source = SourceFile(path, self._contents(path)) if self._is_project(path) else None
            found = self._by_path[path] = ReadFile(path, source)
        return found

    def _contents(self, path: Path) -> bytes:
        found = self._memory.get(path)
        return path.read_bytes() if found is None else found

    def written(self, place: Any) -> tuple[ReadFile, int] | None:
        """Return where a location's text stands: in macro arguments that of the argument, else the macro's name."""
        self._file_location(place, self._file_out, None, None, self._offset_out)
        return self._taken()

    def expanded(self, place: Any) -> tuple[ReadFile, int] | None:
        """Return where a location is in the text before preprocessing: inside macros, the outermost macro's name."""
        self._expansion_location(place, self._file_out, None, None, self._offset_out)
        return self._taken()

    def _taken(self) -> tuple[ReadFile, int] | None:
        handle = self._handle.value
        if handle is None:
            return None
        return (self._by_handle.get(handle) or self.file_of(handle), self._offset.value)

    def name_of(self, cursor: Cursor) -> tuple[ReadFile, int] | None:
        """Return where the name of *cursor* is written."""
        self._file_location(self._location_of(cursor), self._file_out, None, None, self._offset_out)
        handle = self._handle.value
        if handle is None:
            return None
        return (self._by_handle.get(handle) or self.file_of(handle), self._offset.value)

    def is_in_project(self, cursor: Cursor) -> bool:
        """Tell whether *cursor* comes to be in a file of the project, macros expanded; quick, as most aren't."""
        self._expansion_location(self._location_of(cursor), self._file_out, None, None, None)
        handle = self._handle.value
        if handle is None:
            return False
        return (self._by_handle.get(handle) or self.file_of(handle)).source is not None

    def home_of(self, cursor: Cursor) -> ReadFile | None:
        """Return the file in which *cursor* comes to be, macros expanded."""
        found = self.expanded(self._location_of(cursor))
        return found[0] if found else None

    def span_of(self, cursor: Cursor) -> tuple[ReadFile, Span] | None:
        """Return the range of *cursor*, macro calls at its ends taken in whole; None if it isn't in one file."""
        extent = self._library.call["getCursorExtent"](cursor)
        start = self.expanded(self._library.call["getRangeStart"](extent))
        last = self._library.call["getRangeEnd"](extent)
        end = self.expanded(last)
        if start is None or end is None or start[0] is not end[0]:
            return None
        file, offset = end
        # An end inside a macro argument is reported as the start of the macro call.
        if offset in file.expansions and self.written(last) != end:
            offset = file.expansions[offset].span.end
        return (file, Span(start[1], max(start[1], offset)))

    def raw_span(self, cursor: Cursor) -> tuple[ReadFile, Span] | None:
        """Return the range of a preprocessing record, which never lies in a macro's body."""
        extent = self._library.call["getCursorExtent"](cursor)
        start = self.written(self._library.call["getRangeStart"](extent))
        end = self.written(self._library.call["getRangeEnd"](extent))
        if start is None or end is None or start[0] is not end[0]:
            return None
        return (start[0], Span(start[1], end[1]))
