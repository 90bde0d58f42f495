"""Macros that leave the function where a call fails that they're given: `CHECK(PyType_Ready(&Box_Type));`."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, statements
from unstatic.model.expansion.made import text_of
from unstatic.model.extension import Extension, File

_ONCE = [b"while", b"(", b"0", b")"]


def exit_on_failure(model: Extension, file: File, statement: Statement, call: Call) -> bytes | None:
    """Return the `return -1;` of a macro that gets nothing but *call*, which gives -1 or 0; None if it does more."""
    use = file.expansions.get(statement.head[0].start) if statement.head else None
    made = model.expanded(use) if use is not None and use.span.end == statement.head[-1].end else None
    if made is None:
        return None
    # Each is told by its number, as several can come from one place.
    tokens = [Token(item.kind, at, at + 1, item.text, False) for at, item in enumerate(made.tokens)]
    end = Token(TokenKind.PUNCT, len(tokens), len(tokens) + 1, b";", False)
    test = _sole(statements((*tokens, end)))
    left = _sole(test.children) if test is not None and test.kind is StatementKind.IF else None
    if test is None or left is None or left.kind is not StatementKind.RETURN:
        return None
    given = [token.text for token in file.tokens_in(call.span)]
    value = text_of([made.tokens[token.start] for token in left.head])
    return b"return " + value + b";" if _after(test.head, given) in FAILS else None


def _sole(found: Sequence[Statement]) -> Statement | None:
    """Return the one statement that there is, out of blocks and of loops that run once; None if there are several."""
    parts = [one for one in found if one.kind is not StatementKind.SIMPLE or one.head]
    if len(parts) != 1:
        return None
    first = parts[0]
    is_once = first.kind is StatementKind.LOOP and [token.text for token in first.head if token.text != b";"] == _ONCE
    return _sole(first.children) if is_once or first.kind is StatementKind.BLOCK else first


def _after(condition: Sequence[Token], given: Sequence[bytes]) -> list[bytes] | None:
    """Return what stands behind *given*, parentheses left out; None if the condition begins with something else."""
    texts = [token.text for token in condition]
    depth = next((index for index, text in enumerate(texts) if text != b"("), 0)
    end = depth + len(given)
    is_given = texts[depth:end] == given and texts[end : end + depth] == [b")"] * depth
    return texts[end + depth :] if is_given else None
