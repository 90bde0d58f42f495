"""Errors have one style in all commands: a line that begins with the program's name, says what and where, and helps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unstatic.cli import main
from unstatic.errors import RewriteError

GOOD = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "positional_type_without_gc" / "module.c"
PYTHON_C = "#include <Python.h>\nint twice(int x) { return 2 * x; }\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which you stand, with all that can be wrong."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "x.c").write_bytes(GOOD.read_bytes())
    (folder / "library.c").write_text(PYTHON_C, encoding="utf-8")
    for name in ("notes.md", "empty.txt", "empty.toml", "x.h", "broken.tar.gz", "broken.json"):
        (folder / name).touch()
    (folder / "full").mkdir()
    (folder / "full" / "mine").touch()
    (folder / "empty").mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("nonsense", 2, "no such command 'nonsense' (`unstatic --help` tells more)"),
        ("scan", 2, "missing argument 'PATH...' (`unstatic scan --help` tells more)"),
        ("scan absent", 2, "'absent' does not exist (`unstatic scan --help` tells more)"),
        ("scan --selct x x.c", 2, "Did you mean"),
        ("scan notes.md", 2, "is neither a C nor a C++ source, nor a folder; name a source, a project or an sdist"),
        ("scan x.h", 2, "is a header: give the source that includes it"),
        ("scan broken.tar.gz", 2, "neither a folder nor an archive that can be unpacked"),
        ("scan empty", 2, "no extension module written in C was found"),
        ("scan x.c --compile-commands broken.json", 2, "isn't valid JSON"),
        ("scan x.c --baseline absent.json --fail-on-new", 2, "absent.json"),
        ("diff x.c --step nope", 2, "'nope' is none of"),
        ("diff x.c --plan broken.json", 2, "not a plan file: not JSON"),
        ("diff x.c --only type:Nope", 2, "has no such type; there are type:Crc8_Type"),
        ("diff x.c --report absent/r.json", 2, "there is no folder absent"),
        ("migrate x.c", 2, "say where the result goes"),
        ("migrate x.c --output full", 2, "exists and isn't empty; name a new folder"),
        ("migrate x.c --output x.c", 2, "x.c"),
        ("verify x.c", 2, "missing argument 'AFTER'"),
        ("verify full empty --prebuilt", 2, "--prebuilt takes two wheels or two built modules, not folders; leave it"),
        ("batch empty --output out", 2, "holds no packages"),
        ("batch empty.txt --output out", 2, "names no package; write one requirement per line"),
        ("batch empty.toml --output out", 2, "names no package; write [[package]] tables"),
        ("batch x.c --output out", 2, "for a single source, use `unstatic diff`"),
        ("config absent", 2, "'absent' does not exist"),
        ("config --jobs 0", 2, "0 is not in the range x>=1"),
        ("explain nope", 2, "no rule 'nope'"),
    ],
)
def test_errors_are_a_line_with_a_next_step(
    line: str, code: int, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert code == main(line.split())
    captured = capfd.readouterr()
    said = captured.err.splitlines()

    assert "" == captured.out
    assert [True] == [one.startswith("unstatic: ") for one in said], captured.err
    assert words in said[0]
    assert re.search(r"[;:?] |\(`unstatic [a-z ]*--help` tells more\)$", said[0].removeprefix("unstatic: "))


def test_a_mistake_of_ours_says_so() -> None:
    assert "x.c:1; this is a bug in unstatic, so please report it" in str(RewriteError("x.c:1"))


def test_without_a_command_there_is_help(capfd: pytest.CaptureFixture[str]) -> None:
    main([])
    captured = capfd.readouterr()

    assert "Usage: unstatic" in captured.out + captured.err
