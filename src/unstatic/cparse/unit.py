"""Parsing one translation unit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from ctypes import c_void_p
from pathlib import Path
from typing import Any

from unstatic.cparse.arguments import ParseOptions, arguments_for
from unstatic.cparse.facts import Declaration, Diagnostic, ParsedUnit, SymbolKind, Unit
from unstatic.cparse.inputs.headers import missing_header, missing_in
from unstatic.cparse.inputs.inputs import ProjectFiles, absolute_path, read_unit
from unstatic.cparse.inputs.precompiled import Precompiled, drop, precompiled_for
from unstatic.cparse.inputs.remembered import REMEMBERED, Told
from unstatic.cparse.library import INCOMPLETE, Library, load, parsed_file
from unstatic.cparse.positions import Positions
from unstatic.cparse.walks import Walker, walker
from unstatic.errors import ParseError
from unstatic.system.reads import record
from unstatic.text.source import SourceFile, Span, Spans

_ERROR = 3
_OF_SYNTAX = "Parse Issue"
_STATED = "User-Defined Issue"
_LINKAGE = re.compile(rb'\bextern\s+"C(?:\+\+)?"\s+\Z')
# How far before a declaration `extern "C"` is looked for, in bytes.
_LONGEST_LINKAGE = 64


def parse(
    unit: Unit,
    root: Path,
    options: ParseOptions | None = None,
    unsaved: Mapping[Path, bytes] | None = None,
    beyond: ParsedUnit | None = None,
) -> ParsedUnit:
    """Return the facts of *unit*; files outside *root* belong to others. Contents in *unsaved* replace the disk's.

    Given *beyond*, another parse of the unit, declarations count only where this one read more than that.
    A missing header is a diagnostic, see `check`; without Python.h, though, nothing could be told: MissingHeader.
    Raises ParseError for a unit that can't be read, and for a library that can't be loaded.
    """
    options = options or ParseOptions()
    library = load(options.libclang)
    root = Path(os.path.realpath(root))
    written = absolute_path(unit.path, root)
    memory = {Path(os.path.realpath(path)): data for path, data in (unsaved or {}).items()}
    path = read_unit(written, memory)
    arguments = arguments_for(unit, root, options, library)
    # What templates are instantiated with is looked at once, in the first parse.
    only_read = INCOMPLETE if beyond is not None and unit.language == "c++" else 0
    question = (options.libclang, written, path, root, unit.language, tuple(arguments), only_read)
    known = REMEMBERED.find(question, memory, beyond) if options.remembers else None
    if known is not None:
        found, told = known
    else:
        with translation_unit(library, written, path, root, arguments, options, memory, only_read) as (handle, begun):
            reading = _Reading(library, handle, path, root, unit.language, memory, begun)
            found = reading.result(beyond)
            told = Told(reading.names, arguments, tuple(item.name for item in missing_in(found.diagnostics)))
        if options.remembers:
            REMEMBERED.keep(question, beyond, found, told)
    record(told.names, told.arguments, told.missing)
    return found


@contextmanager
def translation_unit(
    library: Library,
    written: Path,
    path: Path,
    root: Path,
    arguments: Sequence[str],
    options: ParseOptions,
    memory: Mapping[Path, bytes],
    more: int = 0,
) -> Iterator[tuple[c_void_p, Precompiled | None]]:
    """Give the parsed unit at *written*, really *path*, and the headers that it had parsed beforehand.

    *more* are options of the library's parser. Raises ParseError if it can't be parsed.
    """
    begun = None
    if options.precompiled is not None:
        begun = precompiled_for(library, options.precompiled, path, root, arguments, memory)
    with ExitStack() as stack:
        if begun is not None:
            given = [*arguments, *begun.arguments]
            try:
                handle = stack.enter_context(parsed_file(library, written, given, memory, more))
            except ParseError:
                drop(begun)
                begun = None
        if begun is None:
            handle = stack.enter_context(parsed_file(library, written, arguments, memory, more))
        yield handle, begun


class _Reading:
    """Takes the facts out of one parsed unit."""

    def __init__(
        self,
        library: Library,
        unit: c_void_p,
        path: Path,
        root: Path,
        language: str,
        memory: Mapping[Path, bytes],
        begun: Precompiled | None,
    ) -> None:
        self._library = library
        self._unit = unit
        self._path = path
        self._language = language
        handles = library.entered(unit)
        self.names = [*(begun.names if begun else ()), *(library.file_name(handle) for handle in handles)]
        pythons = [name for name in self.names if os.path.basename(name) == "Python.h"]
        self._has_python = bool(pythons)
        others = {Path(os.path.realpath(name)).parent for name in pythons}
        if begun is not None:
            others.add(Path(os.path.realpath(begun.file.parent)))
        self._positions = Positions(library, ProjectFiles(path, root, frozenset(others)).holds, memory)
        for handle in handles:
            self._positions.file_of(handle)

    def result(self, beyond: ParsedUnit | None) -> ParsedUnit:
        """Return all facts, or those that lie *beyond*. Raises MissingHeader if Python.h isn't found."""
        diagnostics = self._diagnostics()
        self._require_python(diagnostics)
        with walker(self._library, self._positions, self._unit, self._language) as walking:
            chosen = None if beyond is None else _beyond(walking, beyond)
            preprocessing = walking.preprocessing
            found = walking.walk(chosen)
        return ParsedUnit(
            path=self._path,
            language=self._language,
            files={file.path: file.source for file in self._positions.files if file.source},
            declarations=tuple(found.declarations if self._language == "c" else self._in_linkages(found.declarations)),
            references=found.references,
            macros=tuple(sorted(preprocessing.macros, key=lambda item: (item.path, item.span))),
            expansions=tuple(sorted(preprocessing.expansions, key=lambda item: (item.path, item.span))),
            diagnostics=diagnostics,
            inclusions=tuple(sorted(preprocessing.inclusions, key=lambda item: (item.includer, item.offset))),
            skipped=preprocessing.skipped((item.path, item.span.start) for item in found.declarations),
            has_python=self._has_python,
            constructions=found.constructions,
            lambdas=found.lambdas,
        )

    def _in_linkages(self, declarations: Iterable[Declaration]) -> Iterator[Declaration]:
        """Yield declarations, those of variables behind `extern "C"` with that: it makes declarations of them.

        For libclang it is no part of a declaration, and `extern "C" PyTypeObject T;` has no storage class.
        """
        for item in declarations:
            is_at_file_level = item.kind is SymbolKind.VARIABLE and item.function is None
            file = self._positions.file_at(item.path) if is_at_file_level else None
            start = item.span.start
            before = _LINKAGE.search(file.data, max(start - _LONGEST_LINKAGE, 0), start) if file is not None else None
            if before is None:
                yield item
                continue
            storage = item.storage if item.is_definition else "extern"
            yield item._replace(span=Span(before.start(), item.span.end), storage=storage)

    def _diagnostics(self) -> tuple[Diagnostic, ...]:
        count = self._library.call["getNumDiagnostics"](self._unit)
        return tuple(self._diagnostic(index) for index in range(count))

    def _diagnostic(self, index: int) -> Diagnostic:
        call = self._library.call
        item: Any = call["getDiagnostic"](self._unit, index)
        try:
            place = self._positions.written(call["getDiagnosticLocation"](item))
            message = self._library.text(call["getDiagnosticSpelling"](item))
            severity: int = call["getDiagnosticSeverity"](item)
            category = self._library.text(call["getDiagnosticCategoryText"](item)) if severity >= _ERROR else ""
        finally:
            call["disposeDiagnostic"](item)
        path, offset = (place[0].path, place[1]) if place else (None, 0)
        return Diagnostic(severity, path, offset, message, category == _OF_SYNTAX, category == _STATED)

    def _require_python(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        for missing in missing_in(diagnostics):
            if missing.name.rpartition("/")[2] == "Python.h":
                includer = self._positions.file_at(missing.path) if missing.path else None
                source = SourceFile(includer.path, includer.data) if includer and includer.source else None
                raise missing_header(missing, source)


def _beyond(walking: Walker, beyond: ParsedUnit) -> list[int]:
    """Return the declarations in groups that *beyond* skipped, and those that use what has two meanings by that."""
    preprocessing, tops = walking.preprocessing, walking.tops()
    skipped = preprocessing.skipped((top.file.path, top.span.start) for top in tops)
    read = {path: set(beyond.skipped.get(path, ())).difference(skipped.get(path, ())) for path in beyond.files}
    added = {path: Spans(spans) for path, spans in read.items()}
    new = [top for top in tops if top.file.path in added and added[top.file.path].overlaps(top.span)]
    names = {top.name for top in new}
    names |= {m.name for m in preprocessing.macros if m.path in added and m.span.start in added[m.path]}
    for item in (*preprocessing.expansions, *beyond.expansions):
        # All of a file counts that the other parse didn't read.
        if item.name in names and item.path in read:
            read[item.path].add(item.span)
    places = {path: Spans(spans) for path, spans in read.items()}
    return [top.number for top in tops if top.file.path not in places or places[top.file.path].overlaps(top.span)]
