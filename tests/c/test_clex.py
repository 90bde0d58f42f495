"""The lexer: directives and words without the tokens, and spans as sets."""

from __future__ import annotations

import re
import weakref
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.c.lexer import Lexed, lex
from unstatic.text.source import Span, Spans

PIECES = [
    b"\n",
    b"\r\n",
    b" ",
    b"#",
    b"#if 1",
    b"/*",
    b"*/",
    b"//",
    b'"',
    b"'",
    b"x",
    b"1'0",
    b'R"(',
    b')"',
    b"\\\n",
    b";",
]


def plainly(data: bytes) -> list[tuple[int, int]]:
    """Return the directives as the spaces that the tokens and comments leave: every `#` at the start of a line."""
    covered = [token.span for token in lex(data).tokens] + list(lex(data).comments)
    found = []
    for match in re.finditer(rb"(?:\A|(?<=\n))[ \t]*#", data):
        at = match.end() - 1
        if not any(at in span for span in covered):
            found.append(at)
    return [(at, 0) for at in found]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_directives_are_where_the_tokens_leave_room(data: bytes) -> None:
    # A line that ends inside a literal goes on in the next one, which no compiler accepts.
    if re.search(rb"[\"'][^\n]*\\\r?\n", data):
        return
    found = [item.span for item in lex(data).directives]

    assert [at for at, _ in plainly(data) if not any(at in span and at != span.start for span in found)] == [
        span.start for span in found
    ]


def test_words_hold_all_names() -> None:
    read = lex(b"int a; /* b */ char *c = \"d\"; f(1e5, '\\n');\n#define e g\n")

    assert {b"int", b"a", b"char", b"c", b"f"} == read.names
    assert read.names <= read.words


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("text", [b'"one\\n\\%%two\\n\\%%"', b'"\\%%"', b"'\\%%a'", b'L"a\\%%b"'])
def test_a_literal_goes_on_behind_a_backslash(text: bytes, end: bytes) -> None:
    literal = text.replace(b"%%", end)
    source = b"x = f(a, " + literal + b", b);" + end + b"#define NAMES " + literal + b" // c" + end + b"y;" + end
    found = lex(source)

    assert [b"x", b"=", b"f", b"(", b"a", b",", literal, b",", b"b", b")", b";", b"y", b";"] == [
        token.text for token in found.tokens
    ]


def test_a_long_line_is_one_line() -> None:
    data = b"{" + b"1, " * 1000 + b"#define }\n#define x 1\n"

    assert [b"define"] == [item.name for item in lex(data).directives]


@pytest.mark.parametrize("offset", range(12))
def test_spans_hold_what_one_of_them_holds(offset: int) -> None:
    spans = [Span(6, 8), Span(1, 5), Span(2, 3), Span(8, 9), Span(10, 10)]

    assert any(offset in span for span in spans) == (offset in Spans(spans))


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_parts_hold_what_the_whole_holds(data: bytes) -> None:
    # A line that ends inside a literal goes on in the next one, which no compiler accepts.
    if re.search(rb"[\"'][^\n]*\\\r?\n", data):
        return
    with mock.patch("unstatic.c.lexer._PART", len(data) + 1):
        whole = Lexed(data)
        tokens, comments = whole.tokens, whole.comments
    with mock.patch("unstatic.c.lexer._PART", 1):
        parts = Lexed(data)
        between = [parts.between(start, start + 3) for start in range(len(data))]
        before = [parts.before(start) for start in range(len(data))]

        assert (parts.tokens, parts.comments) == (tokens, comments)
    assert between == [tuple(t for t in tokens if start <= t.start < start + 3) for start in range(len(data))]
    assert before == [next((t for t in reversed(tokens) if t.start < start), None) for start in range(len(data))]
    assert before == [parts.before(start) for start in range(len(data))]


@pytest.mark.parametrize("new", [b"#if 1", b"#if 0", b"#"])
def test_other_directives_change_nothing_else(new: bytes) -> None:
    data = b"/* # */ #\n#if A /* b\n c */ \n#define x \\\n y\n# elif B\nint a;\n#endif\n" * 9
    changed = data
    for at in (item.span for item in lex(data).directives if item.name in (b"if", b"elif")):
        changed = changed[: at.start] + new.ljust(at.end - at.start) + changed[at.end :]
    with mock.patch("unstatic.c.lexer._PART", 16):
        found = Lexed(data).with_directives(changed)
        read = Lexed(changed)

        assert (found.directives, found.conditionals) == (read.directives, read.conditionals)
        assert found.tokens == read.tokens


def test_the_first_token_is_found_alone() -> None:
    read = lex(b"/* a */\n#ifndef G /* b */\nint a;\n#endif // c\n")
    guard = read.conditionals[0]

    assert [read.first_from(0), read.first_from(guard.span.end)] == [read.tokens[0], None]


@given(st.lists(st.sampled_from([*PIECES, b"y", b"x_"]), max_size=12).map(b"".join), st.sampled_from((0, 16)))
def test_names_are_tokens_at_their_places_only(data: bytes, few: int) -> None:
    read = lex(data)
    with mock.patch("unstatic.c.lexer._FEW_NAMES", few):
        places = read.places((b"x", b"y", b"z"))

    assert {t.start for t in read.tokens if t.text in (b"x", b"y")} <= set(places)
    assert places == sorted(set(places))


def test_files_that_were_read_are_given_up() -> None:
    with mock.patch("unstatic.c.lexer._KEPT_BYTES", 64):
        held = lex(b"int held;" * 8)
        gone = weakref.ref(lex(b"int gone;" * 8))
        assert held.tokens and gone().tokens  # type: ignore[union-attr]
        for number in range(3):
            lex(b"int more%d;" % number * 8)

    assert gone() is None
    assert lex(b"int held;" * 8) is held


@given(
    st.lists(st.sampled_from([*PIECES, b"int x;\n\n", b"}\n", b"\xef\xbb\xbf"]), min_size=4, max_size=40),
    st.lists(st.sampled_from(PIECES), max_size=4).map(b"".join),
    st.integers(0, 40),
)
def test_what_an_edit_leaves_reads_as_if_all_was_read_anew(pieces: list[bytes], new: bytes, at: int) -> None:
    with mock.patch.multiple("unstatic.c.lexer", _PART=8, _LONG_PART=32):
        before = Lexed(b"".join(pieces))
        held = before.tokens
        data = b"".join([*pieces[:at], new, *pieces[at:]])
        after = Lexed(data)
        found = after.tokens, after.comments
        with mock.patch("unstatic.c.lexer._parts_in_use", {}):
            anew = Lexed(data)
            assert found == (anew.tokens, anew.comments)

    assert held == before.tokens


def test_tokens_in_front_of_an_edit_are_shared_and_others_move() -> None:
    lines = [b"int number_%d = %d;\n\n" % (number, number) for number in range(400)]
    before = lex(b"".join(lines))
    known = before.tokens
    after = lex(b"".join([*lines[:200], b"/* new */\n", *lines[200:]]))

    assert after.tokens[:500:100] == known[:500:100]
    assert all(one is other for one, other in zip(after.tokens[:500], known, strict=False))
    assert [(item.text, item.start - 10) for item in after.tokens[1200:]] == [
        (item.text, item.start) for item in known[1200:]
    ]


@pytest.mark.parametrize(
    ("text", "is_guarded"),
    [
        (b"/* lid */\n#pragma once\n#ifndef LID_H\n#define LID_H\nint a;\n#ifdef B\nint b;\n#endif\n#endif\n", True),
        (b"#if !defined(LID_H)\nint a;\n#endif  // LID_H\n", True),
        (b"#ifndef LID_H\nint a;\n#endif\nint b;\n", False),
        (b"int b;\n#ifndef LID_H\nint a;\n#endif\n", False),
        (b"#ifndef LID_H\nint a;\n#else\nint b;\n#endif\n", False),
        (b"#ifdef LID_H\nint a;\n#endif\n", False),
    ],
)
def test_include_guard(text: bytes, is_guarded: bool) -> None:
    lexed = lex(text)

    assert (lexed.guard is not None) is is_guarded
    assert lexed.guard is None or lexed.guard is lexed.conditionals[-1]
