"""Formatters' files say how long lines may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic.project.formatters import width

WIDTHS = {
    "limit": (".clang-format", "BasedOnStyle: LLVM\nColumnLimit: 100\n", 100),
    "style": (".clang-format", "BasedOnStyle: Google\n", 80),
    "no limit": (".clang-format", "ColumnLimit: 0\n", 0),
    "section": (".editorconfig", "root = true\n[*]\nmax_line_length = 90\n[*.{c,h}]\nmax_line_length = 110\n", 110),
    "off": (".editorconfig", "[*]\nmax_line_length = off\n", 0),
    "other files": (".editorconfig", "[*.py]\nmax_line_length = 88\n", 0),
    "no file of that form": (".editorconfig", "max_line_length", 0),
}


@pytest.mark.parametrize("name", WIDTHS)
def test_width(name: str, tmp_path: Path) -> None:
    file, text, expected = WIDTHS[name]
    (tmp_path / file).write_text(text)

    assert expected == width(tmp_path / "src" / "spam.c", tmp_path)


def test_looks_no_higher_than_the_project(tmp_path: Path) -> None:
    (tmp_path / ".clang-format").write_text("ColumnLimit: 100\n")

    assert 0 == width(tmp_path / "project" / "spam.c", tmp_path / "project")
