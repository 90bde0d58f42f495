"""Names whose meaning the parser lost in code for other platforms, and that only one thing in the unit has.

Where a type of another platform isn't known, such as `WIN32_FIND_DATAW`, the parser drops the expression around it with
all that it names. A function or a variable of the file that shares its name with nothing else is meant all the same,
where the statement around it can be read without knowing these types (G132).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex
from unstatic.c.nodes import Call, Opaque
from unstatic.c.readings import AllBut, expressions_of
from unstatic.c.syntax import parse_block
from unstatic.cparse.facts import Declaration, ParsedUnit, Reference, SymbolKind
from unstatic.text.source import Spans

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
    others = {item.name for item in one.declarations if item.kind not in _TYPES} | {item.name for item in one.macros}
    types = AllBut(frozenset(name.encode("utf-8", "surrogateescape") for name in others))
    added = [
        reference
        for path in one.files
        for body, use in _uses(plain, one, path, known)
        for reference in _read(one, path, body, use, known, types)
    ]
    return replace(one, references=(*one.references, *added)) if added else one


def _uses(
    plain: ParsedUnit, one: ParsedUnit, path: Path, known: Mapping[bytes, Declaration]
) -> Iterator[tuple[Declaration, Token]]:
    """Yield the names that only this parse read and made nothing of, each with the function around it."""
    skipped = Spans(plain.skipped.get(path, ()))
    explained = {item.offset for item in one.references if item.path == path}
    explained |= {item.name_span.start for item in one.declarations if item.path == path}
    macros = Spans(item.span for item in one.expansions if item.path == path)
    left_out = Spans(one.skipped.get(path, ()))
    bodies = [item for item in one.declarations if item.path == path and item.body is not None]
    for span in skipped:
        for token in lex(plain.files[path].data).between(*span):
            is_open = token.kind is TokenKind.IDENT and token.text in known and token.start not in explained
            if is_open and token.start not in left_out and token.start not in macros:
                yield from ((item, token) for item in bodies if item.body and token.start in item.body)


def _read(
    one: ParsedUnit, path: Path, holder: Declaration, use: Token, known: Mapping[bytes, Declaration], types: AllBut
) -> Iterator[Reference]:
    """Yield the reference that a name is if the statement around it can be read as C without the parser's types."""
    assert holder.body is not None
    left_out = Spans(one.skipped.get(path, ()))
    tokens = lex(one.files[path].data).between(*holder.body)
    block = parse_block([token for token in tokens if token.start not in left_out])
    statement = block.path_to(use.start)[-1]
    tree = next((item for item in expressions_of(statement, types) if item.path_to(use.start)), None)
    around = tree.path_to(use.start)[::-1] if tree is not None else ()
    if not around or any(isinstance(node, Opaque) for node in around):
        return
    item = known[use.text]
    outer = around[1] if len(around) > 1 else None
    is_call = isinstance(outer, Call) and outer.function is around[0]
    if is_call == (item.kind is SymbolKind.FUNCTION):
        yield Reference(path, use.start, item.name, item.symbol, item.kind, holder.symbol, is_call, None, None)
