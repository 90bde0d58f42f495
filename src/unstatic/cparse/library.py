"""The C interface of libclang: its structures, the functions that are used, and finding the library file."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_longlong, c_uint, c_ulong, c_void_p
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from unstatic.errors import ParseError
from unstatic.system.overlay import places_of_new


class Cursor(Structure):
    """A node of the tree. `first` is the declaration's address, in expressions that of the enclosing one."""

    kind: int
    first: int | None
    second: int | None
    _fields_ = [("kind", c_int), ("xdata", c_int), ("first", c_void_p), ("second", c_void_p), ("third", c_void_p)]


class CType(Structure):
    """A C type; records, pointers and the like are told apart by `kind`."""

    kind: int
    first: int | None
    second: int | None
    _fields_ = [("kind", c_int), ("first", c_void_p), ("second", c_void_p)]


class Place(Structure):
    """A source location, still to be taken apart; `code` is what tells locations of one unit apart."""

    code: int
    _fields_ = [("first", c_void_p), ("second", c_void_p), ("code", c_uint)]


class Range(Structure):
    """A source range, still to be taken apart; `begin` and `end` are the codes of its locations."""

    first: int | None
    second: int | None
    begin: int
    end: int
    _fields_ = [("first", c_void_p), ("second", c_void_p), ("begin", c_uint), ("end", c_uint)]


class RangeList(Structure):
    """A counted array of ranges."""

    count: int
    ranges: Any
    _fields_ = [("count", c_uint), ("ranges", POINTER(Range))]

    @property
    def begins(self) -> Iterator[int]:
        """The codes at which the ranges begin."""
        packed = ctypes.string_at(self.ranges, self.count * ctypes.sizeof(Range))
        return (begin for _, _, begin, _ in struct.iter_unpack("PPII", packed))


class String(Structure):
    """A string that the library owns: read once, then disposed of."""

    _fields_ = [("data", c_void_p), ("flags", c_uint)]


class UnsavedFile(Structure):
    """A file's contents in memory, which replace those on disk."""

    _fields_ = [("name", c_char_p), ("contents", c_char_p), ("length", c_ulong)]


BREAK, CONTINUE, RECURSE = 0, 1, 2
INCOMPLETE = 0x2
"""The option for a header, which other code follows: templates are read, and not instantiated."""
_DETAILED_RECORD, _KEEP_GOING = 0x1, 0x200
Visitor = CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
FieldVisitor = CFUNCTYPE(c_int, Cursor, c_void_p)
InclusionVisitor = CFUNCTYPE(None, c_void_p, POINTER(Place), c_uint, c_void_p)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "createIndex": (c_void_p, [c_int, c_int]),
    "disposeIndex": (None, [c_void_p]),
    "parseTranslationUnit2": (
        c_int,
        [c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(UnsavedFile), c_uint, c_uint, POINTER(c_void_p)],
    ),
    "saveTranslationUnit": (c_int, [c_void_p, c_char_p, c_uint]),
    "disposeTranslationUnit": (None, [c_void_p]),
    "getTranslationUnitCursor": (Cursor, [c_void_p]),
    "getClangVersion": (String, []),
    "getCString": (c_char_p, [String]),
    "disposeString": (None, [String]),
    "visitChildren": (c_uint, [Cursor, Visitor, c_void_p]),
    "Type_visitFields": (c_uint, [CType, FieldVisitor, c_void_p]),
    "getInclusions": (None, [c_void_p, InclusionVisitor, c_void_p]),
    "getFileName": (String, [c_void_p]),
    "getIncludedFile": (c_void_p, [Cursor]),
    "getCursorLocation": (Place, [Cursor]),
    "getCursorExtent": (Range, [Cursor]),
    "getFileLocation": (None, [Place, c_void_p, c_void_p, c_void_p, c_void_p]),
    "getExpansionLocation": (None, [Place, c_void_p, c_void_p, c_void_p, c_void_p]),
    "getCursorSpelling": (String, [Cursor]),
    "getCursorDisplayName": (String, [Cursor]),
    "Cursor_getMangling": (String, [Cursor]),
    "getCursorReferenced": (Cursor, [Cursor]),
    "getSpecializedCursorTemplate": (Cursor, [Cursor]),
    "getNumOverloadedDecls": (c_uint, [Cursor]),
    "getOverloadedDecl": (Cursor, [Cursor, c_uint]),
    "getCXXAccessSpecifier": (c_int, [Cursor]),
    "CXXMethod_isVirtual": (c_uint, [Cursor]),
    "CXXMethod_isStatic": (c_uint, [Cursor]),
    "CXXMethod_isConst": (c_uint, [Cursor]),
    "getCanonicalCursor": (Cursor, [Cursor]),
    "getCursorSemanticParent": (Cursor, [Cursor]),
    "getCursorLinkage": (c_int, [Cursor]),
    "Cursor_getStorageClass": (c_int, [Cursor]),
    "Cursor_getVarDeclInitializer": (Cursor, [Cursor]),
    "Cursor_hasVarDeclGlobalStorage": (c_int, [Cursor]),
    "Cursor_isAnonymous": (c_uint, [Cursor]),
    "Cursor_isAnonymousRecordDecl": (c_uint, [Cursor]),
    "Cursor_isBitField": (c_uint, [Cursor]),
    "Cursor_getNumArguments": (c_int, [Cursor]),
    "Cursor_getArgument": (Cursor, [Cursor, c_uint]),
    "isCursorDefinition": (c_uint, [Cursor]),
    "getCursorType": (CType, [Cursor]),
    "getCanonicalType": (CType, [CType]),
    "getTypeSpelling": (String, [CType]),
    "getTypeDeclaration": (Cursor, [CType]),
    "getPointeeType": (CType, [CType]),
    "getArrayElementType": (CType, [CType]),
    "getResultType": (CType, [CType]),
    "isConstQualifiedType": (c_uint, [CType]),
    "getNumElements": (c_longlong, [CType]),
    "getAllSkippedRanges": (POINTER(RangeList), [c_void_p]),
    "disposeSourceRangeList": (None, [POINTER(RangeList)]),
    "getNumDiagnostics": (c_uint, [c_void_p]),
    "getDiagnostic": (c_void_p, [c_void_p, c_uint]),
    "disposeDiagnostic": (None, [c_void_p]),
    "getDiagnosticSeverity": (c_int, [c_void_p]),
    "getDiagnosticLocation": (Place, [c_void_p]),
    "getDiagnosticCategoryText": (String, [c_void_p]),
    "getDiagnosticSpelling": (String, [c_void_p]),
}


class Library:
    """A loaded libclang; `call["visitChildren"]` is `clang_visitChildren`."""

    def __init__(self, path: Path) -> None:
        """Load the library file. Raises ParseError if that fails or a function is missing."""
        self.path = path
        try:
            # A handle of its own: argument types set here don't meet those that clang.cindex sets on its handle.
            library = ctypes.CDLL(str(path))
            self.call: dict[str, Callable[..., Any]] = {name: _bind(library, name) for name in _PROTOTYPES}
        except OSError as error:
            raise ParseError(f"{path}: can't be loaded as libclang: {error}") from error
        except AttributeError as error:
            raise ParseError(f"{path}: too old, or not libclang ({error}); use version 14 or later") from error

    def text(self, string: Any) -> str:
        """Return the contents of a library string and dispose of it."""
        raw = self.call["getCString"](string)
        self.call["disposeString"](string)
        return (raw or b"").decode("utf-8", "surrogateescape")

    @cached_property
    def major(self) -> int | None:
        """The major version number, if the library tells."""
        found = re.search(r"version (\d+)", self.text(self.call["getClangVersion"]()))
        return int(found.group(1)) if found else None

    def name_of(self, cursor: Cursor) -> str:
        """Return the name that a node declares; empty if it has none."""
        name = self.text(self.call["getCursorSpelling"](cursor))
        # For unnamed members, libclang makes up a text such as "union (anonymous at x.c:1:2)".
        return "" if "(" in name and not name.startswith("operator") else name

    def children(self, cursor: Cursor) -> list[Cursor]:
        """Return the direct children of *cursor*."""
        found: list[Cursor] = []

        def collect(child: Cursor, parent: Cursor, data: object) -> int:
            found.append(child)
            return CONTINUE

        self.call["visitChildren"](cursor, Visitor(collect), None)
        return found

    def entered(self, unit: c_void_p) -> list[int]:
        """Return the handles of all files that *unit* read, in that order."""
        handles: dict[int, None] = {}

        def collect(handle: int, stack: object, depth: int, data: object) -> None:
            handles[handle] = None

        self.call["getInclusions"](unit, InclusionVisitor(collect), None)
        return list(handles)

    def file_name(self, handle: int) -> str:
        """Return the name of a file as the parser opened it."""
        return self.text(self.call["getFileName"](handle))

    def fields(self, record: CType) -> list[Cursor]:
        """Return the fields of a record type in order."""
        found: list[Cursor] = []

        def collect(field: Cursor, data: object) -> int:
            found.append(field)
            return CONTINUE

        self.call["Type_visitFields"](record, FieldVisitor(collect), None)
        return found


def _bind(library: ctypes.CDLL, name: str) -> Callable[..., Any]:
    function = getattr(library, f"clang_{name}")
    function.restype, function.argtypes = _PROTOTYPES[name]
    bound: Callable[..., Any] = function
    return bound


@contextmanager
def parsed_file(
    library: Library, path: Path, arguments: Sequence[str], memory: Mapping[Path, bytes], options: int = 0
) -> Iterator[c_void_p]:
    """Give the translation unit of *path* as long as it's needed; contents in *memory* replace the disk's.

    Declarations of a precompiled header aren't visited. Raises ParseError if it can't be parsed.
    """
    with places_of_new(memory) as more:
        yield from _parsed(library, path, [*arguments, *more], memory, options)


def _parsed(
    library: Library, path: Path, arguments: Sequence[str], memory: Mapping[Path, bytes], options: int
) -> Iterator[c_void_p]:
    encoded = [os.fsencode(argument) for argument in arguments]
    contents = [UnsavedFile(os.fsencode(name), data, len(data)) for name, data in memory.items()]
    index = library.call["createIndex"](1, 0)
    unit = c_void_p()
    try:
        failed = library.call["parseTranslationUnit2"](
            index,
            os.fsencode(path),
            (c_char_p * len(encoded))(*encoded),
            len(encoded),
            (UnsavedFile * len(contents))(*contents),
            len(contents),
            _DETAILED_RECORD | _KEEP_GOING | options,
            byref(unit),
        )
        if failed or not unit:
            raise ParseError(f"{path}: libclang can't parse it; its arguments were {' '.join(arguments)}")
        yield unit
    finally:
        if unit:
            library.call["disposeTranslationUnit"](unit)
        library.call["disposeIndex"](index)


@lru_cache(maxsize=4)
def load(path: Path | None = None) -> Library:
    """Load the library file *path*, or that of the installed `libclang` package. Raises ParseError."""
    if path is not None:
        if not path.is_file():
            raise ParseError(f"{path}: no such library file")
        return Library(path)
    found = next((file for file in _installed() if file.is_file()), None)
    if found is None:
        raise ParseError("libclang isn't installed: pip install libclang, or name a library file with --libclang")
    return Library(found)


def _installed() -> Iterator[Path]:
    name = {"darwin": "libclang.dylib", "win32": "libclang.dll"}.get(sys.platform, "libclang.so")
    package = importlib.util.find_spec("clang")
    for folder in (package.submodule_search_locations or ()) if package else ():
        yield Path(folder) / "native" / name
