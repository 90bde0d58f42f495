"""Templates of C become text in the layout of a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.rewriting.layout.control import Control
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, c_text, filled

PEP7 = Style(b"    ", b"\n", True, True, False)
KERNEL = Style(b"\t", b"\r\n", False, False, False)

plain = st.binary().filter(lambda text: b"$" not in text)
words = st.text("abc_{};*=, ", min_size=1).map(lambda text: text.strip(" ").encode()).filter(bool)
depths = st.integers(0, 3)
blocks = st.lists(st.tuples(depths, words), min_size=1).map(
    # A block is dedented: its first line stands at the margin.
    lambda rows: [b"first;", *(b"    " * depth + word for depth, word in rows)]
)


@given(plain)
def test_text_without_placeholders_stays(text: bytes) -> None:
    assert text == filled(text)


@given(plain, plain)
def test_a_value_is_not_read_again(before: bytes, value: bytes) -> None:
    assert before + b"$x" + value == filled(b"${before}$$x$value", before=before, value=value)


@given(blocks)
def test_a_block_in_the_layout_of_pep_7_stays(lines: list[bytes]) -> None:
    assert lines == c_lines(PEP7, b"\n".join(lines))


@given(blocks)
def test_where_a_block_stands_in_the_source_is_the_same(lines: list[bytes]) -> None:
    quoted = b"\n" + b"".join(b"        " + line + b"\n" for line in lines) + b"    "

    assert lines == c_lines(PEP7, quoted)


@given(blocks, st.lists(words))
def test_lines_are_put_in_where_their_placeholder_is(lines: list[bytes], inner: list[bytes]) -> None:
    template = b"\n".join([*lines, b"    $inner", b"last;"])

    assert [*lines, *(b"    " + line for line in inner), b"last;"] == c_lines(PEP7, template, inner=inner)


def test_braces_and_types_stand_as_in_the_file() -> None:
    template = b"""
        static PyObject *
        $name(void)
        {
            if (x) {
                return NULL;
            }
        }
    """

    assert b"static PyObject *make(void) {\r\n\tif (x) {\r\n\t\treturn NULL;\r\n\t}\r\n}\r\n" == c_text(
        KERNEL, template, name=b"make"
    )
    assert b"static PyObject *\nmake(void)\n{" == b"\n".join(c_lines(PEP7, template, name=b"make")[:3])


def test_a_struct_keeps_its_brace() -> None:
    assert [b"typedef struct {", b"\tint x;", b"} state;"] == c_lines(
        KERNEL, b"typedef struct {\n    $rows\n} $name;", rows=[b"int x;"], name=b"state"
    )


def test_a_comment_is_no_type() -> None:
    lines = c_lines(KERNEL, b"/* why */\nint\nf(void)\n{\n}")

    assert [b"/* why */", b"int f(void) {", b"}"] == lines


def test_lines_of_which_nothing_is_left_vanish() -> None:
    assert [b"a;", b"", b"b;"] == c_lines(PEP7, b"a;\n$empty\n${empty}$empty\n\n    $none\nb;", empty=b"", none=())


def test_directives_are_not_indented() -> None:
    assert [b"{", b"#if X", b"    y;", b"}"] == c_lines(PEP7, b"{\n    $inner\n}", inner=[b"#if X", b"y;"])


def test_a_placeholder_needs_a_value() -> None:
    with pytest.raises(KeyError, match="name"):
        filled(b"$name")


GNOME = Control(brace_on_own_line=True, gap=b"", padding=b" ")


@pytest.mark.parametrize(
    ("lines", "laid_out"),
    [
        ([b"if (x == NULL) {", b"}"], [b"if( x == NULL )", b"{", b"}"]),
        ([b"    for (i = 0; f(i); i++)"], [b"    for( i = 0; f(i); i++ )"]),
        ([b"if (a &&", b"    b(c)) {"], [b"if( a &&", b"    b(c) )", b"{"]),
        ([b"} else {"], [b"}", b"else", b"{"]),
        ([b"while (next(x)) x++;"], [b"while( next(x) ) x++;"]),
        ([b"identifier (x) {", b"static int f(void) {"], [b"identifier (x) {", b"static int f(void) {"]),
    ],
)
def test_tests_are_laid_out_as_in_the_file(lines: list[bytes], laid_out: list[bytes]) -> None:
    assert laid_out == list(GNOME.laid_out(lines))
    # What was laid out before stays.
    assert laid_out == list(GNOME.laid_out(laid_out))
    assert lines == list(Control().laid_out(lines))
