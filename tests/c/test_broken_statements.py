"""Statements of code that doesn't parse: as many tokens come out as went in, whatever is missing."""

from __future__ import annotations

import pytest

from unstatic.c.lexer import lex
from unstatic.c.syntax import statements


@pytest.mark.parametrize(
    "text",
    [
        *("if x == 0) { return; }", "if", "if (", "if (a)", "if (a) b; else", "else ;", "while x) ;", "while"),
        *("for (;;", "switch x { }", "do", "do ;", "do { } while", "return", "goto", "{ a;", "} b;", "case", "x ? :"),
    ],
)
def test_no_token_is_lost(text: str) -> None:
    tokens = lex(text.encode()).tokens

    assert tokens == tuple(token for statement in statements(tokens) for token in statement.tokens)
