from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.text.source import Location, SourceFile, Span

C = Path("x.c")


def test_a_span_is_half_open() -> None:
    span = Span(2, 4)

    assert [2, 3] == [offset for offset in range(6) if offset in span]


def test_touching_spans_do_not_overlap() -> None:
    assert not Span(0, 2).overlaps(Span(2, 3))


def test_a_span_covers_itself() -> None:
    assert Span(1, 3).covers(Span(1, 3))


def test_locations_count_from_one_in_bytes() -> None:
    source = SourceFile(C, "é\nint ü, x;".encode())

    assert Location(C, 2, 9) == source.location(source.data.index(b"x"))


def test_a_location_reads_like_a_compiler_message() -> None:
    assert "x.c:3:7" == str(Location(C, 3, 7))


@pytest.mark.parametrize(
    ("data", "newline"),
    [(b"a\r\nb\r\n", b"\r\n"), (b"a\nb\r\n", b"\n"), (b"", b"\n"), (b"\n", b"\n"), (b"a\rb", b"\n")],
)
def test_the_first_line_tells_the_line_end(data: bytes, newline: bytes) -> None:
    assert newline == SourceFile(C, data).newline


def test_the_indent_is_that_of_the_whole_line() -> None:
    source = SourceFile(C, b"{\n\t  x = y;\n}\n")

    assert b"\t  " == source.indent_at(source.data.index(b"y"))


def test_the_last_line_may_lack_a_line_end() -> None:
    assert 3 == SourceFile(C, b"a\nb").line_end(2)


@given(st.binary(), st.data())
def test_a_line_holds_its_offset_and_one_line_end_at_most(data: bytes, draw: st.DataObject) -> None:
    source = SourceFile(C, data)
    offset = draw.draw(st.integers(0, len(data)))

    start, end = source.line_start(offset), source.line_end(offset)

    assert start <= offset <= end
    assert b"\n" not in data[start : end - 1]


@given(st.binary(), st.data())
def test_locations_lead_back_to_their_offset(data: bytes, draw: st.DataObject) -> None:
    source = SourceFile(C, data)
    offset = draw.draw(st.integers(0, len(data)))

    place = source.location(offset)
    lines = data.split(b"\n")

    assert offset == sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
