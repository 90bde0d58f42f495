"""What the README and the tutorial show: the excerpt of a diff, and the commands."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
import tutorial

from unstatic.cli import main
from unstatic.system.building import interpreters

ROOT = Path(__file__).resolve().parents[2]
README, TUTORIAL = ROOT / "README.md", ROOT / "docs" / "tutorial.md"
SECOND = ROOT / "docs" / "example" / "second_interpreter.py"

pytestmark = pytest.mark.skipif(not TUTORIAL.is_file(), reason="there are no pages next to the tests")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the demo, in which you stand."""
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "corpus" / "demo", folder)
    monkeypatch.chdir(folder)
    return folder


def test_the_readme_shows_parts_of_a_real_diff(capfd: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"^```diff\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block is not None
    hunks = re.split(r"^@@.*\n", block[1], flags=re.MULTILINE)[1:]

    assert 0 == main(["diff", str(ROOT / "docs" / "example" / "shelf.c")])
    diff = capfd.readouterr().out

    assert [] == [hunk for hunk in hunks if hunk not in diff]


def test_the_first_commands_of_the_readme_work_in_any_project(project: Path) -> None:
    lines = re.findall(r"^ {4}unstatic (.*?)(?: {2,}#.*)?$", README.read_text(encoding="utf-8"), re.MULTILINE)
    *reading, comparing = [line.split() for line in lines]

    assert [0, 0] == [main(arguments) for arguments in reading]
    assert ["verify", ".", reading[-1][reading[-1].index("--output") + 1]] == comparing
    assert (project.parent / "new" / "src" / "tally.c").is_file()


def test_the_readme_is_short() -> None:
    assert 900 > len(README.read_text(encoding="utf-8").split())


def test_the_targets_of_the_readme_are_in_the_makefile() -> None:
    named = set(re.findall(r"(?:^ {4}|`)make ([a-z]+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    assert {"demo", "test"} <= named <= targets


needs_python = pytest.mark.skipif(interpreters.find("3.12") is None, reason="there is no Python 3.12 here")


@pytest.mark.slow
@needs_python
@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_the_tutorial_works_without_a_network_and_with_another_package(tmp_path: Path) -> None:
    """All its commands but those that install, build or run something."""
    source = tmp_path / "source"
    shutil.copytree(ROOT / "corpus" / "demo", source)
    settings = (source / "pyproject.toml").read_text().replace(">=3.9", ">=3.8")
    (source / "pyproject.toml").write_text(settings)
    with tarfile.open(tmp_path / "lru-dict-1.3.0.tar.gz", "w:gz") as archive:
        archive.add(source, "lru-dict-1.3.0")
    told = re.compile(r"\b(pip|python|python3\.12)\b|unstatic verify")
    lines = [line for line in tutorial.commands(TUTORIAL.read_text(encoding="utf-8")) if not told.search(line)]

    outputs = [output for _, output in tutorial.run(lines, tmp_path)]

    assert len(lines) == len(outputs)
    assert "as it was\n" == outputs[-1]


@pytest.mark.corpus
def test_the_tutorial_prints_what_the_page_says(tmp_path: Path) -> None:
    page = TUTORIAL.read_text(encoding="utf-8")

    assert plain(page) == plain(tutorial.rewritten(page, tmp_path))


def plain(page: str) -> list[str]:
    """Return the words of a page without what depends on the machine."""
    return re.sub(r"\b3\.12\.\d+|cp312-\w+\.whl", "…", page).split()


@needs_python
@pytest.mark.parametrize(
    ("module", "status", "message"),
    [
        ("_json", 0, "_json: works in a second interpreter"),
        # Single-phase in this version.
        ("_datetime", 1, "module _datetime does not support loading in subinterpreters"),
    ],
)
def test_the_example_tells_modules_apart(module: str, status: int, message: str) -> None:
    python = interpreters.find("3.12")
    assert python is not None

    done = subprocess.run(
        [python.executable, SECOND, module], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )

    assert status == done.returncode
    assert message in done.stdout
