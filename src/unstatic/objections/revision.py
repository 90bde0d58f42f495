"""Revisions: one file before and after a migration, and which of its lines are new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.clinic import blocks_of
from unstatic.c.lexer import Lexed, Token, TokenKind, lex
from unstatic.text.diff import Opcode, lines_of, opcodes
from unstatic.text.source import SourceFile, Span

CPLUSPLUS = frozenset((".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"))
SUFFIXES = CPLUSPLUS | {".c", ".h"}


@dataclass(frozen=True, slots=True, order=True)
class Objection:
    """One thing that a reviewer would send back; *line* counts from 1, in the file as it is afterwards."""

    path: Path
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.as_posix()}:{self.line}: {self.text} ({self.rule})"


class Revision:
    """One file before and after; lines are numbered from 0."""

    def __init__(self, path: Path, before: bytes, after: bytes, width: int = 0) -> None:
        self.path = path
        self.source = SourceFile(path, after)
        self.old, self.new = lines_of(before), lines_of(after)
        self.before, self.after = before, after
        self.width = width
        """The columns of a line, as the project's formatter has them; 0 if nothing says so."""

    @cached_property
    def lexed(self) -> Lexed:
        """The tokens and directives of the file afterwards."""
        return lex(self.after)

    @property
    def is_changed(self) -> bool:
        """Whether the file isn't as it was."""
        return self.before != self.after

    @cached_property
    def words(self) -> Mapping[bytes, None]:
        """The words of the file afterwards, those of comments and literals among them."""
        return dict.fromkeys(re.findall(rb"\w+", self.after))

    @cached_property
    def old_lexed(self) -> Lexed:
        """The tokens and directives of the file before."""
        return lex(self.before)

    @cached_property
    def functions(self) -> Sequence[Function]:
        """The functions that are defined in the file afterwards."""
        return tuple(functions(self.lexed.tokens))

    @cached_property
    def old_parameters(self) -> Mapping[bytes, frozenset[bytes]]:
        """The words among the parameters of each function of the file before."""
        found = functions(self.old_lexed.tokens)
        return {item.name.text: frozenset(token.text for token in item.parameters) for item in found}

    @cached_property
    def _opcodes(self) -> Sequence[Opcode]:
        return opcodes(self.old, self.new)

    @cached_property
    def kept(self) -> Mapping[int, int]:
        """The lines that are as they were, with their old numbers."""
        pairs: dict[int, int] = {}
        for tag, old, _, new, new_end in self._opcodes:
            if tag == "equal":
                pairs.update((new + step, old + step) for step in range(new_end - new))
        return pairs

    @cached_property
    def replaced(self) -> Mapping[int, int]:
        """The lines that stand for one old line each, with the numbers of those."""
        pairs: dict[int, int] = {}
        for tag, old, old_end, new, new_end in self._opcodes:
            if tag == "replace" and old_end - old == new_end - new:
                pairs.update((new + step, old + step) for step in range(new_end - new))
        return pairs

    @cached_property
    def generated(self) -> frozenset[int]:
        """The lines that Argument Clinic wrote."""
        outputs = [block.output for block in blocks_of(self.after) if block.output]
        return frozenset(
            line for span in outputs for line in range(self.line_of(span.start), self.line_of(span.end - 1) + 1)
        )

    def is_new(self, line: int) -> bool:
        """Tell whether a line was written or changed."""
        return line not in self.kept

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds *offset*."""
        return self.source.location(offset).line - 1

    def touches(self, span: Span) -> bool:
        """Tell whether a stretch of the file has a line that is new."""
        return any(self.is_new(line) for line in range(self.line_of(span.start), self.line_of(span.end - 1) + 1))

    def objection(self, line: int, rule: str, text: str) -> Objection:
        """Return an objection to the line of that number."""
        return Objection(self.path, line + 1, rule, text)

    @property
    def new_lines(self) -> Iterator[int]:
        """The lines that were written or changed."""
        return (line for line in range(len(self.new)) if self.is_new(line))


@dataclass(frozen=True, slots=True)
class Function:
    """The definition of a function, as it is written."""

    name: Token
    parameters: tuple[Token, ...]
    body: tuple[Token, ...]


def functions(tokens: Sequence[Token]) -> Iterator[Function]:
    """Yield the definitions among the tokens of a file; namespaces and linkage blocks are looked into."""
    position = 0
    while position < len(tokens):
        if tokens[position].text == b"{" and position:
            end = _closing(tokens, position)
            opening = _parameters(tokens, position)
            if opening:
                inside = tuple(tokens[opening + 1 : position - 1])
                yield Function(tokens[opening - 1], inside, tuple(tokens[position : end + 1]))
            elif tokens[position - 1].text != b"=" and _is_scope(tokens, position):
                position += 1
                continue
            position = end
        position += 1


def _closing(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for position in range(at, len(tokens)):
        depth += {b"{": 1, b"}": -1}.get(tokens[position].text, 0)
        if not depth:
            return position
    return len(tokens) - 1


def _parameters(tokens: Sequence[Token], brace: int) -> int:
    """Return the index of the parenthesis that opens the parameters before *brace*, if a name stands before it."""
    depth = 0
    if tokens[brace - 1].text != b")":
        return 0
    for position in range(brace - 1, 0, -1):
        depth += {b")": 1, b"(": -1}.get(tokens[position].text, 0)
        if not depth:
            return position if tokens[position - 1].kind is TokenKind.IDENT else 0
    return 0


def _is_scope(tokens: Sequence[Token], brace: int) -> bool:
    """Tell whether `namespace x {` or `extern "C" {` opens there."""
    return any(token.text in (b"namespace", b"extern") for token in tokens[max(brace - 2, 0) : brace])
