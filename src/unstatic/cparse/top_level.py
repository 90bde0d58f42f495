"""What the parser has at file level: declarations, and records of what the preprocessor did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import c_void_p

from unstatic.cparse.library import BREAK, CONTINUE, Cursor, Library, Visitor
from unstatic.cparse.positions import Positions
from unstatic.cparse.preprocessing import KINDS, Preprocessing

Tops = list[tuple[Cursor, Cursor]]
"""Declarations at file level, each with what holds it."""

_NAMESPACE, _LINKAGE = 22, 23


def top_level(library: Library, positions: Positions, unit: c_void_p) -> tuple[Preprocessing, Tops]:
    """Return what the preprocessor did in project files, and the declarations that come to be there."""
    preprocessing = Preprocessing(library, positions, unit)
    declarations: Tops = []
    failures: list[BaseException] = []
    is_in_project = positions.is_in_project

    def collect(cursor: Cursor, parent: Cursor, data: object) -> int:
        try:
            if cursor.kind in KINDS:
                preprocessing.read(cursor)
            elif is_in_project(cursor):
                declarations.append((cursor, parent))
        except BaseException as error:
            failures.append(error)
            return BREAK
        return CONTINUE

    top = library.call["getTranslationUnitCursor"](unit)
    library.call["visitChildren"](top, Visitor(collect), None)
    if failures:
        raise failures[0]
    return preprocessing, declarations


def opened(library: Library, tops: Iterable[tuple[Cursor, Cursor]]) -> Iterator[tuple[Cursor, Cursor]]:
    """Yield declarations with what is inside in place of namespaces and `extern "C"`, which can hold whole files."""
    for cursor, parent in tops:
        if cursor.kind in (_NAMESPACE, _LINKAGE):
            yield from opened(library, [(child, cursor) for child in library.children(cursor)])
        else:
            yield cursor, parent
