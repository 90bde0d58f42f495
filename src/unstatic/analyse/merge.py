"""Many parsed units -> one set of files, declarations and references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from unstatic.clex import Lexed, TokenKind, lex, lex_body
from unstatic.cparse.facts import Declaration, MacroDefinition, MacroExpansion, ParsedUnit, Reference
from unstatic.expansion import Definitions, Expander
from unstatic.model import File, Macro
from unstatic.source import Span


def files_of(units: Sequence[ParsedUnit]) -> dict[Path, File]:
    """Return every project file once; a group counts as inactive only if no unit kept it."""
    written: dict[Path, dict[int, Reference]] = {path: {} for unit in units for path in unit.files}
    expansions: dict[Path, dict[int, MacroExpansion]] = {path: {} for path in written}
    for unit in units:
        for reference in unit.references:
            if reference.via_macro is None and reference.path in written:
                written[reference.path][reference.offset] = reference
        for expansion in unit.expansions:
            if expansion.path in expansions:
                expansions[expansion.path][expansion.span.start] = expansion
    found: dict[Path, File] = {}
    for path in written:
        readers = [unit for unit in units if path in unit.files]
        source = readers[0].files[path]
        inactive = _common([unit.skipped.get(path, ()) for unit in readers])
        found[path] = File(source, _lexed(source.data), inactive, written[path], expansions[path])
    return found


@lru_cache(maxsize=256)
def _lexed(data: bytes) -> Lexed:
    """Read the tokens of a file once: most files stay as they are from one rewrite to the next."""
    return lex(data)


def _common(groups: Sequence[Sequence[Span]]) -> tuple[Span, ...]:
    """Return the spans that stand in every group, in order."""
    shared = set(groups[0]).intersection(*groups[1:]) if groups else set()
    return tuple(sorted(shared))


def declarations_of(units: Iterable[ParsedUnit]) -> tuple[Declaration, ...]:
    """Return every declaration once, however many units include its header."""
    found: dict[tuple[Path, int, str], Declaration] = {}
    for unit in units:
        for declaration in unit.declarations:
            found.setdefault((declaration.path, declaration.name_span.start, declaration.symbol), declaration)
    return tuple(sorted(found.values(), key=lambda item: (item.path, item.name_span.start)))


def references_of(units: Iterable[ParsedUnit]) -> tuple[Reference, ...]:
    """Return every reference once, in source order."""
    found: dict[tuple[Path, int, str, str | None], Reference] = {}
    for unit in units:
        for reference in unit.references:
            key = (reference.path, reference.offset, reference.symbol, reference.via_macro)
            found.setdefault(key, reference)
    return tuple(sorted(found.values(), key=lambda item: (item.path, item.offset)))


def expander_of(units: Sequence[ParsedUnit], files: Mapping[Path, File]) -> Expander:
    """Return what opens the macros of the extension."""
    return Expander({path: file.source for path, file in files.items()}, Definitions(units))


def definitions_of(units: Iterable[ParsedUnit]) -> tuple[MacroDefinition, ...]:
    """Return every definition of every macro once, in source order."""
    found = {(item.path, item.span.start): item for unit in units for item in unit.macros if item.path in unit.files}
    return tuple(found[key] for key in sorted(found))


def macros_of(units: Iterable[ParsedUnit]) -> dict[str, Macro]:
    """Return the project's macros by name; of several definitions the last one seen counts."""
    found: dict[str, Macro] = {}
    for unit in units:
        for definition in unit.macros:
            if definition.path not in unit.files:
                continue
            body = lex_body(unit.files[definition.path].data, definition.body)
            parameters = {name.encode() for name in definition.parameters or ()}
            names = {token.text for token in body if token.kind is TokenKind.IDENT} - parameters
            found[definition.name] = Macro(definition, body, frozenset(name.decode("latin-1") for name in names))
    return found
