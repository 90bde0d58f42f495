"""Facts of the preprocessor: macros, their uses, includes, and the groups it left out."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from ctypes import c_void_p
from functools import cached_property
from pathlib import Path

from unstatic.cparse.facts import Inclusion, MacroDefinition, MacroExpansion
from unstatic.cparse.library import Cursor, Library, Range
from unstatic.cparse.positions import Positions, ReadFile
from unstatic.text.source import Span

DEFINITION, EXPANSION, INCLUSION = 501, 502, 503
KINDS = frozenset((DEFINITION, EXPANSION, INCLUSION))

# Runs of what opens nothing are taken at once: whole docstrings are written in macros.
_DIRECTIVE = re.compile(
    rb"""\#(?:[^\n/\\"']++ | /\*[\s\S]*?(?:\*/|\Z) | //(?:[^\n\\]++|\\\r?\n|[^\n])*+ | \\\r?\n
        | "(?:[^"\\\n]++|\\(?:\r?\n|.))*+" | '(?:[^'\\\n]++|\\(?:\r?\n|.))*+' | [^\n])*""",
    re.VERBOSE,
)
_NAME = re.compile(rb"([A-Za-z_$\x80-\xff][\w$\x80-\xff]*+)(?!\\)")
_BLANK = rb"(?:[ \t\f\v\r]|\\\r?\n|/\*[\s\S]*?\*/)*"
_BLANKS = re.compile(_BLANK)
_PARAMETERS = re.compile(rb"\(((?:[\w$\x80-\xff.,]|[ \t\f\v\r]|\\\r?\n|/\*[\s\S]*?\*/)*)\)")
_COMMENT_OR_SPLICE = re.compile(rb"/\*[\s\S]*?\*/|\\\r?\n")


class Preprocessing:
    """Reads preprocessing records; the uses of macros are entered in their files as they're read."""

    def __init__(self, library: Library, positions: Positions, unit: c_void_p) -> None:
        self._library = library
        self._positions = positions
        self._unit = unit
        self._defined: set[str] = set()
        """The names of the macros that the project defines."""
        # A file that is read twice has each record twice.
        self.macros: dict[MacroDefinition, None] = {}
        self.inclusions: dict[Inclusion, None] = {}
        self.expansions: list[MacroExpansion] = []

    def read(self, record: Cursor) -> None:
        """Read one record, if it's of a project file; they have to come in the order in which the parser met them."""
        found = self._positions.raw_span(record)
        if found is None or found[0].source is None:
            return
        if record.kind == DEFINITION:
            self.add_definition(found[0], self._name(record, *found), found[1])
        elif record.kind == EXPANSION:
            self._read_expansion(record, *found)
        else:
            self._read_inclusion(record, *found)

    def add_definition(self, file: ReadFile, name: str, span: Span) -> None:
        """Take in the macro whose name opens *span*, which ends with the last token of the body."""
        self._defined.add(name)
        self.macros[definition_at(file, name, span)] = None

    def add_inclusion(self, file: ReadFile, offset: int, included: ReadFile) -> None:
        """Take in the include at *offset* of *file*."""
        self.inclusions[Inclusion(included.path, file.path, offset, included.source is not None)] = None

    def _read_expansion(self, record: Cursor, file: ReadFile, span: Span) -> None:
        if span.start in file.expansions:
            return
        name = self._name(record, file, span)
        # Most are macros of others, and need not be asked for their definition.
        definition = self._definition(record) if name in self._defined else None
        expansion = MacroExpansion(name, file.path, span, definition)
        file.expansions[span.start] = expansion
        self.expansions.append(expansion)

    def _name(self, record: Cursor, file: ReadFile, span: Span) -> str:
        """Return the macro that a record names, which stands at its start unless the line is continued within it."""
        written = _NAME.match(file.data, span.start)
        if written is None:
            return self._library.text(self._library.call["getCursorSpelling"](record))
        return written[1].decode("utf-8", "surrogateescape")

    def _definition(self, record: Cursor) -> tuple[Path, int] | None:
        defined = self._positions.name_of(self._library.call["getCursorReferenced"](record))
        if defined is None or defined[0].source is None:
            return None
        return defined[0].path, _directive_start(defined[0].data, defined[1])

    def _read_inclusion(self, record: Cursor, file: ReadFile, span: Span) -> None:
        handle = self._library.call["getIncludedFile"](record)
        if handle:
            self.add_inclusion(file, span.start, self._positions.file_of(handle))

    def skipped(self, read: Iterable[tuple[Path, int]]) -> dict[Path, tuple[Span, ...]]:
        """Return what the preprocessor left out of project files; *read* says where declarations were read.

        A header that is read again is left out as a whole by its guard; what was active before tells.
        """
        active = self._active(read)
        found: dict[Path, set[Span]] = {}
        for file, span in self._ranges:
            places = active.get(file.path, [])
            # Macros in the condition itself are expanded: only what follows the directive counts.
            inside = _directive_end(file.data, span.start)
            if bisect.bisect_left(places, inside) >= bisect.bisect_left(places, span.end):
                found.setdefault(file.path, set()).add(span)
        return {path: tuple(sorted(spans)) for path, spans in found.items()}

    def _active(self, read: Iterable[tuple[Path, int]]) -> dict[Path, list[int]]:
        """Return the sorted starts of everything that was read of these files; *read* are those of declarations."""
        places = {path: list(starts) for path, starts in self._starts.items()}
        for path, start in read:
            if path in places:
                places[path].append(start)
        return {path: sorted(starts) for path, starts in places.items()}

    @cached_property
    def _starts(self) -> dict[Path, list[int]]:
        """The starts of the records by file, once all are read: of files of which something was left out."""
        found: dict[Path, list[int]] = {file.path: [] for file, _ in self._ranges}
        for macro in self.macros:
            if macro.path in found:
                found[macro.path].append(macro.span.start)
        for expansion in self.expansions:
            if expansion.path in found and not self._in_directive(expansion):
                found[expansion.path].append(expansion.span.start)
        for inclusion in self.inclusions:
            if inclusion.includer in found:
                found[inclusion.includer].append(inclusion.offset)
        return found

    def _in_directive(self, item: MacroExpansion) -> bool:
        """Tell whether a macro is used in a condition: that of an `#elif` is read though the group before isn't."""
        data = self._positions.file_at(item.path).data
        start = data.rfind(b"\n", 0, item.span.start) + 1
        while start > 1 and data[max(start - 3, 0) : start].rstrip(b"\r\n").endswith(b"\\"):
            start = data.rfind(b"\n", 0, start - 1) + 1
        return data[start : item.span.start].lstrip(b" \t").startswith(b"#")

    @cached_property
    def _ranges(self) -> list[tuple[ReadFile, Span]]:
        ranges = self._library.call["getAllSkippedRanges"](self._unit)
        try:
            # Most of them are in headers of others, by the thousand.
            left = self._positions.not_outside(ranges.contents.begins) if ranges else []
            found = [self._skipped(ranges.contents.ranges[index]) for index in left]
        finally:
            if ranges:
                self._library.call["disposeSourceRangeList"](ranges)
        return [item for item in found if item is not None]

    def _skipped(self, item: Range) -> tuple[ReadFile, Span] | None:
        first, last = self._positions.ends_of(item)
        start = self._positions.written(first)
        if start is None or start[0].source is None:
            return None
        end = self._positions.written(last)
        if end is None or start[0] is not end[0]:
            return None
        # The parser's ranges end after the word of the directive that ends the group.
        return (start[0], Span(start[1], max(start[1], start[0].data.rfind(b"#", start[1] + 1, end[1]))))


def definition_at(file: ReadFile, name: str, span: Span) -> MacroDefinition:
    """Return the macro whose name opens *span*, which ends with the last token of the body."""
    data = file.data
    start = _directive_start(data, span.start)
    match = _DIRECTIVE.match(data, start)
    end = max(span.end, match.end() if match else 0)
    while end > span.end and data[end - 1 : end] in (b"\r", b" ", b"\t"):
        end -= 1
    after_name = span.start + len(name.encode("utf-8", "surrogateescape"))
    head = _PARAMETERS.match(data, after_name)
    parameters = _parameters(head.group(1)) if head else None
    blanks = _BLANKS.match(data, head.end() if head else after_name)
    body_start = min(blanks.end() if blanks else span.end, span.end)
    return MacroDefinition(name, file.path, Span(start, end), Span(body_start, span.end), parameters)


def _directive_end(data: bytes, start: int) -> int:
    """Return the offset of the newline that ends the directive at *start*, continued lines included."""
    end = data.find(b"\n", start)
    while end > 0 and data[start:end].rstrip(b"\r").endswith(b"\\"):
        end = data.find(b"\n", end + 1)
    return end if end >= 0 else len(data)


def _directive_start(data: bytes, name: int) -> int:
    return max(data.rfind(b"#", 0, name), 0)


def _parameters(text: bytes) -> tuple[str, ...]:
    plain = _COMMENT_OR_SPLICE.sub(b" ", text)
    return tuple(item.strip().decode("utf-8", "surrogateescape") for item in plain.split(b",") if item.strip())
