"""A file that several extensions compile gets one text, in which each has the lines that it compiles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from unstatic.text.merging import merged, version
from unstatic.text.source import Span


def skipped(text: bytes, name: bytes) -> Iterator[Span]:
    """Yield the groups of *text* that need another macro than *name*, from one `#` to the next."""
    at = text.find(b"#ifdef")
    while at >= 0:
        end = text.index(b"#endif", at)
        if not text.startswith(b"#ifdef " + name, at):
            yield Span(at, end)
        at = text.find(b"#ifdef", end)


def together(*texts: tuple[bytes, bytes]) -> bytes | None:
    """Return the text for all: each of *texts* comes with the macro that is defined there."""
    return merged([version(text, tuple(skipped(text, name))) for name, text in texts])


FIRST = b"a;\n#ifdef X\nnew x;\n#endif\n#ifdef Y\nold y;\n#endif\n"
SECOND = b"a;\n#ifdef X\nold x;\n#endif\n#ifdef Y\nnew y;\n#endif\n"
BOTH = b"a;\n#ifdef X\nnew x;\n#endif\n#ifdef Y\nnew y;\n#endif\n"


def test_each_has_what_it_compiles() -> None:
    assert BOTH == together((b"X", FIRST), (b"Y", SECOND))
    assert BOTH == together((b"Y", SECOND), (b"X", FIRST))


def test_what_a_third_compiles_is_as_the_third_has_it() -> None:
    third = b"a;\n#ifdef X\nother x;\n#endif\n#ifdef Y\nother y;\n#endif\n"

    assert BOTH == together((b"Z", third), (b"X", FIRST), (b"Y", SECOND))
    assert BOTH == together((b"X", FIRST), (b"Z", third), (b"Y", SECOND))


def test_what_both_compile_has_to_be_the_same() -> None:
    assert together((b"X", FIRST), (b"Y", SECOND.replace(b"a;", b"b;"))) is None


def test_what_nobody_compiles_has_to_be_the_same() -> None:
    assert together((b"X", FIRST), (b"Z", FIRST.replace(b"old y", b"other y"))) is None


@pytest.mark.parametrize("order", [1, -1])
def test_a_group_that_others_have_elsewhere_stands_once(order: int) -> None:
    before = b"made;\nrest;\n#ifdef X\nx;\n#endif\n"
    after = b"made;\n#ifdef X\nx;\n#endif\nrest;\n"
    versions = [(b"X", after), (b"Y", before)][::order]

    assert after == together(*versions)


def test_a_group_for_other_pythons_comes_along() -> None:
    with_group = b"a;\n#ifdef OLD\ncompatible;\n#endif\nb;\n"

    assert with_group == together((b"X", b"a;\nb;\n"), (b"Y", with_group))
