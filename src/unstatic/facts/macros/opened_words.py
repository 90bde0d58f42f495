"""The names in a piece of code, and those that the project's macros write there: `GIL_LOCK(0);` takes the GIL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Extension
from unstatic.model.fact import fact


def opened_words(model: Extension, tokens: Iterable[Token]) -> Iterator[bytes]:
    """Yield the names among *tokens* in their order, behind each macro those of its bodies."""
    for token in tokens:
        if token.kind is TokenKind.IDENT:
            yield token.text
            yield from words_of_macro(model, token.text.decode("utf-8", "surrogateescape"))


@fact
def words_of_macro(model: Extension, name: str) -> tuple[bytes, ...]:
    """Return the names in the bodies of a macro and of those that it names, in their order; none for anything else."""
    found: list[bytes] = []
    _open(model, name, found, set())
    return tuple(found)


def _open(model: Extension, name: str, found: list[bytes], opened: set[str]) -> None:
    macro = model.macros.get(name)
    if macro is None or name in opened:
        return
    opened.add(name)
    for each in macro.all:
        for token in each.body:
            if token.kind is TokenKind.IDENT:
                found.append(token.text)
                _open(model, token.text.decode("utf-8", "surrogateescape"), found, opened)
