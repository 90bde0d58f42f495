"""Sources that only builds on other platforms compile: what they name of the extension has to stay as it is (G364).

A build that isn't this one links them too, so their calls and their types belong to the extension, and no parse sees
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from unstatic.c.lexer import Lexed, TokenKind, included_name, lex
from unstatic.facts.trust.python_code import written_files
from unstatic.model.extension import Extension, Linkage
from unstatic.model.fact import fact
from unstatic.system import reads
from unstatic.text.source import Location, SourceFile

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")
_MOST_FILES = 5000


@fact
def named_on_other_platforms(model: Extension) -> Mapping[bytes, tuple[Location, ...]]:
    """Return what such sources name of what headers of the extension tell them, each with a place in every source."""
    names = _told_in_headers(model)
    found: dict[bytes, list[Location]] = {}
    for source, lexed in _sources(model) if names else ():
        first: dict[bytes, int] = {}
        for token in lexed.tokens:
            if token.kind is TokenKind.IDENT and token.text in names:
                first.setdefault(token.text, token.start)
        for name, offset in first.items():
            found.setdefault(name, []).append(source.location(offset))
    return {name: tuple(places) for name, places in found.items()}


@fact
def types_of_other_platforms(model: Extension) -> Mapping[str, Location]:
    """Return the types that are made ready here and defined in what no parse could read, with the place of that."""
    known = {item.name for item in model.declarations if item.is_definition or item.function} | model.macros.keys()
    # `static PyTypeObject Size_Type;` defines a type as well, which is filled at run time.
    known |= {item.name for item in model.types}
    found: dict[str, Location] = {}
    for path, file in model.files.items():
        for offset in file.lexed.places((b"PyType_Ready",)) if path.is_relative_to(model.root) else ():
            call = file.lexed.between(offset, file.source.line_end(offset))[1:4]
            name = call[-1].text.decode() if call else ""
            if [item.text for item in call[:2]] == [b"(", b"&"] and name not in known:
                found.setdefault(name, model.location(path, offset))
    return found


def _told_in_headers(model: Extension) -> Set[bytes]:
    """Return the names that sources get from the extension's headers: linked functions and variables, and macros."""
    headers = _headers(model)
    linked = {item.name for item in model.declarations if item.path in headers and item.linkage is Linkage.EXTERNAL} | {
        name for name, macro in model.macros.items() if macro.definition.path in headers
    }
    return {name.encode() for name in linked}


def _headers(model: Extension) -> Set[Path]:
    return {path for path in model.files if path not in model.units and path.is_relative_to(model.root)}


def _sources(model: Extension) -> Iterator[tuple[SourceFile, Lexed]]:
    """Yield the sources beside those of the extension that include a header of it, all in `#if` groups."""
    headers = {path.name.encode() for path in _headers(model)}
    folders = dict.fromkeys(path.parent for path in model.units if path.is_relative_to(model.root))
    paths = dict.fromkeys(path for folder in folders for path in written_files(folder, _SOURCES))
    for path in tuple(path for path in paths if path not in model.files)[:_MOST_FILES]:
        reads.record_texts((str(path),))
        try:
            data = path.read_bytes()
        except OSError:
            continue
        if not any(name in data for name in headers):
            continue
        lexed = lex(data)
        if _includes(lexed, data, headers) and _is_in_groups(lexed, len(data)):
            yield SourceFile(path, data), lexed


def _includes(lexed: Lexed, data: bytes, headers: Set[bytes]) -> bool:
    included = (item for item in lexed.directives if item.name in (b"include", b"import"))
    return any(included_name(data, item) in headers for item in included)


def _is_in_groups(lexed: Lexed, size: int) -> bool:
    """Tell whether all code of a source of *size* bytes stands in `#if` groups: other builds may find nothing in it."""
    end = 0
    # Most have code outside, and need not be read as a whole for that.
    for group in sorted(item.span for item in lexed.conditionals):
        if lexed.between(end, group.start):
            return False
        end = max(end, group.end)
    return not lexed.between(end, size) and bool(lexed.tokens)
