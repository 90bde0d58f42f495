"""Skipped groups of a file are found by place."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from unstatic.c.lexer import lex
from unstatic.model.extension import File
from unstatic.text.source import SourceFile, Span

SPANS = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda ends: Span(min(ends), max(ends)))


@given(st.lists(SPANS, max_size=5).map(sorted), SPANS)
def test_groups_in_a_span_are_those_that_overlap_it(inactive: list[Span], span: Span) -> None:
    file = File(SourceFile(Path("m.c"), b""), lex(b""), tuple(inactive), {}, {})

    assert file.inactive_in(span) == tuple(item for item in inactive if item.overlaps(span))


@given(st.lists(SPANS, max_size=5).map(sorted), SPANS)
def test_active_tokens_are_those_outside_of_skipped_groups(inactive: list[Span], span: Span) -> None:
    data = b"a b c d e f g h i j ".ljust(80)
    file = File(SourceFile(Path("m.c"), data), lex(data), tuple(inactive), {}, {})

    found = [token.start for token in file.tokens_in(span)]

    assert found == [at for at in range(0, 20, 2) if at in span and not file.is_inactive(at)]
