"""What is installed is complete."""

from __future__ import annotations

import importlib.util
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import unstatic

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "unstatic"

needs_source = pytest.mark.skipif(not SOURCE.is_dir(), reason="there is no src next to the tests")


def packages() -> list[str]:
    """Return the packages that pyproject.toml names."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = pyproject["tool"]["setuptools"]["packages"]
    assert isinstance(listed, list)
    return listed


@needs_source
def test_no_package_is_forgotten() -> None:
    folders = {file.parent for file in SOURCE.rglob("*.py")}
    expected = {".".join(["unstatic", *folder.relative_to(SOURCE).parts]) for folder in folders}

    assert sorted(expected | {"unstatic.rewrites"}) == sorted(packages())


@needs_source
def test_every_data_file_is_installed() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = pyproject["tool"]["setuptools"]["package-data"]
    folders = {
        "unstatic": SOURCE,
        "unstatic.batch": SOURCE / "batch",
        "unstatic.cparse": SOURCE / "cparse",
        "unstatic.html": SOURCE / "html",
        "unstatic.migration": SOURCE / "migration",
        "unstatic.settings": SOURCE / "settings",
    }
    installed = {
        file for name, folder in folders.items() for pattern in patterns[name] for file in folder.glob(pattern)
    }
    compiled = SOURCE / "cparse" / "native"
    files = (file for file in SOURCE.rglob("*") if file.is_file() and file.parent != compiled)
    present = {file for file in files if file.suffix not in (".py", ".pyc")}

    assert set() == present - installed


@pytest.mark.parametrize("package", packages())
def test_every_package_can_be_imported(package: str) -> None:
    assert importlib.util.find_spec(package) is not None


@pytest.mark.parametrize("file", ["py.typed", "html/review.html.jinja", "migration/report.schema.json"])
def test_data_lies_next_to_the_code(file: str) -> None:
    assert (Path(unstatic.__file__).parent / file).is_file()


def test_the_command_is_installed() -> None:
    scripts = entry_points(group="console_scripts", name="unstatic")

    if not scripts:
        pytest.skip("unstatic isn't installed")
    assert ["unstatic.__main__:main"] == [script.value for script in scripts]
