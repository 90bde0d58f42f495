"""Names whose meaning the parser lost in code for other platforms, and that only one thing in the unit has.

Where a type of another platform isn't known, such as `WIN32_FIND_DATAW`, the parser drops the expression around it with
all that it names. A function or a variable of the file that shares its name with nothing else is meant all the same,
where the statement around it can be read without knowing these types (G132).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    added: list[Reference] = []
    for path in one.files:
        spans = plain.skipped.get(path, ())
        tokens = (token for span in spans for token in lex(one.files[path].data).between(*span))
        # Most groups have no such name, so that no more has to be known of the file.
        if named := [token for token in tokens if token.kind is TokenKind.IDENT and token.text in known]:
            added += _added(one, path, named, known, types)
    return replace(one, references=(*one.references, *added)) if added else one


def _added(
    one: ParsedUnit, path: Path, named: Iterable[Token], known: Mapping[bytes, Declaration], types: AllBut
) -> Iterator[Reference]:
    """Yield what those of some names in a file mean that the parser made nothing of."""
    explained = {item.offset for item in one.references if item.path == path}
    explained |= {item.name_span.start for item in one.declarations if item.path == path}
    macros = Spans(item.span for item in one.expansions if item.path == path)
    left_out = Spans(one.skipped.get(path, ()))
    holders = [(item.body, item.symbol) for item in one.declarations if item.path == path and item.body is not None]
    lexed = lex(one.files[path].data)
    for token in named:
        if token.start in explained or token.start in left_out or token.start in macros:
            continue
        item = known[token.text]
        body, function = next((holder for holder in holders if token.start in holder[0]), (None, None))
        tokens = [each for each in lexed.between(*body) if each.start not in left_out] if body is not None else []
        if tokens and _is_used(tokens, token.start, item.kind, types):
            is_call = item.kind is SymbolKind.FUNCTION
            yield Reference(path, token.start, item.name, item.symbol, item.kind, function, is_call, None, None)


def _is_used(body: Sequence[Token], offset: int, kind: SymbolKind, types: AllBut) -> bool:
    """Tell whether a function is called, or a variable named, by a statement that can be read without more types."""
    statement = parse_block(body).path_to(offset)[-1]
    paths = (tree.path_to(offset) for tree in expressions_of(statement, types))
    around = next((path for path in paths if path), ())
    if not around or any(isinstance(node, Opaque) for node in around):
        return False
    outer = around[-2] if len(around) > 1 else None
    is_call = isinstance(outer, Call) and outer.function is around[-1]
    return is_call == (kind is SymbolKind.FUNCTION)
