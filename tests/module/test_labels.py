"""Where a walk through a body has to look whatever it follows: at labels and jumps, and not at each `? :`."""

from __future__ import annotations

import pytest

from unstatic.c.lexer import lex
from unstatic.c.syntax import statements
from unstatic.facts.references.paths.paths import WaysOut


def ways_out(code: bytes) -> WaysOut:
    return WaysOut(lex(code).tokens)


@pytest.mark.parametrize(
    ("code", "is_left"),
    [
        (b"size = wide ? 8 : 4;", False),
        (b"wide ? (add = add_wide) : small ? (add = add_small) : (add = add_plain);", False),
        (b"done: size = 8;", True),
        (b"size = wide ? 8 : 4; done: size = 2;", True),
        (b"case wide ? 8 : 4: size = 2;", True),
        (b"default: size = 2;", True),
        (b"if (wide) goto done;", True),
        (b"size = 8; { size = wide ? size : 4; }", False),
    ],
)
def test_choices_are_no_ways_out(code: bytes, is_left: bool) -> None:
    assert ways_out(code).are_in(lex(code).tokens) is is_left


def test_labels_behind_choices_are_found() -> None:
    code = b"size = wide ? small : plain; small: size = 2; done: size = narrow ?: 3;"
    found = ways_out(code)
    children = statements(lex(code).tokens)

    labels = {name: found.label_in(children, name) for name in (b"wide", b"small", b"done", b"narrow")}

    assert {name: place.offset for name, place in labels.items() if place is not None} == {
        b"small": code.index(b"small: size"),
        b"done": code.index(b"done"),
    }
