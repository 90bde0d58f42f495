"""`unstatic config` and shell completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from unstatic.cli import main
from unstatic.settings.config import processors


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with one setting, in which you stand."""
    text = '[project]\nrequires-python = ">=3.10"\n[tool.unstatic]\ngc = "always"\ndefines = ["A=\\"1\\""]\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, tuple[object, str]]:
    assert 0 == main(["config", "--format", "json", *arguments])
    found = json.loads(capsys.readouterr().out)["settings"]
    return {key: (one["value"], one["origin"]) for key, one in found.items()}


def test_each_setting_names_its_origin(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = settings(capsys, "--jobs", "4", "-D", "B")

    assert ("always", f"{project / 'pyproject.toml'} [tool.unstatic]") == found["gc"]
    assert ("3.10", "pyproject.toml: >=3.10") == found["min-python"]
    assert (4, "command line") == found["jobs"]
    assert (["B"], "command line") == found["defines"]
    assert (False, "default") == found["strict"]
    assert (None, "default") == found["libclang"]


def test_the_command_line_hides_the_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ("auto", "command line") == settings(capsys, "--gc", "auto")["gc"]


def test_the_text_is_toml(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["config", "."])
    text = capsys.readouterr().out
    table = tomllib.loads(text)["tool"]["unstatic"]
    (project / "pyproject.toml").write_text(text, encoding="utf-8")

    assert ("always", ['A="1"'], processors(), False) == (table["gc"], table["defines"], table["jobs"], table["strict"])
    assert "# libclang is not set" in text
    assert text.startswith(f"# {project.resolve()}\n")
    assert 0 == main(["config", "."])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["absent"], "'absent' does not exist"),
        (["--gc", "sometimes"], "'sometimes' is not one of"),
        (["--min-python", "2.7"], "min-python must be a version from"),
    ],
)
def test_bad_input(project: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["config", *arguments])
    assert words in capsys.readouterr().err


def test_a_wrong_file_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text("[tool.unstatic]\ngcc = 1\n", encoding="utf-8")

    assert 2 == main(["config"])
    assert "unknown key gcc; did you mean gc?" in capsys.readouterr().err


def completed(shell: str, line: str, position: int) -> str:
    """Return what click offers for a command line that is being typed; the last word is at *position*."""
    environment = {
        "_UNSTATIC_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": line.split(" ")[position] if shell == "fish" else str(position),
    }
    code = "import sys; from unstatic.cli import main; sys.argv[0] = 'unstatic'; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, timeout=60
    )
    assert "" == done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete(shell: str) -> None:
    assert "batch" in completed(shell, "unstatic ba", 1)


@pytest.mark.parametrize(
    ("line", "position", "offered"),
    [
        ("unstatic diff --min", 2, "--min-python"),
        ("unstatic diff --gc al", 3, "always"),
        ("unstatic explain call", 2, "callback"),
        ("unstatic diff --select heap", 3, "heap-types"),
        ("unstatic diff --step tp_", 3, "tp-alloc"),
    ],
)
def test_names_are_completed(line: str, position: int, offered: str) -> None:
    assert offered in completed("bash", line, position)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_a_script(shell: str) -> None:
    environment = os.environ | {"_UNSTATIC_COMPLETE": f"{shell}_source"}
    code = "import sys; from unstatic.cli import main; sys.argv[0] = 'unstatic'; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)

    assert f"_UNSTATIC_COMPLETE={shell}_complete" in done.stdout
