from hypothesis import given
from hypothesis import strategies as st

from unstatic.cparse.rows import MACRO_BIT, Rows

# Files as the parser lays them out: one behind the other, some read twice.
layouts = st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 50), st.integers(1, 3)), min_size=1, max_size=6)


def laid_out(files: list[tuple[str, int, int]]) -> dict[int, tuple[str, int]]:
    """Return what each code means."""
    found: dict[int, tuple[str, int]] = {}
    first = 1
    for name, length, gap in files:
        found |= {first + offset: (name, offset) for offset in range(length + 1)}
        first += length + gap
    return found


@given(layouts, st.data())
def test_rows_say_what_the_library_says(files: list[tuple[str, int, int]], data: st.DataObject) -> None:
    # A file that is read twice has the same length both times.
    lengths = {name: length for name, length, _ in files}
    meanings = laid_out([(name, lengths[name], gap) for name, _, gap in files])
    rows: Rows[str] = Rows(lengths.get)

    for code in data.draw(st.lists(st.sampled_from(sorted(meanings)), max_size=60)):
        row = rows.at(code)
        if row.file is None:
            rows.learn(code, *meanings[code])
        else:
            assert meanings[code] == (row.file, code - row.first)


def test_a_row_is_used_from_the_second_answer_on() -> None:
    rows = Rows({"a": 9}.get)

    assert [None, "a"] == [rows.learn(12, "a", 2).file, rows.learn(14, "a", 4).file]
    assert (10, 19) == (rows.at(10).first, rows.at(19).last)
    assert [None, None, None] == [rows.at(code).file for code in (9, 20, MACRO_BIT | 12)]


def test_answers_that_contradict_each_other_give_no_row() -> None:
    rows = Rows({"a": 9, "b": 9}.get)

    rows.learn(12, "a", 2)

    assert [None, None] == [rows.learn(13, "b", 3).file, rows.at(13).file]


def test_a_file_that_reaches_into_the_next_one_gives_no_row() -> None:
    rows = Rows({"a": 9, "b": 5}.get)
    for code in (21, 22):
        rows.learn(code, "b", code - 20)

    found = [rows.learn(code, "a", code - 15) for code in (16, 17)]

    assert [None, None] == [row.file for row in found]


def test_a_file_of_unknown_length_gives_no_row() -> None:
    rows: Rows[str] = Rows(lambda file: None)

    assert [None, None] == [rows.learn(code, "a", code - 10).file for code in (11, 12)]
