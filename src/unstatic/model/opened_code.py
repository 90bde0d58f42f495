"""Code with its macros opened: what is really there, what its names mean, and where each is spelled (G130)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.capi.types import HEADS
from unstatic.cparse.facts import Reference, SymbolKind
from unstatic.model.expansion import Expanded, Expander, Made
from unstatic.model.extension import File
from unstatic.text.source import Span

_OPENERS, _CLOSERS = (b"(", b"[", b"{"), (b")", b"]", b"}")


class Expansions:
    """Opens the macros of an extension's files."""

    def __init__(self, files: Mapping[Path, File], references: Iterable[Reference], expander: Expander) -> None:
        self._files = files
        self._expander = expander
        self._meant: dict[tuple[Path, int], list[Reference]] = {}
        self._named: dict[tuple[Path, int], dict[tuple[bytes, bool], str | None]] = {}
        for reference in references:
            if reference.via_macro is not None:
                self._meant.setdefault((reference.path, reference.offset), []).append(reference)

    def at(self, path: Path, offset: int) -> Expanded:
        """Return what the macro use at *offset* becomes. Raises Unfollowed."""
        return self._expander.expand(self._files[path].expansions[offset])

    def tokens_in(self, file: File, span: Span) -> tuple[Made, ...]:
        """Return the tokens of *span* with the macros in it opened. Raises Unfollowed."""
        found: list[Made] = []
        end = span.start
        for token in file.at(span.start).tokens_in(span):
            if token.start < end:
                continue
            use = file.expansions.get(token.start)
            if use is None or not self._expander.opens(use):
                found.append(Made(token.kind, token.text, file.source.path, token.span, None))
                end = token.end
            else:
                found += self._expander.expand(use).tokens
                end = use.span.end
        return tuple(found)

    def symbol(self, use: tuple[Path, int], token: Made | Token | None, field: bool = False) -> str | None:
        """Return what a token of the expansion at *use* refers to; None as well where that is more than one thing."""
        if token is None:
            return None
        start = token.span.start
        if isinstance(token, Made) and token.macro is None:
            written = self._files[token.path].written.get(start)
            return written.symbol if written is not None and written.name.encode() == token.text else None
        return self._names_at(use).get((token.text, field))

    def _names_at(self, use: tuple[Path, int]) -> Mapping[tuple[bytes, bool], str | None]:
        """Return the symbols that the expansion at *use* names, by name and whether it's a field; None for several."""
        found = self._named.get(use)
        if found is None:
            found = self._named[use] = {}
            for item in self._meant.get(use, ()):
                key = (item.name.encode(), item.kind is SymbolKind.FIELD)
                found[key] = item.symbol if found.get(key, item.symbol) == item.symbol else None
        return found

    def meant(self, use: tuple[Path, int]) -> Sequence[Reference]:
        """Return the references that the expansion at *use* makes."""
        return self._meant.get(use, ())


def split_entries(tokens: Sequence[Made]) -> tuple[tuple[Made, ...], ...]:
    """Split an initialiser's tokens into its entries."""
    parts: list[list[Made]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        if depth == 0 and token.text == b",":
            parts.append([])
            continue
        parts[-1].append(token)
        if depth == 0 and token.text == b")" and parts[-1][0].text in HEADS:
            parts.append([])
    return tuple(tuple(part) for part in parts if part)


def as_tokens(tokens: Iterable[Made]) -> tuple[Token, ...]:
    """Return the same tokens for what reads structure; their offsets are places in different files and bodies."""
    return tuple(Token(item.kind, item.span.start, item.span.end, item.text, False) for item in tokens)


def designated(part: Sequence[Made]) -> tuple[str | None, tuple[Made, ...]]:
    """Return the field that an entry names (`.field = value`), if it does, and its value."""
    if len(part) > 3 and part[0].text == b"." and part[1].kind is TokenKind.IDENT and part[2].text == b"=":
        return part[1].text.decode("latin-1"), tuple(part[3:])
    return None, tuple(part)
