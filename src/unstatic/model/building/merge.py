"""Many parsed units -> one set of files, declarations and references.

*passes* are parses in which groups were made active that the plain one skips: they add what stands in those groups.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex, lex_body
from unstatic.c.syntax import MEMBERS, closing
from unstatic.cparse.facts import (
    Declaration,
    InitEntry,
    MacroDefinition,
    MacroExpansion,
    ParsedUnit,
    Reference,
)
from unstatic.model.building.live_macros import Place
from unstatic.model.expansion import Definitions, Expander
from unstatic.model.extension import File, Macro
from unstatic.model.macros import each_macro
from unstatic.text.source import Span

Key = tuple[Path, int, str]


def files_of(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit] = ()) -> dict[Path, File]:
    """Return every project file once; a group counts as inactive only if no unit kept it."""
    everything = (*units, *passes)
    written, expansions = _by_place(everything)
    found: dict[Path, File] = {}
    for path in written:
        readers = [unit for unit in units if path in unit.files]
        forced = [unit for unit in passes if path in unit.files]
        source = (*readers, *forced)[0].files[path]
        whole = (Span(0, len(source.data)),)
        inactive = _common([unit.skipped.get(path, ()) for unit in readers]) if readers else whole
        lexed = lex(source.data)
        views = tuple(
            File(source, lexed, skipped, written[path], expansions[path])
            for skipped in dict.fromkeys(unit.skipped.get(path, ()) for unit in forced)
        )
        found[path] = File(source, lexed, inactive, written[path], expansions[path], views)
    return found


def _by_place(
    units: Sequence[ParsedUnit],
) -> tuple[dict[Path, dict[int, Reference]], dict[Path, dict[int, MacroExpansion]]]:
    """Return what is spelled, and which macros are used, where in each file."""
    written: dict[Path, dict[int, Reference]] = {path: {} for unit in units for path in unit.files}
    expansions: dict[Path, dict[int, MacroExpansion]] = {path: {} for path in written}
    for unit in units:
        # By file, as hashing a path for each of them takes longer than all else.
        for path, references in groupby(unit.references, attrgetter("path")):
            here = written.get(path, {})
            for reference in references:
                if reference.via_macro is None:
                    here.setdefault(reference.offset, reference)
        for path, uses in groupby(unit.expansions, attrgetter("path")):
            if path in expansions:
                expansions[path].update((use.span.start, use) for use in uses)
    return written, expansions


def _common(groups: Sequence[Sequence[Span]]) -> tuple[Span, ...]:
    """Return the spans that stand in every group, in order."""
    shared = set(groups[0]).intersection(*groups[1:]) if groups else set()
    return tuple(sorted(shared))


def declarations_of(units: Iterable[ParsedUnit]) -> tuple[Declaration, ...]:
    """Return every declaration once, however many units include its header."""
    found: dict[Key, Declaration] = {}
    # What stands in a header is the same item in all units that read it.
    seen: set[int] = set()
    for unit in units:
        for declaration in unit.declarations:
            if id(declaration) in seen:
                continue
            seen.add(id(declaration))
            key = (declaration.path, declaration.name_span.start, declaration.symbol)
            before = found.setdefault(key, declaration)
            if before.body is None and declaration.body is not None:
                # A macro declares a function, and opens its definition.
                found[key] = declaration
    return tuple(sorted(found.values(), key=lambda item: (item.path, item.name_span.start)))


def with_hidden_entries(
    declarations: Iterable[Declaration], passes: Iterable[ParsedUnit], files: dict[Path, File]
) -> tuple[Declaration, ...]:
    """Return *declarations*, their initialisers with the entries that only *passes* saw."""
    seen: dict[Key, list[Declaration]] = {}
    for unit in passes:
        for item in unit.declarations:
            if item.entries is not None:
                seen.setdefault((item.path, item.name_span.start, item.symbol), []).append(item)
    found = []
    for declaration in declarations:
        for other in seen.get((declaration.path, declaration.name_span.start, declaration.symbol), ()):
            declaration = _with_hidden(declaration, other, files[declaration.path])
        found.append(declaration)
    return tuple(found)


def _with_hidden(declaration: Declaration, other: Declaration, file: File) -> Declaration:
    if declaration.entries is None or other.entries is None or declaration is other:
        return declaration
    if declaration.canonical_type.endswith("]"):
        known = {(entry.span, entry.children) for entry in declaration.entries}
        starts = {entry.span.start for entry in declaration.entries}
        added = [
            entry
            for entry in other.entries
            if (entry.span, entry.children) not in known
            and (_is_hidden(entry, file) or (entry.macro and entry.span.start not in starts))
        ]
        entries = sorted((*declaration.entries, *added), key=lambda entry: entry.span.start)
        return declaration._replace(entries=tuple(entries))
    # Positions are counted from the start: a group that shifts what follows it can't be read for sure.
    places = {entry.span.start: entry.field for entry in declaration.entries}
    shifts = any(places.get(entry.span.start, entry.field) != entry.field for entry in other.entries)
    hidden = [
        replace(entry, field=None) if shifts and not entry.designated else entry
        for entry in other.entries
        if file.is_inactive(entry.span.start)
    ]
    return declaration._replace(hidden=(*declaration.hidden, *hidden))


def _is_hidden(entry: InitEntry, file: File) -> bool:
    return any(file.is_inactive(item.span.start) for item in (entry, *(entry.children or ())))


def references_of(units: Iterable[ParsedUnit]) -> tuple[Reference, ...]:
    """Return every reference once, in source order; functions that one use of a macro writes share its place."""
    found: dict[Path, dict[tuple[int, str, str | None, str | None], Reference]] = {}
    seen: set[int] = set()
    for unit in units:
        for path, references in groupby(unit.references, attrgetter("path")):
            here = found.setdefault(path, {})
            for reference in references:
                if id(reference) not in seen:
                    seen.add(id(reference))
                    writing = reference.function if reference.via_macro is not None else None
                    here.setdefault((reference.offset, reference.symbol, reference.via_macro, writing), reference)
    by_offset = attrgetter("offset")
    return tuple(item for path in sorted(found) for item in sorted(found[path].values(), key=by_offset))


def expander_of(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit], files: Mapping[Path, File]) -> Expander:
    """Return what opens the macros of the extension."""
    return Expander({path: file.source for path, file in files.items()}, Definitions(units, passes))


def definitions_of(units: Iterable[ParsedUnit]) -> tuple[MacroDefinition, ...]:
    """Return every definition of every macro once, in source order."""
    found = {(item.path, item.span.start): item for _, item in each_macro(units)}
    return tuple(found[key] for key in sorted(found))


def macros_of(
    units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit] = (), live: Mapping[str, Place] | None = None
) -> dict[str, Macro]:
    """Return the project's macros by name; of several definitions the last one seen counts, the others go along.

    Where *live* names a definition, it alone counts.
    """
    alone = live or {}
    found: dict[str, list[Macro]] = {}
    known: set[MacroDefinition] = set()
    everything = (*units, *passes)
    defined = {item.name for unit in everything for item in unit.macros}
    namesakes = _namesakes(everything)
    meant: dict[Place, frozenset[str]] = {}
    for unit, definition in each_macro(everything):
        place = (definition.path, definition.span.start)
        if definition in known or alone.get(definition.name, place) != place:
            continue
        known.add(definition)
        body = lex_body(unit.files[definition.path].data, definition.body)
        parameters = {name.encode() for name in definition.parameters or ()}
        names = {
            token.text for token in _outside_members(_code(body), defined) if token.kind is TokenKind.IDENT
        } - parameters
        mentions = frozenset(name.decode("latin-1") for name in names)
        meant[place] = mentions & namesakes.get(place, frozenset())
        macro = Macro(definition, body, mentions - meant[place])
        found.setdefault(definition.name, []).append(macro)
    plain = {item.name: item for unit in units for item in unit.macros}
    joined = {name: _joined(same, plain.get(name)) for name, same in found.items()}
    return {name: _through_namesakes(macro, joined, meant) for name, macro in joined.items()}


def _namesakes(units: Sequence[ParsedUnit]) -> dict[Place, frozenset[str]]:
    """Return which of the project's variables and functions a macro never means, as they are macros where it is read.

    `#define Box_Type (*(PyTypeObject *)api[0])` is what other sources see of a type.
    """
    everywhere = frozenset[str]().union(*(unit.own_names for unit in units))
    found: dict[Place, frozenset[str]] = {}
    for unit in units:
        names = frozenset(item.name for item in unit.macros if item.name in everywhere) - unit.own_names
        for item in unit.macros:
            place = (item.path, item.span.start)
            found[place] = found.get(place, names) & names
    return {place: names for place, names in found.items() if names}


def _through_namesakes(macro: Macro, macros: Mapping[str, Macro], meant: Mapping[Place, frozenset[str]]) -> Macro:
    """Return a macro that mentions what the macros mention that it means by the names of variables and functions.

    *meant*: these names, for each definition.
    """
    met: set[str] = set()
    waiting = {macro.definition.name}
    while waiting:
        met |= waiting
        places = [(one.definition.path, one.definition.span.start) for name in waiting for one in macros[name].all]
        named = frozenset[str]().union(*(meant.get(place, frozenset()) for place in places))
        waiting = {name for name in named if name in macros} - met
    more = frozenset[str]().union(*(macros[name].mentions for name in met))
    return macro if more == macro.mentions else replace(macro, mentions=more)


def _code(body: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a macro's body without what it says to the compiler: no function is meant by `__pragma(pack(pop))`."""
    found: list[Token] = []
    index = 0
    while index < len(body):
        is_pragma = body[index].text == b"__pragma" and [one.text for one in body[index + 1 : index + 2]] == [b"("]
        if is_pragma:
            index = closing(body, index + 1)
        else:
            found.append(body[index])
        index += 1
    return tuple(found)


def _outside_members(body: Sequence[Token], macros: Container[str]) -> Iterator[Token]:
    """Yield the tokens of a macro's body without the names of members: no global is meant by `api->Box_Type`."""
    for index, token in enumerate(body):
        is_member = index > 0 and body[index - 1].text in MEMBERS
        if not is_member or token.text.decode("latin-1") in macros:
            yield token


def _joined(same: list[Macro], main: object) -> Macro:
    first = next((item for item in same if item.definition == main), same[-1])
    others = tuple(item for item in same if item is not first)
    if not others:
        return first
    return replace(first, mentions=frozenset[str]().union(*(item.mentions for item in same)), alternatives=others)


def rival_macros_of(units: Iterable[ParsedUnit], live: Mapping[str, Place]) -> dict[str, frozenset[str]]:
    """Return the macros of the project that are defined at more than one place, and what their bodies mention.

    Those of which *live* names the definition that all uses mean are left out.
    """
    bodies: dict[str, dict[tuple[Path, int], tuple[bytes, Span]]] = {}
    for unit, item in each_macro(units):
        if item.name not in live:
            bodies.setdefault(item.name, {})[item.path, item.span.start] = unit.files[item.path].data, item.body
    return {
        name: frozenset(
            token.text.decode("latin-1")
            for data, body in found.values()
            for token in lex_body(data, body)
            if token.kind is TokenKind.IDENT
        )
        for name, found in bodies.items()
        if len(found) > 1
    }
