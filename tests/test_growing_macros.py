"""Macros that write more than a parser can read are told before it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import large

from unstatic.cli import main
from unstatic.project.discovery.growing_macros import growing_macro

DOUBLED = "".join(f"#define A{n} A{n - 1} A{n - 1}\n" for n in range(1, 31))
CALLED = "".join(f"#define D{n}(x) D{n - 1}(x) D{n - 1}(x)\n" for n in range(1, 31))


def grows(folder: Path, text: str) -> tuple[str, int] | None:
    path = folder / "x.c"
    path.write_text(text)
    found = growing_macro(path, ())
    return None if found is None else (found.name, found.line)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"#define A0 +1\n{DOUBLED}int x = 0 A30;\n", ("A30", 31)),
        (f"#define D0(x) x x\n{CALLED}int x = 0 D30(+1);\n", ("D30", 31)),
        (f"#define D0(x) 1 ? 1 : (x) + 1\n{CALLED}\nint x = D30(1);\n", ("D30", 31)),
        (f"#define A0 +1\n{DOUBLED}#if 0 A30\n#endif\n", ("A30", 31)),
        ("#  define A0 1 \\\n  1\n" + DOUBLED.replace("\n", " /* twice */\n") + "int x[] = {A30};\n", ("A30", 32)),
        # Nothing uses it, or only text does.
        (f'#define A0 +1\n{DOUBLED}int x; /* A30 */\nconst char *y = "A30";\n', None),
        # Another definition may count.
        (f"#define A0 +1\n#ifdef SMALL\n#define A20 1\n#endif\n{DOUBLED}int x = 0 A30;\n", None),
        # What a macro's own name writes isn't expanded again.
        ("#define A B B\n#define B A A\nint x = A;\n", None),
        ("".join(f"#define A{n + 1} A{n}\n" for n in range(5000)) + "int x = A5000;\n", None),
        # A table of a thousand rows, each of a hundred tokens.
        ("#define ROW(n) " + "n, " * 100 + "\n#define ROWS " + "ROW(1) " * 1000 + "\nint x[] = {ROWS};\n", None),
    ],
)
def test_growth_is_read_from_definitions(tmp_path: Path, text: str, found: tuple[str, int] | None) -> None:
    assert found == grows(tmp_path, text)


def test_headers_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text(f"#define A0 +1\n{DOUBLED}")

    assert ("A30", 31) == grows(tmp_path, '#include "sizes.h"\nint x = 0 A30;\n')


@pytest.mark.parametrize("command", ["scan", "diff"])
def test_it_is_told_which_macro_it_is(tmp_path: Path, command: str, capfd: pytest.CaptureFixture[str]) -> None:
    path = large.write(tmp_path, "bomb", 9)

    assert 4 == main([command, "--no-cache", str(path)])
    told = capfd.readouterr()
    assert "big.c:12: the macro A9 writes more than 10,000,000 tokens where it is used" in told.out + told.err
    assert "write a loop or a table in its place, or leave the source out" in told.out + told.err
