"""How a file goes on with a list on the next line, and how far its functions stand apart."""

from unstatic.rewriting.layout.hanging import continuation, hanging
from unstatic.text.spacing import usual_gap

ALIGNED = b"f(a,\n  b);\n"
HUNG = b"    g(a, h(b),\n            c);\n"


def test_tells_the_step_that_most_lines_hang_by() -> None:
    assert hanging((HUNG * 3 + ALIGNED).splitlines()) == b"        "
    assert hanging((b"\tf(a,\n\t\tb);\n" * 3).splitlines()) == b"\t"


def test_aligned_lines_hang_by_nothing() -> None:
    assert hanging((HUNG * 3 + ALIGNED * 4).splitlines()) is None


def test_few_lines_are_no_custom() -> None:
    assert hanging((HUNG * 2).splitlines()) is None


def test_comments_and_directives_tell_nothing() -> None:
    assert hanging(b"// (a,\n        // b\n".splitlines() * 4) is None
    assert hanging(b"f(a,\n#if A\n".splitlines() * 4) is None


def test_tells_what_follows_an_assignment_is_indented_by() -> None:
    text = b"  int *a =\n      made(b);\n  f(\n      c, d);\n  g(\n    e);\n  if (a ==\n          b)\n"

    assert continuation(text.splitlines()) == b"    "
    assert continuation(b"# define A(\n        b\n/* x =\n    y */\n".splitlines()) == b""


def test_counts_the_empty_lines_that_most_functions_have_behind_them() -> None:
    far, near = b"{\n}\n\n\nint a(void)\n", b"{\n}\n\nint b(void)\n"
    assert usual_gap(far * 3 + near * 2) == 2
    assert usual_gap(far + near) == 1
    assert usual_gap(b"") == 1
