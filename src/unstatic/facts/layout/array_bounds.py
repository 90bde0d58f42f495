"""The macros that an array's bound is written with: whether a header sees them, or they can move there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.facts.places.unit_order import Key, Reading
from unstatic.model.extension import Extension, Macro
from unstatic.text.source import Span


class Constants:
    """Judges macros for one place in a header."""

    def __init__(self, model: Extension, path: Path, offset: int, reading: Callable[[Path], Reading]) -> None:
        self._model = model
        self._path = path
        self._offset = offset
        self._reading = reading

    def needed_by(self, path: Path, bound: Span | None) -> list[tuple[Path, Span]] | None:
        """Return the lines that must move with an array's *bound*; None if one of them can't."""
        if bound is None:
            return []
        found: list[tuple[Path, Span]] = []
        work = self._names(self._model.files[path].tokens_in(bound))
        seen: set[str] = set()
        while work:
            name = work.pop()
            macro = self._model.macros.get(name)
            if macro is None or name in seen:
                continue
            seen.add(name)
            if self._is_visible(macro):
                continue
            place = self._movable(macro)
            if place is None:
                return None
            found.append(place)
            work += self._names(self._directive_tokens(*place))
        return found

    def _names(self, tokens: Iterable[Token]) -> list[str]:
        return [token.text.decode("latin-1") for token in tokens if token.kind is TokenKind.IDENT]

    def _directive_tokens(self, path: Path, span: Span) -> list[Token]:
        file = self._model.files[path]
        return [
            token for directive in file.directives_in(span) for token in lex_fragment(file.source.data, directive.rest)
        ]

    def _is_visible(self, macro: Macro) -> bool:
        definition = macro.definition
        for unit in self._model.readers[self._path]:
            reading = self._reading(unit)
            here = reading.key(self._path, self._offset)
            there = reading.key(definition.path, definition.span.start)
            if here is None or there is None or there > here:
                return False
        return True

    def _movable(self, macro: Macro) -> tuple[Path, Span] | None:
        """Return the lines of a macro that only its source knows, with the `#if` around it."""
        definition = macro.definition
        file = self._model.files.get(definition.path)
        if file is None or definition.path not in self._model.units or definition.name in self._model.rival_macros:
            return None
        span = definition.span
        around = [item for item in outer_conditionals(file, span.start) if not is_include_guard(file, item)]
        for conditional in around:
            span = conditional.span if conditional.span.covers(span) else span
        if file.lexed.between(*span) or not self._is_independent(definition.path, span):
            return None
        start, end = file.source.line_start(span.start), file.source.line_end(span.end - 1)
        return definition.path, Span(start, end)

    def _is_independent(self, unit: Path, span: Span) -> bool:
        """Tell whether nothing that the source includes after the header could change what the macro means."""
        reading = self._reading(unit)
        here, there = reading.key(self._path, self._offset), reading.key(unit, span.start)
        if here is None or there is None:
            return False
        for item in self._model.unit_inclusions[unit]:
            key: Key | None = reading.key(item.includer, item.offset)
            if item.path not in self._model.files and (key is None or here < key < there):
                return False
        return True
