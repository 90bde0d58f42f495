"""The tokens that come out of an expansion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unstatic.c.lexer import TokenKind
from unstatic.text.source import Span

MacroKey = tuple[Path, int]
"""A macro definition: its file, and the offset of its `#`."""


class Unfollowed(Exception):
    """An expansion uses what isn't understood; the text says what."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A range of a macro's body."""

    macro: MacroKey
    span: Span


class Made(NamedTuple):
    """One token of an expansion, and where it's written."""

    kind: TokenKind
    text: bytes
    path: Path
    span: Span
    """The bytes that make it; in a macro's body for a pasted one, from its first part to its last."""
    macro: MacroKey | None
    """The definition whose body spells it; None for an argument at the place of use."""
    is_pasted: bool = False
    passed: tuple[Place, ...] = ()
    """The parameters that it went through, the outermost macro's first: where their names stand in the bodies."""
    hidden: frozenset[str] = frozenset()
    """The macros that it came out of, which aren't expanded in it again."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """What one use of a macro becomes."""

    tokens: tuple[Made, ...]
    consumed: frozenset[tuple[Path, Span, bool]]
    """What was turned into a string or pasted, which can't be spelled anew: path, bytes, whether it was pasted."""

    def place_of(self, token: Made) -> Place | None:
        """Return the part of a macro's body at which *token* can be changed alone; None if that's where it's used.

        Mostly that's where it is spelled. What is a string as well, or a part of another name, can only be changed
        where the macro names the parameter that it was given for.
        """
        if (token.path, token.span, token.is_pasted) in self.consumed:
            return token.passed[0] if token.passed else None
        return Place(token.macro, token.span) if token.macro is not None else None


def text_of(tokens: Sequence[Made]) -> bytes:
    """Return the tokens as one line of C, with blanks where they were written with blanks."""
    pieces: list[bytes] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and _is_apart(before, token):
            pieces.append(b" ")
        pieces.append(token.text)
    return b"".join(pieces)


def _is_apart(before: Made, token: Made) -> bool:
    if before.path == token.path and before.macro == token.macro and before.span.end <= token.span.start:
        return before.span.end < token.span.start
    words = (TokenKind.IDENT, TokenKind.NUMBER, TokenKind.STRING)
    return (before.kind in words and token.kind in words) or before.text == b","
