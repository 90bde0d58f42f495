"""The command line as such: help, exit codes, and what happens when something goes wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from unstatic import __version__
from unstatic.cli import BUG, INTERRUPTED, main
from unstatic.errors import ParseError, UnstaticError, UsageError, VerificationError
from unstatic.project import scan
from unstatic.system import compiled


@pytest.fixture
def project(tmp_path: Path) -> str:
    (tmp_path / "setup.py").touch()
    return str(tmp_path)


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> None:
        raise error

    monkeypatch.setattr(scan, "load", load)


@pytest.mark.parametrize("command", ["scan", "diff", "migrate", "review", "verify", "batch", "explain"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([command, "--help"])
    assert f"Usage: unstatic {command}" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["--version"])
    assert f"unstatic, version {__version__}" == capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(("switch", "told"), [("python", True), ("", False)])
def test_a_version_without_the_compiled_walker_says_so(switch: str, told: bool) -> None:
    if not switch and compiled.walker() is None:
        pytest.skip("the walker isn't compiled")
    command = [sys.executable, "-m", "unstatic", "--version"]
    done = subprocess.run(
        command, env={**os.environ, compiled.SWITCH: switch}, capture_output=True, text=True, check=True
    )

    assert told == ("walks through C in Python" in done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["diff"],
        ["diff", "/no/such/path"],
        ["diff", ".", "--nonsense"],
        ["diff", ".", "--gc", "sometimes"],
        ["diff", ".", "--min-python", "3.8"],
        ["diff", ".", "--fallback", "dict"],
        ["migrate", "."],
        ["migrate", ".", "--write", "--output", "x"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(arguments)
    assert ("", True) == ((captured := capsys.readouterr()).out, bool(captured.err))


def test_errors_become_their_codes(
    project: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, code in [(UsageError("u"), 2), (ParseError("p"), 4), (VerificationError("v"), 5)]:
        fail_with(error, monkeypatch)

        assert (code, f"unstatic: {error}\n") == (main(["scan", project]), capsys.readouterr().err)


def test_our_own_mistakes_say_so(
    project: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(KeyError("x"), monkeypatch)

    assert BUG == main(["scan", project])
    assert "this is a bug in unstatic" in capsys.readouterr().err


def test_an_interrupt_is_130(project: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(KeyboardInterrupt(), monkeypatch)

    assert INTERRUPTED == main(["scan", project])


def test_exit_codes_are_distinct() -> None:
    codes = [0, 1, 3, BUG, INTERRUPTED, *(kind.exit_code for kind in (UsageError, ParseError, VerificationError))]

    assert len(codes) == len(set(codes))
    assert 4 == UnstaticError.exit_code


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["explain"], ["diff", "--help"]])
def test_cheap_commands_load_no_engine(arguments: list[str]) -> None:
    code = (
        "import sys, unstatic.cli\n"
        f"unstatic.cli.main({arguments!r})\n"
        "sys.exit(bool({'clang', 'rich', 'unidiff', 'unstatic.pipeline', 'unstatic.cparse'} & set(sys.modules)))"
    )

    assert 0 == subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode


def test_the_help_loads_no_command() -> None:
    code = (
        "import sys, unstatic.cli\n"
        "unstatic.cli.main(['--help'])\n"
        "print([name for name in sys.modules if name.startswith('unstatic.cli.commands.')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.decode().splitlines()

    assert "[]" == told[-1]
    assert ["scan", "diff"] == [line.split()[0] for line in told[told.index("Commands:") + 1 :][:2]]


def test_the_package_can_be_run() -> None:
    result = subprocess.run([sys.executable, "-m", "unstatic", "nonsense"], capture_output=True, check=False)

    assert 2 == result.returncode
