"""Blanks before parentheses change no token, and what was aligned stays so."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from unstatic.c.lexer import lex
from unstatic.rewriting.layout.call_spaces import blanks_put

REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
TEXTS = sorted(REWRITES.glob("heap_types/cases/*/after.c*"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.parent.name)
def test_no_token_changes(path: Path) -> None:
    before = path.read_bytes()
    after = blanks_put(before)

    assert [token.text for token in lex(before).tokens] == [token.text for token in lex(after).tokens]
    assert [item.name for item in lex(before).directives] == [item.name for item in lex(after).directives]
    assert blanks_put(after) == after


def test_lines_stay_below_the_parenthesis() -> None:
    text = (
        b"static int\nshow(Box *self,\n     int width)\n"
        b"{\n    return f(g(self,\n               width),\n             2);\n}\n"
    )

    assert blanks_put(text) == (
        b"static int\nshow (Box *self,\n      int width)\n"
        b"{\n    return f (g (self,\n                 width),\n              2);\n}\n"
    )


def test_lines_move_with_the_line_that_they_stand_below() -> None:
    text = b"{\n    show(box,\n         fit(a,\n             b));\n}\n"

    assert blanks_put(text) == b"{\n    show (box,\n          fit (a,\n               b));\n}\n"


@pytest.mark.parametrize(
    "text",
    [
        b"#define SHOW(op) show (op)\n",
        b"    if (x)\n        return sizeof(Box);\n",
        b'    .doc = "show(x)",  /* show(x) */\n',
    ],
)
def test_what_gets_no_blank(text: bytes) -> None:
    assert blanks_put(text) == text
