"""The help pages: each option once, under the title that it belongs to."""

from __future__ import annotations

import re

import pytest

from unstatic.cli import main
from unstatic.cli.options.sections import SECTIONS


def page(capsys: pytest.CaptureFixture[str], command: str) -> str:
    assert 0 == main([command, "--help"])
    return capsys.readouterr().out


def test_every_option_with_a_section_exists(capsys: pytest.CaptureFixture[str]) -> None:
    pages = "".join(page(capsys, command) for command in ("scan", "diff", "migrate", "verify"))
    existing = re.findall(r"(?:^  |, )(-[-\w]+)", pages, re.MULTILINE)

    assert set() == {option for options in SECTIONS.values() for option in options} - set(existing)


def test_options_have_titles(capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, "migrate")

    assert ["Options", *SECTIONS] == re.findall(r"^(\S.*):$", text, re.MULTILINE)
    assert text.index("--write") < text.index("--capture") < text.index("--gc ") < text.index("--sanitize")


def test_arguments_are_no_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PATH..." not in page(capsys, "scan").partition("Options:")[2]
