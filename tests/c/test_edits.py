from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.text.edits import Edit, EditConflict, apply
from unstatic.text.source import Span

C = Path("x.c")


def edit(start: int, end: int, new: bytes = b"") -> Edit:
    return Edit(C, Span(start, end), new)


@given(st.binary())
def test_no_edits_same_bytes(data: bytes) -> None:
    assert data == apply(data, [])


def test_offsets_refer_to_the_original() -> None:
    assert b"AAbCC" == apply(b"abc", [edit(2, 3, b"CC"), edit(0, 1, b"AA")])


def test_insertions_keep_their_order() -> None:
    assert b"ab12cd" == apply(b"abcd", [edit(2, 2, b"1"), edit(2, 2, b"2")])


def test_an_insertion_stands_before_a_replacement() -> None:
    assert b"a1XXc" == apply(b"abc", [edit(1, 2, b"XX"), edit(1, 1, b"1")])


def test_touching_edits_are_fine() -> None:
    assert b"xy" == apply(b"abcd", [edit(0, 2, b"x"), edit(2, 4, b"y")])


def test_equal_edits_count_once() -> None:
    assert b"-b" == apply(b"ab", [edit(0, 1, b"-"), edit(0, 1, b"-")])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (edit(0, 2, b"x"), edit(1, 3, b"y")),
        (edit(0, 3, b"x"), edit(1, 1, b"y")),
        (edit(0, 2, b"x"), edit(0, 2, b"y")),
        (edit(0, 4, b"x"), edit(1, 2)),
    ],
)
def test_overlap_is_an_error_that_names_both_sides(first: Edit, second: Edit) -> None:
    with pytest.raises(EditConflict) as raised:
        apply(b"abcd", [second, first])

    assert {first, second} == {raised.value.first, raised.value.second}


@given(st.binary(min_size=1), st.data())
def test_what_no_edit_names_stays(data: bytes, draw: st.DataObject) -> None:
    cuts = sorted(draw.draw(st.sets(st.integers(0, len(data)), min_size=2, max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))

    result = apply(data, [edit(start, end, b"") for start, end in spans])

    kept = bytes(byte for offset, byte in enumerate(data) if not any(a <= offset < b for a, b in spans))
    assert kept == result
