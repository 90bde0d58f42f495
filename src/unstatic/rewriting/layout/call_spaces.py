"""A blank between the name of a function and its parenthesis, in files that have one: GNU's Coding Standards, 5.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unstatic.c.lexer import Lexed, Token, TokenKind, lex
from unstatic.c.syntax import closing
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact
from unstatic.text.columns import columns
from unstatic.text.edits import Edit

_ENOUGH = 20
_MOST = 0.75
# What has a blank, or none, whatever calls have.
_NO_FUNCTIONS = frozenset(
    (*(b"if", b"for", b"while", b"switch", b"return", b"sizeof", b"offsetof", b"alignof", b"typeof", b"defined"),)
    + (b"__attribute__", b"__declspec", b"catch", b"decltype", b"noexcept", b"static_assert", b"void", b"int", b"char")
)


def spaced(model: Extension, file: File, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with such a blank in their texts, where most names in *file* have one.

    Where a file has few names, those of all sources count.
    """
    if not any(b"(" in edit.new for edit in edits) or not _has_blanks(model, file):
        return list(edits)
    return [edit if _is_in_directive(file, edit) else replace(edit, new=blanks_put(edit.new)) for edit in edits]


def _has_blanks(model: Extension, file: File) -> bool:
    found = _blanks(file.lexed)
    return _are_most(found) if len(found) >= _ENOUGH else _have_all_blanks(model)


@fact
def _have_all_blanks(model: Extension) -> bool:
    return _are_most([found for path in model.units for found in _blanks(model.files[path].lexed)])


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


def _is_in_directive(file: File, edit: Edit) -> bool:
    """Tell whether an edit changes a directive, where a blank behind a macro's name ends it."""
    return any(edit.span.start in item.span for item in file.lexed.directives)


def blanks_put(text: bytes) -> bytes:
    """Return C code with a blank between each name and its parenthesis."""
    tokens = lex(text).tokens
    tight = {after.start for name, after in _named(tokens) if after.start == name.end}
    added = [*sorted(tight), *_below(text, tokens, tight)]
    for at in sorted(added, reverse=True):
        text = text[:at] + b" " + text[at:]
    return text


def _below(text: bytes, tokens: Sequence[Token], tight: set[int]) -> Iterator[int]:
    """Yield the lines that are aligned with what stands behind such a parenthesis, once for each blank before that."""
    for index, token in enumerate(tokens):
        if token.text != b"(" or index + 1 >= len(tokens):
            continue
        start = text.rfind(b"\n", 0, token.start) + 1
        moved = sum(start <= at <= token.start for at in tight)
        for inner in tokens[index + 1 : closing(tokens, index)] if moved and start else ():
            line = text.rfind(b"\n", 0, inner.start) + 1
            if (
                inner.opens_line
                and line != start
                and columns(text[line : inner.start]) == columns(text[start : token.end])
            ):
                yield from [inner.start] * moved
