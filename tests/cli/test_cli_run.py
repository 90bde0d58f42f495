"""scan, diff and migrate, with an engine that turns `static` into `heap` and `old` into `new`."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from unstatic import pipeline
from unstatic.cli import BUG, engine, main
from unstatic.errors import ParseError
from unstatic.migration.report import ExtensionReport, SubjectReport
from unstatic.pipeline import Outcome, Step
from unstatic.project import scan as discovered
from unstatic.project.scan import Unit
from unstatic.settings import rules
from unstatic.settings.config import Settings

SOURCE = b"static;\nold;\n"
MIGRATED = b"heap;\nnew;\n"


@dataclass(frozen=True)
class Extension:
    """What the engine gets: the C files of one folder, or a single one."""

    name: str
    root: Path
    files: tuple[Path, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """The first file, as what is compiled."""
        return (Unit(self.root / self.files[0], (), "c"),)


def load(paths: Sequence[Path], settings: Settings, captured: object = None) -> tuple[Extension, ...]:
    """Take each .c file for an extension."""
    files = [file for path in paths for file in (sorted(path.glob("*.c")) if path.is_dir() else [path])]
    return tuple(Extension(file.stem, file.parent.resolve(), (Path(file.name), Path("shared.h"))) for file in files)


def scan(extension: Extension, settings: Settings) -> ExtensionReport:
    """Refuse whatever the C file calls `refused`."""
    data = (extension.root / extension.files[0]).read_bytes()
    if data == b"bug":
        raise KeyError("bug")
    if data == b"crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if data == b"deep":
        raise RecursionError
    if b"error" in data:
        raise ParseError(f"{extension.files[0]}: can't be parsed")
    refused = (SubjectReport("T", "type", "refuse", "exported"),) if b"refused" in data else ()
    return ExtensionReport(extension.name, "partial" if refused else "migrated", types=refused)


def run(extension: Extension, settings: Settings) -> Outcome:
    """Replace two words, in two steps."""
    report = scan(extension, settings)
    present = [path for path in extension.files if (extension.root / path).exists()]
    before = {path: (extension.root / path).read_bytes() for path in present}
    files, steps = before, []
    for rewrite, old, new in (("heap-types", b"static", b"heap"), ("module-state", b"old", b"new")):
        files = {path: data.replace(old, new) for path, data in files.items()}
        files = {path: data.replace(b"NAME", extension.name.encode()) for path, data in files.items()}
        steps.append(Step(rewrite, f"replace {old.decode()}", (), files, ""))
    return Outcome(report, before, tuple(steps), files)


def compiled(extension: Extension, settings: Settings, contents: object) -> NoReturn:
    """Nothing here is C that could be compiled."""
    raise ParseError(f"{extension.root}: {settings.jobs}: {contents}")


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with one extension, in which you stand."""
    for function in (scan, run, compiled):
        monkeypatch.setattr(pipeline, function.__name__, function)
    monkeypatch.setattr(discovered, "load", load)
    pages = [tmp_path / name / "README.md" for name in ("heap_types", "module_state")]
    for page in pages:
        page.parent.mkdir()
        page.write_text(f"# {page.parent.name}\n\nWhy {page.parent.name}.\n", encoding="utf-8")
    monkeypatch.setattr(rules, "_pages", lambda: pages)
    project = tmp_path / "project"
    project.mkdir()
    (project / "setup.py").touch()
    (project / "x.c").write_bytes(SOURCE)
    monkeypatch.chdir(project)
    return project


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def committed(root: Path) -> None:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")


def test_the_diff_goes_to_stdout_alone(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert 0 == main(["diff", "."])
    expected = b"diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n-static;\n-old;\n+heap;\n+new;\n"
    assert expected == capfdbinary.readouterr().out


def test_the_diff_applies_where_you_stand(
    root: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(root.parent)
    main(["diff", "project"])

    subprocess.run(["patch", "-p1"], input=capfdbinary.readouterr().out, check=True, capture_output=True)

    assert MIGRATED == (root / "x.c").read_bytes()


def test_the_diff_of_a_project_elsewhere_is_relative_to_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    main(["diff", str(root)])

    assert b"--- a/x.c" in capfdbinary.readouterr().out


@pytest.mark.parametrize(("source", "code"), [(SOURCE, 1), (b"nothing;\n", 0)])
def test_check_tells_whether_changes_are_pending(root: Path, source: bytes, code: int) -> None:
    (root / "x.c").write_bytes(source)

    assert code == main(["diff", "--check", "."])


@pytest.mark.parametrize(("step", "line"), [("heap-types", b"+heap;"), ("module_state", b"+new;")])
def test_one_step_can_be_shown(step: str, line: bytes, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert 0 == main(["diff", "--step", step, "."])
    added = [found for found in capfdbinary.readouterr().out.splitlines() if found[:1] == b"+" and found[:3] != b"+++"]
    assert [line] == added


def test_an_unknown_step_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["diff", "--step", "nonsense", "."])
    assert "heap-types, module-state" in capsys.readouterr().err


@pytest.mark.parametrize(("flags", "code"), [([], 0), (["--strict"], 3), (["--strict", "--check"], 1)])
def test_refusals_count_only_when_strict(root: Path, flags: list[str], code: int) -> None:
    (root / "x.c").write_bytes(SOURCE + b"refused;")

    assert code == main(["diff", *flags, "."])


def test_the_configuration_can_be_strict(root: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.unstatic]\nstrict = true\n", encoding="utf-8")
    (root / "x.c").write_bytes(SOURCE + b"refused;")

    assert 3 == main(["scan", "."])


def test_one_failure_does_not_stop_the_others(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (root / "broken.c").write_bytes(b"error")

    assert 4 == main(["diff", "."])
    captured = capfdbinary.readouterr()
    assert (True, True) == (b"+heap;" in captured.out, b"can't be parsed" in captured.err)


def test_extensions_can_be_worked_on_at_the_same_time(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (root / "y.c").write_bytes(SOURCE)

    assert 0 == main(["diff", "--jobs", "2", "."])
    assert 2 == capfdbinary.readouterr().out.count(b"+heap;")


def test_a_mistake_of_ours_does_not_stop_the_others(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (root / "broken.c").write_bytes(b"bug")

    assert BUG == main(["diff", "."])
    captured = capfdbinary.readouterr()
    assert (True, True) == (b"+heap;" in captured.out, b"broken.c: KeyError('bug'): this is a bug" in captured.err)


@pytest.mark.parametrize(("source", "message"), [(b"crash", "the parser crashed (SIGKILL)"), (b"deep", "too deeply")])
def test_a_crash_does_not_stop_the_others(
    root: Path, source: bytes, message: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (root / "broken.c").write_bytes(source)

    assert 4 == main(["diff", "."])
    captured = capfdbinary.readouterr()
    assert (True, True) == (b"+heap;" in captured.out, message in captured.err.decode())
    assert ": broken.c: " in captured.err.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_results_keep_their_order(root: Path, jobs: str) -> None:
    names = [f"x{number}" for number in range(5)]
    for name in names:
        (root / f"{name}.c").write_bytes(SOURCE)
    (root / "x.c").unlink()

    assert 0 == main(["scan", "--jobs", jobs, "--report", "r.json", "."])
    assert names == [found["name"] for found in json.loads((root / "r.json").read_bytes())["extensions"]]


def test_the_report_counts_lines(root: Path) -> None:
    main(["diff", ".", "--report", "r.json"])

    (extension,) = json.loads((root / "r.json").read_bytes())["extensions"]
    assert (2, 2) == (extension["lines_added"], extension["lines_removed"])


def test_a_report_without_a_folder_is_refused_at_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (2, SOURCE) == (
        main(["migrate", "--write", "--force", ".", "--report", "no/r.json"]),
        (root / "x.c").read_bytes(),
    )
    assert "there is no folder no" in capsys.readouterr().err


def test_the_report_is_written(root: Path) -> None:
    main(["scan", ".", "--report", "r.json"])

    assert "x" == json.loads((root / "r.json").read_bytes())["extensions"][0]["name"]


@pytest.mark.parametrize(("command", "stream"), [("scan", 0), ("diff", 1)])
def test_json_does_not_mix_with_a_diff(command: str, stream: int, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    main([command, "--format", "json", "."])

    assert 1 == json.loads(capfdbinary.readouterr()[stream])["version"]


def test_scan_writes_findings_to_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["scan", "."])

    assert b"x: migrated" in capfdbinary.readouterr().out


@pytest.mark.parametrize(
    ("option", "words"),
    [("--unblock", "nothing is refused"), ("--statistics", "nothing is refused")],
)
def test_other_answers_of_scan(option: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["scan", option, "."])
    assert words in capsys.readouterr().out


def test_what_pays_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "x.c").write_bytes(b"refused")

    assert 0 == main(["scan", "--unblock", "."])
    assert "x: 1 type can't move yet\n  1 change frees 1 type:\n    exported" in capsys.readouterr().out


def test_one_answer_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["scan", "--unblock", "--statistics", "."])
    assert "choose one of them" in capsys.readouterr().err


def test_nothing_found_is_said(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "x.c").unlink()

    assert 0 == main(["scan", "."])
    assert "nothing found" in capsys.readouterr().out


def test_write_changes_the_files(root: Path) -> None:
    committed(root)

    assert (0, MIGRATED) == (main(["migrate", "--write", "."]), (root / "x.c").read_bytes())


def test_write_refuses_a_dirty_tree(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    committed(root)
    (root / "setup.py").write_bytes(b"#")

    assert (2, SOURCE) == (main(["migrate", "--write", "--force", "."]), (root / "x.c").read_bytes())
    assert "setup.py" in capsys.readouterr().err


def test_a_dirty_tree_can_be_allowed(root: Path) -> None:
    committed(root)
    (root / "setup.py").write_bytes(b"#")

    assert (0, MIGRATED) == (main(["migrate", "--write", "--force", "--allow-dirty", "."]), (root / "x.c").read_bytes())


def test_without_version_control_nothing_is_written(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (2, SOURCE) == (main(["migrate", "--write", "--allow-dirty", "."]), (root / "x.c").read_bytes())
    assert "isn't under git, so nothing could give the files back; pass --force" in capsys.readouterr().err


def test_without_version_control_a_note_is_left(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, MIGRATED) == (main(["migrate", "--write", "--force", "."]), (root / "x.c").read_bytes())
    assert "not under version control" in capsys.readouterr().err


def test_output_leaves_the_original(root: Path) -> None:
    assert 0 == main(["migrate", "--output", "../copy", "."])
    assert (SOURCE, MIGRATED) == ((root / "x.c").read_bytes(), (root.parent / "copy" / "x.c").read_bytes())


@pytest.mark.parametrize("option", ["--output", "--series"])
def test_an_occupied_folder_is_refused(root: Path, option: str) -> None:
    assert 2 == main(["migrate", option, str(root), "."])


def test_the_series_applies_with_git_am(root: Path) -> None:
    committed(root)

    assert 0 == main(["migrate", "--series", "../series", "."])
    git(root, "am", *map(str, sorted((root.parent / "series").glob("*.patch"))))
    assert MIGRATED == (root / "x.c").read_bytes()


def test_the_series_of_a_project_deep_in_a_repository_applies(root: Path) -> None:
    committed(root.parent)

    assert 0 == main(["migrate", "--series", str(root.parent / "series"), "."])
    git(root, "am", *map(str, sorted((root.parent / "series").glob("*.patch"))))
    assert MIGRATED == (root / "x.c").read_bytes()


def test_extensions_that_change_a_shared_file_alike_are_written_once(root: Path) -> None:
    (root / "y.c").write_bytes(SOURCE)
    (root / "shared.h").write_bytes(SOURCE)

    assert 0 == main(["migrate", "--write", "--force", "."])
    assert [MIGRATED] * 3 == [(root / name).read_bytes() for name in ("x.c", "y.c", "shared.h")]


@pytest.mark.parametrize(("shared", "option"), [(b"NAME", "--write"), (b"NAME", "--series"), (SOURCE, "--series")])
def test_extensions_that_quarrel_about_a_file_are_refused(root: Path, shared: bytes, option: str) -> None:
    (root / "y.c").write_bytes(SOURCE)
    (root / "shared.h").write_bytes(shared)
    arguments = ["--write", "--force"] if option == "--write" else ["--series", str(root.parent / "series")]

    assert 4 == main(["migrate", *arguments, "."])
    assert SOURCE == (root / "x.c").read_bytes()


def test_nothing_is_written_when_all_failed(root: Path) -> None:
    (root / "x.c").write_bytes(b"error")

    assert (4, False) == (main(["migrate", "--output", "../copy", "."]), (root.parent / "copy").exists())


def test_a_scan_ends_with_what_to_do_next(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["scan", "."])
    assert "next: `unstatic diff .` shows the change" in capfd.readouterr().err

    (root / "a name.c").write_bytes(b"refused")
    assert 0 == main(["scan", "a name.c"])
    assert "`unstatic scan --unblock 'a name.c'` lists what keeps the rest" in capfd.readouterr().err


@pytest.mark.parametrize("command", [["scan"], ["diff"], ["migrate", "--write", "--allow-dirty", "--force"]])
def test_quiet_leaves_only_what_a_command_is_for(command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([*command, "--quiet", "."])
    quiet = capfd.readouterr()

    assert "" == quiet.err
    assert bool(quiet.out) == (command != ["migrate", "--write", "--allow-dirty", "--force"])


def test_quiet_still_tells_errors(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (root / "x.c").write_bytes(b"error")

    assert 4 == main(["diff", "-q", "."])
    assert "can't be parsed" in capfd.readouterr().err


def test_progress_is_told_without_a_terminal(
    root: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "PROGRESS_EVERY", 0.001)
    for number in range(2):
        (root / f"y{number}.c").write_bytes(SOURCE)

    assert 0 == main(["scan", "--no-cache", "."])
    assert re.search(r"^0 of 3 extensions done, \d+ s$", capfd.readouterr().err, re.MULTILINE)
