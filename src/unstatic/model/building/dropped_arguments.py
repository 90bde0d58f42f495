"""Names in arguments that a macro drops here, such as those of messages for debugging (G130).

The parser sees nothing of `LOG("%p", Box_Type);` where `LOG` is empty. Another build may compile the argument, so it
has to change with the rest. The name means what it means elsewhere in the same function, if that uses it as well and
has nothing of its own by that name.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from weakref import WeakKeyDictionary

from unstatic.c.lexer import Lexed, Token, TokenKind, lex, lex_body
from unstatic.cparse.facts import Declaration, MacroExpansion, ParsedUnit, Reference, SymbolKind
from unstatic.text.source import Span

# With the paste operator, which begins like the first.
_ANEW = (b"#", b".", b"->", b"::")
_ELSEWHERE = (b".", b"->", b"::", b"struct", b"union", b"enum", b"goto")


def with_dropped_names(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit]) -> list[ParsedUnit]:
    """Return *units* with references for the names that macros drop, where it's clear what they mean."""
    spelled = _spelled_anew((*units, *passes))
    return [_with_dropped(unit, spelled) for unit in units]


def _with_dropped(unit: ParsedUnit, spelled: frozenset[str]) -> ParsedUnit:
    key = (_with_dropped, spelled)
    if key not in unit.memory:
        dropped = tuple(_dropped(unit, spelled))
        unit.memory[key] = replace(unit, references=(*unit.references, *dropped)) if dropped else None
    found = unit.memory[key]
    return found if isinstance(found, ParsedUnit) else unit


def _dropped(unit: ParsedUnit, spelled: frozenset[str]) -> Iterator[Reference]:
    followed = _by_file(unit, spelled)
    if not followed:
        return
    uses: dict[Path, list[Reference]] = {}
    for path, references in groupby(unit.references, attrgetter("path")):
        uses.setdefault(path, []).extend(references)
    meant = _Meanings(unit)
    for path, expansions in followed.items():
        meant.enter(path, uses.get(path, ()))
        yield from _references(unit, path, expansions, meant)


def _by_file(unit: ParsedUnit, spelled: frozenset[str]) -> dict[Path, list[MacroExpansion]]:
    """Return the uses of the project's macros that are given something, but for those of *spelled*."""
    found: dict[Path, list[MacroExpansion]] = {}
    for path, expansions in groupby(unit.expansions, attrgetter("path")):
        uses = [
            item
            for item in (expansions if path in unit.files else ())
            if item.definition is not None
            and item.span.end > item.span.start + len(item.name)
            and item.name not in spelled
        ]
        if uses:
            found.setdefault(path, []).extend(uses)
    return found


def _spelled_anew(units: Sequence[ParsedUnit]) -> frozenset[str]:
    """Return the macros that somewhere make strings, names or members of what they are given."""
    found: set[str] = set()
    # What a further parse was given of a file has the same definitions.
    files = {path: file.data for unit in reversed(units) for path, file in unit.files.items()}
    for data in files.values():
        lexed = lex(data)
        if lexed not in _spelled:
            _spelled[lexed] = frozenset(_spelled_in(data, lexed))
        found |= _spelled[lexed]
    return frozenset(found)


_spelled: WeakKeyDictionary[Lexed, frozenset[str]] = WeakKeyDictionary()
"""What the files that are in use define of these macros: most of them stay as they are from one step to the next."""


def _spelled_in(data: bytes, lexed: Lexed) -> Iterator[str]:
    for directive in lexed.directives:
        text = data[directive.rest.start : directive.rest.end] if directive.name == b"define" else b""
        if not any(mark in text for mark in _ANEW):
            continue
        tokens = lex_body(data, directive.rest)
        if any(_is_anew(tokens, index) for index in range(1, len(tokens))):
            yield tokens[0].text.decode("latin-1")


def _is_anew(tokens: Sequence[Token], index: int) -> bool:
    text = tokens[index].text
    if text == b"##":
        # `, ## __VA_ARGS__` only takes a comma away.
        return tokens[index - 1].text != b"," or [item.text for item in tokens[index + 1 :][:1]] != [b"__VA_ARGS__"]
    return text in _ANEW


def _references(
    unit: ParsedUnit, path: Path, expansions: Sequence[MacroExpansion], meant: _Meanings
) -> Iterator[Reference]:
    known = meant.offsets
    skipped = unit.skipped.get(path, ())
    lexed = lex(unit.files[path].data)
    for expansion in expansions:
        tokens = lexed.between(*expansion.span)
        # The last one closes the parentheses.
        for index, token in enumerate(tokens[1:-1], 1):
            if token.kind is not TokenKind.IDENT or token.start in known or tokens[index - 1].text in _ELSEWHERE:
                continue
            like = meant.like(token)
            if like is not None and not any(token.start in span for span in skipped):
                called = like.kind is SymbolKind.FUNCTION and tokens[index + 1].text == b"("
                yield like._replace(offset=token.start, is_call=called)
                known.add(token.start)


class _Meanings:
    """What names mean in the functions of a unit, one file after the other."""

    def __init__(self, unit: ParsedUnit) -> None:
        self._all_bodies: dict[Path, list[tuple[Span, Declaration]]] = {}
        """The bodies of functions by file, in order; of those that hold others, only the outermost."""
        bodies = ((item.body, item) for item in unit.declarations if item.body is not None)
        for body, item in sorted(bodies, key=lambda one: one[0].start):
            found = self._all_bodies.setdefault(item.path, [])
            if not found or body.start >= found[-1][0].end:
                found.append((body, item))
        self._globals = {
            item.symbol
            for item in unit.declarations
            if item.function is None and item.parent is None and item.kind in (SymbolKind.VARIABLE, SymbolKind.FUNCTION)
        }
        self._locals: dict[str, set[str]] = {}
        for item in unit.declarations:
            if item.function is not None:
                self._locals.setdefault(item.function, set()).add(item.name)

    def enter(self, path: Path, uses: Sequence[Reference]) -> None:
        """Go on with the file *path*, in which *uses* are what the parser saw."""
        self._bodies = self._all_bodies.get(path, [])
        self._starts = [body.start for body, _ in self._bodies]
        self.offsets = {item.offset for item in uses}
        """Where names are whose meaning is known."""
        self._uses: dict[tuple[str, str], list[Reference]] = {}
        for use in uses:
            if use.function is not None and use.via_macro is None:
                self._uses.setdefault((use.function, use.name), []).append(use)

    def like(self, token: Token) -> Reference | None:
        """Return a reference in the same function to what *token* names, if it can't be anything else."""
        function = self._function_at(token.start)
        name = token.text.decode("latin-1")
        if function is None or name in self._locals.get(function.symbol, ()):
            return None
        uses = self._uses.get((function.symbol, name), [])
        if len({item.symbol for item in uses}) != 1 or uses[0].symbol not in self._globals:
            return None
        return uses[0]

    def _function_at(self, offset: int) -> Declaration | None:
        index = bisect.bisect_right(self._starts, offset) - 1
        return self._bodies[index][1] if index >= 0 and offset in self._bodies[index][0] else None
