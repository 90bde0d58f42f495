"""A blank between the name of a function and its parenthesis, in files that have one: GNU's Coding Standards, 5.1."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Lexed, Token, TokenKind, lex
from unstatic.c.syntax import opening_lines
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact
from unstatic.rewriting.layout.respelled import respelled
from unstatic.text.columns import columns
from unstatic.text.edits import Edit

_ENOUGH = 20
_MOST = 0.75
# Of all parentheses, casts and those of `if` included: told without splitting a file into tokens.
_AT_LEAST = 0.4
# What has a blank, or none, whatever calls have.
_NO_FUNCTIONS = frozenset(
    b"if for while switch return sizeof offsetof alignof typeof defined __attribute__ __declspec catch decltype "
    b"noexcept static_assert void int char".split()
)


def spaced(model: Extension, file: File, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with such a blank in their texts, where most names in *file* have one.

    Where a file has few names, those of all sources count. In a directive, a blank behind a macro's name ends it.
    """
    if not any(b"(" in edit.new for edit in edits) or not _has_blanks(model, file):
        return list(edits)
    return respelled(file, edits, lambda edit: blanks_put(edit.new))


def _has_blanks(model: Extension, file: File) -> bool:
    if not (_may_have([file.source.data]) or _may_all_have(model)):
        return False
    found = _blanks(file.lexed)
    return _are_most(found) if len(found) >= _ENOUGH else _have_all_blanks(model)


def _may_have(texts: Sequence[bytes]) -> bool:
    return sum(text.count(b" (") for text in texts) >= _AT_LEAST * sum(text.count(b"(") for text in texts)


@fact
def _may_all_have(model: Extension) -> bool:
    return _may_have([model.files[path].source.data for path in model.units])


@fact
def _have_all_blanks(model: Extension) -> bool:
    return _may_all_have(model) and _are_most(
        [found for path in model.units for found in _blanks(model.files[path].lexed)]
    )


def _are_most(found: Sequence[bool]) -> bool:
    return len(found) >= _ENOUGH and sum(found) >= _MOST * len(found)


def _blanks(lexed: Lexed) -> list[bool]:
    """Return for each name in front of a parenthesis whether a blank stands between them."""
    return [after.start > name.end for name, after in _named(lexed.tokens)]


def _named(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each name in front of a parenthesis, with that."""
    for name, after in zip(tokens, tokens[1:], strict=False):
        if after.text == b"(" and name.kind is TokenKind.IDENT and name.text not in _NO_FUNCTIONS:
            yield name, after


def blanks_put(text: bytes) -> bytes:
    """Return C code with a blank between each name and its parenthesis."""
    tokens = lex(text).tokens
    tight = [after.start for name, after in _named(tokens) if after.start == name.end]
    pieces, last = [], 0
    for at in sorted([*tight, *_below(text, tokens, tight)]):
        pieces.append(text[last:at])
        last = at
    return b" ".join([*pieces, text[last:]])


def _below(text: bytes, tokens: Sequence[Token], tight: Sequence[int]) -> Iterator[int]:
    """Yield the lines that are aligned with what stands behind a parenthesis, once for each blank that moves it.

    What stands before the first line of *text* isn't known, so nothing is aligned with that.
    """
    moved: dict[int, int] = {}
    for opener, token in opening_lines(tokens):
        if opener is None or opener.text != b"(":
            continue
        start, line = (text.rfind(b"\n", 0, at) + 1 for at in (opener.start, token.start))
        if start and columns(text[line : token.start]) == columns(text[start : opener.end]):
            blanks = bisect_right(tight, opener.start) - bisect_left(tight, start)
            moved[line] = moved.get(start, 0) + blanks
            yield from [token.start] * moved[line]
