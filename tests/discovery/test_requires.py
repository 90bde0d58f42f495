from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.settings.config import load
from unstatic.settings.requires import Minimum, lowest, lowest_allowed, minimum_python


def stated(requirement: str) -> Minimum:
    return minimum_python(Path("/nowhere"), {"project": {"requires-python": requirement}})


@pytest.mark.parametrize(
    ("requirement", "version"),
    [
        (">=3.10", (3, 10)),
        (">=3.10.4", (3, 10)),
        (">3.10", (3, 10)),
        ("~=3.11", (3, 11)),
        (">=3.9,!=3.9.*", (3, 10)),
        ("==3.12.*", (3, 12)),
        ("<4", (3, 9)),
        ("nonsense", (3, 9)),
        ("", (3, 9)),
    ],
)
def test_the_lowest_version_counts(requirement: str, version: tuple[int, int]) -> None:
    assert version == stated(requirement).version


@given(st.from_regex(r"\A>= ?3\.[0-9]{1,2}(\.[0-9]{1,2})?\Z"))
def test_what_nearly_all_say_means_the_same(requirement: str) -> None:
    assert lowest_allowed(requirement) == lowest(requirement)


@pytest.mark.parametrize("requirement", [">=3.6", ">=2.7, !=3.0.*", "<4"])
def test_too_old_is_raised_with_a_note(requirement: str) -> None:
    minimum = stated(requirement)

    assert ((3, 9), f"the result needs Python 3.9; the project says {requirement} (pyproject.toml)") == (
        minimum.version,
        minimum.note,
    )


def test_too_new_is_lowered_with_a_note() -> None:
    minimum = stated(">=3.20")

    assert ((3, 15), True) == (minimum.version, bool(minimum.note))


def test_setup_cfg_is_read(tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").write_text("[options]\npython_requires = >=3.11\n", encoding="utf-8")

    assert Minimum((3, 11), "setup.cfg: >=3.11") == minimum_python(tmp_path, {})


def test_setup_py_is_read_but_not_run(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("raise SystemExit\nsetup(python_requires='>=3.12')\n", encoding="utf-8")

    assert Minimum((3, 12), "setup.py: >=3.12") == minimum_python(tmp_path, {})


@pytest.mark.parametrize("text", ["setup(python_requires=REQUIRED)", "print 'old'", "x = '\0'"])
def test_what_cannot_be_read_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "setup.py").write_text(text, encoding="utf-8")

    assert (3, 9) == minimum_python(tmp_path, {}).version


def test_a_broken_setup_cfg_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").write_text("python_requires = 1\n", encoding="utf-8")

    assert (3, 9) == minimum_python(tmp_path, {}).version


def test_pyproject_wins_over_setup_py(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("setup(python_requires='>=3.12')", encoding="utf-8")

    assert (3, 10) == minimum_python(tmp_path, {"project": {"requires-python": ">=3.10"}}).version


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("C = ['Programming Language :: Python :: 2.7', 'Programming Language :: Python :: 3']", "2.7, 3"),
        ("C = ['Programming Language :: Python :: 3.8', 'Programming Language :: Python :: 3.9']", "3.8-3.9"),
        ("C = 'Programming Language :: Python :: 2\\nProgramming Language :: Python :: 3.6'.splitlines()", "2, 3.6"),
        ("NEEDS = '>=3.6'\nsetup(python_requires=NEEDS)", ">=3.6"),
        ("v = (3, 7)\nsetup(python_requires='>=%d.%d' % v)", ">=3.7"),
    ],
)
def test_older_pythons_are_found_wherever_a_script_names_them(script: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(f"from setuptools import setup\n{script}\n", encoding="utf-8")

    assert f"the result needs Python 3.9; the project says {told} (setup.py)" == minimum_python(tmp_path, {}).note


@pytest.mark.parametrize(
    "script",
    [
        "C = ['Programming Language :: Python :: 3']",
        "# 'Programming Language :: Python :: 2.7'",
        "C = ['Programming Language :: Python :: 2.7']\nsetup(python_requires='>=3.9')",
        "C = ['Programming Language :: Python :: 3.9']",
    ],
)
def test_nothing_is_told_where_no_older_python_is_supported(script: str, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(f"from setuptools import setup\n{script}\n", encoding="utf-8")

    assert not minimum_python(tmp_path, {}).note


def test_classifiers_of_setup_cfg_count(tmp_path: Path) -> None:
    text = (
        "[metadata]\nclassifiers =\n  Programming Language :: Python :: 3.7\n  Programming Language :: Python :: 3.13\n"
    )
    (tmp_path / "setup.cfg").write_text(text, encoding="utf-8")

    assert "the result needs Python 3.9; the project says 3.7, 3.13 (setup.cfg)" == minimum_python(tmp_path, {}).note


def test_what_the_user_asks_for_is_compared_as_well(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nrequires-python = '>=3.10'\n", encoding="utf-8")

    (note,) = load(tmp_path, {"min-python": "3.12"}).notes

    assert "the result needs Python 3.12; the project says >=3.10 (pyproject.toml)" == note
