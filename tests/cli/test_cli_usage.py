"""Options and configuration that can't be meant: refused with the place, and with what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic.cli import main
from unstatic.cli.options.only import check
from unstatic.errors import UsageError
from unstatic.migration.report import ExtensionReport, SubjectReport

GOOD = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "positional_type_without_gc" / "module.c"
INIT = SubjectReport("PyInit_x", "init", "migrate", "single-phase")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with one type, `Crc8_Type`, in which you stand."""
    (tmp_path / "x.c").write_bytes(GOOD.read_bytes())
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--gc", "sometimes"], "'sometimes' is not one of 'auto', 'always', 'never'"),
        (["--gil-claim", "all"], "'all' is not one of 'auto', 'shared', 'own', 'none'"),
        (["--min-python", "2.7"], "min-python must be a version from 3.9 to 3.15, as text, not '2.7'"),
        (["--min-python", "3.x"], "not '3.x'"),
        (["--jobs", "0"], "0 is not in the range x>=1"),
        (["--format", "xml"], "'xml' is not one of"),
        (["-I", "absent"], "'absent' does not exist"),
        (["--python-include", "x.c"], "is a file"),
        (["--compile-commands", "absent.json"], "does not exist"),
        (["--compile-commands", "x.c"], "x.c"),
        (["--report", "absent/r.json"], "there is no folder absent"),
        (["--report", "."], "is a directory"),
        (["--selct", "heap-types"], "Did you mean"),
        (
            ["--select", "nope"],
            "no rewrite 'nope'; known: borrowed-slots, capsule-copies, capsule-tables, checked-results",
        ),
        (["--select", "heap_type"], "did you mean heap-types?"),
        (["--ignore", "tp-aloc"], "did you mean tp-alloc?"),
        (["--only", "Crc8_Type"], "only must be a list of type:NAME, global:NAME and spec:NAME, not ('Crc8_Type',)"),
        (["--only", "type:Crc8_type"], "has no such type; did you mean type:Crc8_Type?"),
        (["--only", "global:Crc8_Type"], "has no such global; did you mean type:Crc8_Type?"),
        (["--only", "type:Nope"], "has no such type; there are type:Crc8_Type"),
        (["--only", "type:Crc8_Type", "--only", "global:x"], "has no such global"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
@pytest.mark.parametrize("command", [["diff"], ["migrate", "--write"]])
def test_options(
    project: Path, command: list[str], options: list[str], words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main([*command, "x.c", *options])
    captured = capfd.readouterr()
    assert ("", True) == (captured.out, words in captured.err), captured.err
    assert GOOD.read_bytes() == (project / "x.c").read_bytes()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tool.unstatic\n", "can't be read"),
        ("[tool]\nunstatic = 3\n", "[tool.unstatic] must be a table"),
        ("[tool.unstatic]\nselect = 'heap-types'\n", "select must be a list of texts, not 'heap-types'"),
        ("[tool.unstatic]\nselect = ['nope']\n", "select: no rewrite 'nope'; known: borrowed-slots, capsule-copies"),
        ("[tool.unstatic]\nonly = ['type:Nope']\n", "--only type:Nope"),
        ("[tool.unstatic]\njobs = true\n", "jobs must be a number from 1, not True"),
        ("[tool.unstatic]\nmin-pyton = '3.9'\n", "unknown key min-pyton; did you mean min-python?"),
    ],
)
def test_configuration(project: Path, text: str, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text(text, encoding="utf-8")

    assert 2 == main(["scan", "x.c"])
    captured = capfd.readouterr()
    assert ("", True) == (captured.out, words in captured.err), captured.err


def test_configuration_in_another_encoding(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_bytes(b"# caf\xe9\n")

    assert 2 == main(["scan", "x.c"])
    assert f"{project / 'pyproject.toml'}: can't be read" in capfd.readouterr().err


@pytest.mark.parametrize("options", [["--only", "type:Crc8_Type"], ["--select", "heap_types,tp-alloc"]])
def test_what_is_there_is_accepted(options: list[str]) -> None:
    assert 0 == main(["scan", "x.c", *options])


def report(name: str, *types: str, init: SubjectReport | None = INIT) -> ExtensionReport:
    subjects = tuple(SubjectReport(one, "type", "migrate", "") for one in types)
    return ExtensionReport(name, "migrated", types=subjects, init=init)


def test_one_of_several_extensions_is_enough() -> None:
    check([report("a", "A"), report("b", "B")], ["type:B"])


def test_with_several_extensions_all_are_named() -> None:
    with pytest.raises(UsageError, match="none of a, b has no such type") as caught:
        check([report("a", "A"), report("b", "B")], ["type:xyz"])

    assert "there are type:A, type:B" in str(caught.value)


def test_nothing_is_known_of_what_failed() -> None:
    check([report("a", "A"), report("b", init=None)], ["type:C"])


def test_a_module_without_subjects() -> None:
    with pytest.raises(UsageError, match="it has no types and no globals at all"):
        check([report("a")], ["type:C"])
