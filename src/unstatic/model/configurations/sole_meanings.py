"""Names whose meaning the parser lost in code for other platforms, and that only one thing in the unit has.

Where a type of another platform isn't known, such as `WIN32_FIND_DATAW`, the parser drops the expression around it with
all that it names. A function or a variable of the file that shares its name with nothing else is meant all the same,
where the statement around it can be read without knowing these types (G132).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex
from unstatic.c.nodes import Call, Opaque
from unstatic.c.readings import AllBut, expressions_of
from unstatic.c.syntax import Statement, parse_block
from unstatic.cparse.facts import Declaration, ParsedUnit, Reference, SymbolKind
from unstatic.text.source import Span, Spans

_TYPES = (SymbolKind.TYPEDEF, SymbolKind.RECORD)


def with_sole_meanings(passes: Sequence[ParsedUnit]) -> tuple[ParsedUnit, ...]:
    """Return the plain parse of a unit, and the others with the references that can only mean one thing."""
    plain, *others = passes
    known = _file_level(passes) if others else {}
    return (plain, *(_completed(plain, one, known) for one in others))


def _file_level(passes: Sequence[ParsedUnit]) -> Mapping[bytes, Declaration]:
    """Return the functions and variables outside of functions whose names nothing else in the unit has."""
    found: dict[str, dict[str, Declaration]] = {}
    for one in passes:
        for item in one.declarations:
            found.setdefault(item.name, {}).setdefault(item.symbol, item)
    taken = {item.name for one in passes for item in one.macros}
    sole = (next(iter(items.values())) for name, items in found.items() if len(items) == 1 and name not in taken)
    return {item.name.encode(): item for item in sole if item.function is None and _is_used_by_name(item)}


def _is_used_by_name(item: Declaration) -> bool:
    return item.parent is None and item.kind in (SymbolKind.FUNCTION, SymbolKind.VARIABLE)


def _completed(plain: ParsedUnit, one: ParsedUnit, known: Mapping[bytes, Declaration]) -> ParsedUnit:
    named = {path: tokens for path in one.files if (tokens := _named(plain, one, path, known))}
    # Most passes have no such name, so that no more has to be known of them.
    added = tuple(_added(one, named, known)) if named else ()
    return replace(one, references=(*one.references, *added)) if added else one


def _named(plain: ParsedUnit, one: ParsedUnit, path: Path, known: Mapping[bytes, Declaration]) -> tuple[Token, ...]:
    """Return the *known* names in what the plain parse skipped of a file and this one didn't."""
    left_out = Spans(one.skipped.get(path, ()))
    return tuple(
        token
        for span in plain.skipped.get(path, ())
        for token in lex(one.files[path].data).between(*span)
        if token.kind is TokenKind.IDENT and token.text in known and token.start not in left_out
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """What one parse says of a file."""

    explained: set[int]
    """Where names stand that mean something."""
    macros: list[Span]
    holders: list[tuple[Span, str]]
    """The bodies of functions, with their symbols."""


def _added(
    one: ParsedUnit, named: Mapping[Path, Sequence[Token]], known: Mapping[bytes, Declaration]
) -> Iterator[Reference]:
    """Yield what those of some names mean, for each file, that the parser made nothing of."""
    types = _types(one)
    for path, read in _reads(one, named).items():
        lexed, in_macros, left_out = lex(one.files[path].data), Spans(read.macros), Spans(one.skipped.get(path, ()))
        bodies: dict[Span, Statement] = {}
        held = _held(sorted(token.start for token in named[path]), read.holders)
        for token in named[path]:
            body, function = held.get(token.start, (None, None))
            if body is None or token.start in read.explained or token.start in in_macros:
                continue
            item = known[token.text]
            if body not in bodies:
                bodies[body] = parse_block([each for each in lexed.between(*body) if each.start not in left_out])
            if _is_used(bodies[body], token.start, item.kind, types):
                is_call = item.kind is SymbolKind.FUNCTION
                yield Reference(path, token.start, item.name, item.symbol, item.kind, function, is_call, None, None)


def _held(offsets: Sequence[int], holders: Iterable[tuple[Span, str]]) -> Mapping[int, tuple[Span, str]]:
    """Return the first of some bodies, each with its function, that holds each of *offsets*, which are in order."""
    found: dict[int, tuple[Span, str]] = {}
    for body, function in holders:
        for offset in offsets[bisect.bisect_left(offsets, body.start) : bisect.bisect_left(offsets, body.end)]:
            found.setdefault(offset, (body, function))
    return found


def _reads(one: ParsedUnit, paths: Iterable[Path]) -> Mapping[Path, _Read]:
    """Return what one parse says of some files: in one look through all, as there can be hundreds of files."""
    found = {path: _Read(set(), [], []) for path in paths}
    for reference in one.references:
        if (read := found.get(reference.path)) is not None:
            read.explained.add(reference.offset)
    for expansion in one.expansions:
        if (read := found.get(expansion.path)) is not None:
            read.macros.append(expansion.span)
    for item in one.declarations:
        if (read := found.get(item.path)) is not None:
            read.explained.add(item.name_span.start)
            read.holders.extend([(item.body, item.symbol)] if item.body is not None else [])
    return found


def _types(one: ParsedUnit) -> AllBut:
    """Return what may be a type: each name that isn't declared or defined to be anything else."""
    others = {item.name for item in one.declarations if item.kind not in _TYPES} | {item.name for item in one.macros}
    return AllBut(frozenset(name.encode("utf-8", "surrogateescape") for name in others))


def _is_used(body: Statement, offset: int, kind: SymbolKind, types: AllBut) -> bool:
    """Tell whether a function is called, or a variable named, by a statement that can be read without more types."""
    statement = body.path_to(offset)[-1]
    paths = (tree.path_to(offset) for tree in expressions_of(statement, types))
    around = next((path for path in paths if path), ())
    if not around or any(isinstance(node, Opaque) for node in around):
        return False
    outer = around[-2] if len(around) > 1 else None
    is_call = isinstance(outer, Call) and outer.function is around[-1]
    return is_call == (kind is SymbolKind.FUNCTION)
