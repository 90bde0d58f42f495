import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unstatic.text.diff import Statistics, hunks, statistics, unified

C = Path("x.c")
LINE = st.sampled_from([b"int x;", b"}", b"", b"\xe9", b"\tfoo(", b"a\rb", b"-- ", b"+++ b/x", b"\x0c"])
END = st.sampled_from([b"\n", b"\r\n"])


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Files with mixed line ends, now and then without the last one."""
    pieces = draw(st.lists(st.tuples(LINE, END), max_size=12))
    data = b"".join(line + end for line, end in pieces)
    return data + draw(st.sampled_from([b"", b"", b"last"]))


def applied(command: list[str], diff: bytes, before: dict[Path, bytes]) -> dict[Path, bytes]:
    """Return the files after a program applied *diff*."""
    with tempfile.TemporaryDirectory() as folder:
        for path, data in before.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_bytes(data)
        subprocess.run(command, cwd=folder, input=diff, check=True, capture_output=True)
        files = [file for file in Path(folder).rglob("*") if file.is_file()]
        return {file.relative_to(folder): file.read_bytes() for file in files}


GIT = ["git", "apply", "--whitespace=nowarn"]
PATCH = ["patch", "-p1", "--no-backup-if-mismatch", "--force"]


def test_equal_files_have_no_diff() -> None:
    assert b"" == unified({C: b"a\n"}, {C: b"a\n"})


def test_a_diff_looks_like_gits() -> None:
    expected = b"diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"

    assert expected == unified({C: b"a\nb\n"}, {C: b"a\nc\n"})


def test_frequent_lines_are_not_shown_as_changed() -> None:
    before = b"".join(b"int f%d(void)\n{\n    return x;\n}\n\n" % number for number in range(100))
    after = before.replace(b"    return x;\n", b"    return y;\n")

    diff = unified({C: before}, {C: after})

    assert (100, 100) == (statistics(diff).lines_added, statistics(diff).lines_removed)


def test_files_come_in_order() -> None:
    before = {Path("b.c"): b"1", Path("a.c"): b"1"}

    diff = unified(before, dict.fromkeys(before, b"2"))

    assert diff.index(b"a/a.c") < diff.index(b"a/b.c")


def test_a_missing_line_end_is_told() -> None:
    assert unified({C: b"a\n"}, {C: b"b"}).endswith(b"+b\n\\ No newline at end of file\n")


def test_statistics_count_lines_and_files() -> None:
    diff = unified({C: b"a\nb\n", Path("y.c"): b""}, {C: b"a\n\xe9\nd\n", Path("y.c"): b"z"})

    assert Statistics(files=2, lines_added=3, lines_removed=1) == statistics(diff)


@pytest.mark.parametrize("command", [GIT, PATCH], ids=["git", "patch"])
@settings(max_examples=40)
@given(before=texts(), after=texts())
def test_applying_gives_after_and_reversing_gives_before(command: list[str], before: bytes, after: bytes) -> None:
    keep = {Path("keep"): b""}
    # patch removes a file that a diff leaves empty.
    before, after = before or b"\n", after or b"\n"
    diff = unified({C: before}, {C: after})
    if not diff:
        return

    assert {C: after, **keep} == applied(command, diff, {C: before, **keep})
    assert {C: before, **keep} == applied([*command, "-R"], diff, {C: after, **keep})


@pytest.mark.parametrize("command", [GIT, PATCH], ids=["git", "patch"])
@pytest.mark.parametrize("name", ["a b.c", "sub/ü.c", 'quo"te.c', "back\\slash.c"])
def test_unusual_names_apply(command: list[str], name: str) -> None:
    before, after = {Path(name): b"1\n"}, {Path(name): b"2\n"}

    assert after == applied(command, unified(before, after), before)


@pytest.mark.parametrize("command", [GIT, PATCH], ids=["git", "patch"])
def test_files_are_created_and_deleted(command: list[str]) -> None:
    before, after = {Path("old.h"): b"1\n"}, {Path("new.h"): b"2\n"}

    assert after == applied(command, unified(before, after), before)


@pytest.mark.parametrize("data", [b"", b"int x;\n"])
def test_git_creates_even_empty_files(data: bytes) -> None:
    assert {C: data} == applied(GIT, unified({}, {C: data}), {})


@given(texts(), texts(), texts())
def test_what_is_known_is_not_made_again(old: bytes, new: bytes, other: bytes) -> None:
    before, after = {C: old, Path("y.c"): old}, {C: new, Path("y.c"): other}
    marked = {pair: b"known" for pair in hunks({C: old}, {C: new})}

    assert unified(before, after) == unified(before, after, hunks(before, after))
    assert (old != new) == (b"known" in unified({C: old}, {C: new}, marked))
    assert unified({C: new}, {C: old}) == unified({C: new}, {C: old}, marked)
