"""The half of a header that is for other extensions: it imports a C API, and nothing in it is part of this one.

`#ifndef INSIDE_BOXES` / `Box_API *boxes;` / `... boxes = PyCapsule_Import("boxes.API", 0);` / `#endif`, with
`#define INSIDE_BOXES` before each inclusion (G427).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Branch, Conditional, lex_fragment
from unstatic.capi.modules import CAPSULE_POINTERS
from unstatic.cparse.facts import MacroDefinition, ParsedUnit
from unstatic.model.configurations.known_macros import HEADERS
from unstatic.model.extension import File, Global
from unstatic.model.macros import each_macro

_WORD = re.compile(rb"[A-Za-z_]\w*")


def own_variables(
    variables: tuple[Global, ...], units: Sequence[ParsedUnit], files: Mapping[Path, File]
) -> tuple[Global, ...]:
    """Return the variables without those that only other extensions have."""
    hidden = [item for item in variables if all(_is_hidden(files[path], at) for path, at in _places(item))]
    importing = _importing(units) if hidden else frozenset()
    others = [item for item in hidden if _is_of_others(item, units, files, importing)]
    return tuple(item for item in variables if item not in others)


def macros_of_others(
    passes: Sequence[ParsedUnit], units: Sequence[ParsedUnit], files: Mapping[Path, File]
) -> tuple[MacroDefinition, ...]:
    """Return the macros that only other extensions have: they stay as they are (G433)."""
    groups: dict[tuple[Path, int], list[MacroDefinition]] = {}
    for item in dict.fromkeys(macro for found in passes for macro in found.macros if macro.path in files):
        around = [branch for one in files[item.path].conditionals_around(item.span.start) for branch in one.branches]
        start = max((branch.body.start for branch in around if item.span.start in branch.body), default=-1)
        groups.setdefault((item.path, start), []).append(item)
    importing = _importing(units) if groups else frozenset()
    return tuple(
        item
        for (path, _), group in groups.items()
        if any(_is_defined(name, path, units, files) for name in _missing(files[path], group[0].span.start, importing))
        for item in group
    )


def _importing(units: Sequence[ParsedUnit]) -> frozenset[bytes]:
    """Return what gives the table of a C API: functions, and the macros that lead to them."""
    macros = {item: unit.files[item.path].text(item.body) for unit, item in each_macro(units)}
    bodies = [(item.name.encode(), frozenset(_WORD.findall(text))) for item, text in macros.items()]
    found = set(CAPSULE_POINTERS)
    while more := {name for name, words in bodies if name not in found and not found.isdisjoint(words)}:
        found |= more
    return frozenset(found)


def without(found: ParsedUnit, macros: Sequence[MacroDefinition]) -> ParsedUnit:
    """Return a pass without some of its macros, and their uses."""
    left = {(item.path, item.span.start) for item in macros}
    return replace(
        found,
        macros=tuple(item for item in found.macros if (item.path, item.span.start) not in left),
        expansions=tuple(item for item in found.expansions if item.definition not in left),
    )


def _is_of_others(
    item: Global, units: Sequence[ParsedUnit], files: Mapping[Path, File], importing: frozenset[bytes]
) -> bool:
    """Tell whether no declaration is for this extension: what a pass that reads that half takes for a use is none."""
    return all(
        any(_is_defined(name, path, units, files) for name in _missing(files[path], at, importing))
        for path, at in _places(item)
    )


def _places(item: Global) -> list[tuple[Path, int]]:
    """Return where a variable is declared."""
    return [(one.path, one.name_span.start) for one in (item.declaration, *item.others)]


def _is_hidden(file: File, offset: int) -> bool:
    """Tell whether a place stands in a group of a header that isn't compiled here."""
    return file.source.path.suffix in HEADERS and file.is_inactive(offset)


def _missing(file: File, offset: int, importing: frozenset[bytes]) -> Iterator[bytes]:
    """Yield the macros that are defined here, and without which a group around *offset* imports a C API."""
    if not _is_hidden(file, offset):
        return
    around = [
        (one, branch) for one in file.conditionals_around(offset) for branch in one.branches if offset in branch.body
    ]
    for conditional, branch in around:
        outer = [held.body for one, held in around if one.span.start < conditional.span.start]
        name = _tested(file, conditional, branch)
        if name and conditional is not file.lexed.guard and not any(file.is_inactive(body.start) for body in outer):
            yield from () if importing.isdisjoint(_words(file, branch)) else (name,)


def _words(file: File, branch: Branch) -> Iterator[bytes]:
    """Yield the words of a group, and of the macros that are defined there."""
    defined = (item.rest for item in file.lexed.directives if item.name == b"define" and item.span.start in branch.body)
    for span in (branch.body, *defined):
        yield from (token.text for token in lex_fragment(file.source.data, span))


def _tested(file: File, conditional: Conditional, branch: Branch) -> bytes:
    """Return the macro without which *branch* is compiled: `#ifndef NAME`, or the `#else` of `#ifdef NAME`."""
    first = conditional.branches[0]
    if branch is first:
        return file.lexed.absent_macro(first.directive)
    words = [token.text for token in lex_fragment(file.source.data, first.directive.rest)]
    words = [first.directive.name, *(word for word in words if word not in (b"(", b")"))]
    name = words[-1]
    is_else = branch.directive.name == b"else" and len(conditional.branches) == 2
    return name if is_else and words in ([b"ifdef", name], [b"if", b"defined", name]) else b""


def _is_defined(name: bytes, path: Path, units: Sequence[ParsedUnit], files: Mapping[Path, File]) -> bool:
    """Tell whether each unit that reads the header at *path* defines a macro, whatever is configured."""
    readers = [unit for unit in units if path in unit.files]
    return bool(readers) and all(_defines(unit, name, files) for unit in readers)


def _defines(unit: ParsedUnit, name: bytes, files: Mapping[Path, File]) -> bool:
    found = [item for item in unit.macros if item.name.encode() == name]
    return bool(found) and all(_is_always_read(unit, item.path, item.span.start, files) for item in found)


def _is_always_read(unit: ParsedUnit, path: Path, offset: int, files: Mapping[Path, File]) -> bool:
    """Tell whether a place stands in no group but the guards of headers, and neither do the lines that include it."""
    file = files.get(path)
    if file is None or not all(one is file.lexed.guard for one in file.conditionals_around(offset)):
        return False
    around = [item for item in unit.inclusions if item.path == path and item.includer != path]
    return path == unit.path or (
        bool(around) and all(_is_always_read(unit, item.includer, item.offset, files) for item in around)
    )
