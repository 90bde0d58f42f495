"""Parentheses around a type object alone, in code: `&(Box_Type)` is `&Box_Type`, and `(Box_Type).tp_free` a field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.model.extension import Extension, StaticType
from unstatic.text.source import Span


def parentheses(model: Extension, static: StaticType) -> Iterator[tuple[Path, Span]]:
    """Yield the parentheses that only such a name stands in, each with its file."""
    for use in model.uses.get(static.symbol, ()):
        if use.via_macro is not None or use.function is None:
            continue
        tokens = model.files[use.path].at(use.offset).tokens
        at = model.files[use.path].at(use.offset).index_at(use.offset)
        texts = [token.text for token in tokens[max(0, at - 2) : at + 3]]
        if len(texts) != 5 or texts[1] != b"(" or texts[3] != b")":
            continue
        # A name in front of them makes them a call's, of a function or a macro.
        is_call = tokens[at - 2].kind is TokenKind.IDENT and texts[0] != b"return"
        if texts[0] == b"&" or (texts[4] == b"." and texts[0] != b"(" and not is_call):
            yield use.path, tokens[at - 1].span
            yield use.path, tokens[at + 1].span
